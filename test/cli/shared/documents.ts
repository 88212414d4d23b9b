/** Reads the document that `--json` prints to stdout. */
import { type Run } from "./command";

export type Element = Readonly<Record<string, unknown>>;

/** Returns the list in the document. */
export function listIn({ code, stdout }: Run, name: string): readonly Element[] {
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as Readonly<Record<string, readonly Element[]>>;
  expect(Object.keys(document)).toEqual(["version", "base_url", name]);
  expect(document["version"]).toBe(1);
  return document[name] ?? [];
}

/** Returns the lines of a table. Each line is one row. */
export function rowsOf({ code, stdout }: Run): readonly string[] {
  expect(code).toBe(0);
  return stdout.trimEnd().split("\n");
}
