/** Programs in docs that no test runs name what the provider has: its resources, data sources, actions, arguments and their types. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as ts from "typescript";
import { describeSchema } from "../../scripts/generate-docs/definition-schema";
import { type AttributesJson, type ProviderSchemas } from "../../scripts/generate-docs/provider-schemas";
import { dbmon } from "../../src/provider/provider";
import { findHclProblems } from "./hcl-program";
import { pulumiDeclarations } from "./pulumi-sdk";

const docs = resolve(__dirname, "../../docs");
const read = (page: string) => readFileSync(join(docs, page), "utf8");
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((page) => page.endsWith(".md"));
const blocks = (page: string, languages: string) =>
  Array.from(
    read(page).matchAll(new RegExp("^```(?:" + languages + ")\\n([^]*?)^```", "gm")),
    ([, code = ""]) => code,
  );

const printed = JSON.parse(read("../schemas/provider.json")) as {
  readonly provider_schemas: Readonly<Record<string, ProviderSchemas>>;
};
const [provider = {} as ProviderSchemas] = Object.values(printed.provider_schemas);
const attributes = (kind: string, all: ProviderSchemas["resource_schemas"] = {}) =>
  Object.entries(all).map(([type, { block }]) => [`${kind} "${type}"`, block.attributes ?? {}] as const);
/** The schemas that Terraform 1.11 prints have no actions and lists. */
const defined = (kind: string, all: typeof dbmon.actions | typeof dbmon.lists = []) =>
  all.map(
    ({ typeName, schema }) =>
      [`${kind} "${typeName}"`, describeSchema(schema).block.attributes ?? {}] as const,
  );
const schemas = new Map<string, AttributesJson>([
  ['provider "dbmon"', provider.provider.block.attributes ?? {}],
  ...attributes("resource", provider.resource_schemas),
  ...attributes("data", provider.data_source_schemas),
  ...defined("action", dbmon.actions),
  ...defined("list", dbmon.lists),
]);

it.each(pages.filter((page) => blocks(page, "terraform|hcl").length > 0))(
  "the HCL of %s follows the schema",
  (page) => {
    expect(blocks(page, "terraform|hcl").flatMap((code) => findHclProblems(code, schemas))).toEqual([]);
  },
);

it.each(pages.filter((page) => /^(actions|data-sources|resources)\//.test(page)))(
  "the first example of %s configures the provider",
  (page) => {
    expect(blocks(page, "terraform")[0]).toMatch(/^provider "dbmon" \{/m);
  },
);

it.each([
  ['resource "dbmon_alert" "a" {\n  name = 1\n}', ["policy is missing", "name is 1"]],
  ['data "dbmon_hosts" "a" {\n  typs = ["os"]\n}', ["typs is not an argument"]],
  [
    'resource "dbmon_alert" "a" {\n  name   = "a"\n  policy = "b"\n  event  = { categories = [1] }\n}',
    ["event: categories is [1]"],
  ],
  [
    'action "dbmon_event" "a" {\n  config {\n    type    = "a"\n    message = true\n  }\n}',
    ["message is true"],
  ],
  ['data "dbmon_destination" "a" {}', []],
])("the check of HCL finds the mistakes of %j", (code, expected) => {
  const block = /^\w+ "\w+"/.exec(code)?.[0] ?? "";
  const all =
    expected.length === 0 ? [`${block} does not exist`] : expected.map((problem) => `${block}: ${problem}`);
  expect(findHclProblems(code, schemas)).toEqual(all);
});

describe("a program of Pulumi", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-programs-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Compiles modules with the SDK. @returns what the compiler reports */
  function compile(programs: readonly string[]): string[] {
    const write = (name: string, text: string) => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    };
    write("node_modules/@pulumi/dbmon/index.d.ts", pulumiDeclarations(provider));
    const header = 'import * as dbmon from "@pulumi/dbmon";\n';
    const files = programs.map((code, index) =>
      write(`program-${String(index)}.ts`, code.startsWith(header) ? code : header + code),
    );
    const options = { strict: true, noEmit: true, types: [], module: ts.ModuleKind.CommonJS };
    const found = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  }

  it("in the guide compiles with the SDK of the schema", () => {
    const programs = blocks("guides/pulumi.md", "ts");
    expect(programs.length).toBeGreaterThan(0);
    expect(compile(programs)).toEqual([]);
  });

  it("with a wrong type, argument or data source does not compile", () => {
    const threshold = 'threshold: { alertLevel: "crit", metric: "m", trigger: 1, duration: "1m", reset: 1 }';
    const alert = (more: string) => `new dbmon.Alert("a", { name: "a", ${more}, ${threshold} });`;
    const problems = compile([
      'dbmon.getDestinationOutput({ name: "a" });',
      alert("policy: 1"),
      alert('policy: "a", hostType: ["os"]'),
    ]);
    expect(problems).toEqual([
      expect.stringContaining("'getDestinationOutput' does not exist"),
      expect.stringContaining("'number' is not assignable"),
      expect.stringContaining("'hostType' does not exist"),
    ]);
  });
});
