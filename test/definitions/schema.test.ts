/** schemas/definitions.schema.json, which editors use for completion and validation. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { load as parse } from "js-yaml";

const root = resolve(__dirname, "../..");
const schema = JSON.parse(readFileSync(resolve(root, "schemas/definitions.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: false, allErrors: true, verbose: true }).compile(schema);
const errors = (text: string) => {
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
};

const [, example = ""] = /```yaml\n([^]*?)```/.exec(readFileSync(resolve(root, "README.md"), "utf8")) ?? [];

it("accepts the example of the README, with and without optional keys", () => {
  expect(example).toContain("alerts:");
  expect(errors(example)).toEqual([]);
  expect(errors(`ignore: [disabled]\n${example}    renamed_from: Old\n    hosts: [db-1, 7]\n`)).toEqual([]);
});

it("rejects missing keys, unknown keys and invalid types", () => {
  expect(errors(example.replace("policy:", "policies:"))).toEqual([
    "/alerts/0 must have required property 'policy'",
    "/alerts/0 must NOT have additional properties",
  ]);
  expect(errors(example.replace("policy: Every time", "policy: 1"))).toEqual([]);
  expect(errors(example.replace("policy: Every time", 'policy: "1"'))).toContain(
    '/alerts/0/policy must match pattern "\\D"',
  );
  expect(errors("alert: []")).toHaveLength(2);
});

it("rejects an alert with both kinds or without a kind", () => {
  const both = `${example}    threshold: { alert_level: warn, metric: m, trigger: 2, duration: 1, reset: 1 }\n`;
  const problems = ["/alerts/0 must be null", '/alerts/0 must match "else" schema'];
  expect(errors(both)).toEqual(problems);
  expect(errors("alerts: [{ name: A, policy: 1 }]")).toEqual(problems);
  // Language servers show this message instead.
  expect(validate.errors?.[0]?.parentSchema).toMatchObject({
    errorMessage: "Set exactly one of event and threshold.",
  });
});

it("accepts keys for anchors and $schema", () => {
  expect(errors(`$schema: s.json\nx-team: { any: [thing] }\n${example}`)).toEqual([]);
  expect(errors(`y-team: {}\n${example}`)).toEqual([" must NOT have additional properties"]);
});
