/** Reading what `--json` prints: one document on stdout, and nothing else. */
import { type Run } from "./command";

export type Element = Readonly<Record<string, unknown>>;

/** The list in the document. */
export function listIn({ code, stdout }: Run, noun: string): readonly Element[] {
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as Readonly<Record<string, readonly Element[]>>;
  expect(Object.keys(document)).toEqual(["version", noun]);
  expect(document["version"]).toBe(1);
  return document[noun] ?? [];
}

/** The lines of a table, of which each is a whole row. */
export function rowsOf({ code, stdout }: Run): readonly string[] {
  expect(code).toBe(0);
  return stdout.trimEnd().split("\n");
}
