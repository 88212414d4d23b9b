/** Reads the documents that `--json` prints to stdout. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { type Run } from "../support/command";

/** Fails unless the document matches the schema in schemas/. */
export function expectToMatchSchema(file: string, document: unknown): void {
  const text = readFileSync(resolve(__dirname, "../../schemas", file), "utf8");
  const schema = JSON.parse(text) as object;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(document), validate.errors]).toEqual([true, null]);
}

/** The members at the beginning of each document. */
export const envelopeKeys = ["dbmon", "$schema", "command", "status"];

export type Element = Readonly<Record<string, unknown>>;

/** Returns the list in the document. */
export function listIn({ code, stdout }: Run, name: string): readonly Element[] {
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as Readonly<Record<string, readonly Element[]>>;
  expect(Object.keys(document)).toEqual([...envelopeKeys, "base_url", "token_variable", name, "problems"]);
  expectToMatchSchema("list.schema.json", document);
  return document[name] ?? [];
}

/** Returns the lines of a table. Each line is one row. */
export function rowsOf({ code, stdout }: Run): readonly string[] {
  expect(code).toBe(0);
  return stdout.trimEnd().split("\n");
}
