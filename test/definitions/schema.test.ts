/** schemas/definitions.schema.json, by which editors complete and check what people write. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { parse } from "yaml";

const root = resolve(__dirname, "../..");
const schema = JSON.parse(readFileSync(resolve(root, "schemas/definitions.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
const complaints = (text: string) => {
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
};

const [, example = ""] = /```yaml\n([^]*?)```/.exec(readFileSync(resolve(root, "README.md"), "utf8")) ?? [];

it("accepts the README's example, and what may be left out or added", () => {
  expect(example).toContain("alerts:");
  expect(complaints(example)).toEqual([]);
  expect(complaints(`ignore: [disabled]\n${example}    renamed_from: Old\n    hosts: [db-1, 7]\n`)).toEqual(
    [],
  );
});

it("complains of what is missing, misspelled or of another type", () => {
  expect(complaints(example.replace("policy: 1", "policies: 1"))).toEqual([
    "/alerts/0 must have required property 'policy'",
    "/alerts/0 must NOT have additional properties",
  ]);
  expect(complaints(example.replace("policy: 1", "policy: often"))).toEqual([
    "/alerts/0/policy must be integer",
  ]);
  expect(complaints("alert: []")).toHaveLength(2);
});

it("complains of an alert of both kinds, and of one of neither", () => {
  const both = `${example}    threshold: { alert_level: warn, metric: m, trigger: 2, duration: 1, reset: 1 }\n`;
  expect(complaints(both)).toEqual(["/alerts/0 must match exactly one schema in oneOf"]);
  expect(complaints("alerts: [{ name: A, policy: 1 }]")).toContain(
    "/alerts/0 must match exactly one schema in oneOf",
  );
});

it("accepts places for anchors, and what JSON says to editors", () => {
  expect(complaints(`$schema: s.json\nx-team: { any: [thing] }\n${example}`)).toEqual([]);
  expect(complaints(`y-team: {}\n${example}`)).toEqual([" must NOT have additional properties"]);
});
