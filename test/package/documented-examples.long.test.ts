/** The code blocks of docs/constructs.md and the `@example`s of the package: they compile, and those with constructs synthesize. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as ts from "typescript";
import * as constructs from "../../dist";
import { compilerOptions, PackedProject } from "../support/packed-project";

const root = resolve(__dirname, "../..");

interface Example {
  /** File and line. */
  readonly place: string;
  readonly code: string;
  /** What the synthesis reports. */
  readonly problems?: readonly string[];
}

const guide = "docs/constructs.md";
const constructExamples = [
  ...codeBlocksOf(guide),
  ...examplesOf("src/constructs"),
  ...examplesOf("src/constructs/resources"),
];
const testingExamples = examplesOf("src/testing");

function codeBlocksOf(file: string): Example[] {
  const text = readFileSync(join(root, file), "utf8");
  const pattern = /```ts\n([^]*?)```\n(?:\n```text\n([^]*?)\n```)?/g;
  return Array.from(text.matchAll(pattern), ({ 1: code = "", 2: printed, index }) => ({
    place: placeOf(file, text, index),
    code,
    problems: printed?.split("\n") ?? [],
  }));
}

/** The `@example`s in the comments of the files of a folder. */
function examplesOf(folder: string): Example[] {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) => {
    const file = `${folder}/${name}`;
    const text = readFileSync(join(root, file), "utf8");
    const examples = Array.from(
      text.matchAll(/@example\n([^]*?)\n *(?:\*\/|\* @)/g),
      ({ 1: lines = "", index }) => ({
        place: placeOf(file, text, index),
        code: lines.replace(/^ *\* ?/gm, ""),
      }),
    );
    if (examples.length !== text.split("@example").length - 1)
      throw new Error(`${file} has an @example in a format that this test cannot read.`);
    return examples;
  });
}

function placeOf(file: string, text: string, index: number): string {
  return `${file}:${text.slice(0, index).split("\n").length}`;
}

const isApp = (code: string) => code.includes("app.synth()");

/** A module that exports `run`, which synthesizes a stack with the code in its constructor. */
function moduleOf({ place, code }: Example): string {
  if (isApp(code)) return `export function run() {}\n${code}`;
  return `
    import { App, Aspects, TerraformOutput, TerraformStack } from "cdktf";
    import { Construct } from "constructs";
    import { ${Object.keys(constructs).join(", ")} } from "dbmon-iac";

    class Example extends TerraformStack {
      constructor(scope: Construct, id: string) {
        super(scope, id);
        new DbmonProvider(this, "provider-of-the-test");
        {
          // ${place}
          ${code}
        }
      }
    }

    export function run() {
      const app = new App();
      new Example(app, "alerts");
      app.synth();
    }
  `;
}

function testingModuleOf({ place, code }: Example): string {
  return `
    import { type TerraformStack } from "cdktf";
    import { definedAlerts, EmulatedEnvironment, matchers, simulate, type SimulatedTimeline } from "dbmon-iac/testing";

    export async function run(stack: TerraformStack, environment: EmulatedEnvironment, timeline: SimulatedTimeline) {
      {
        // ${place}
        ${code}
      }
    }
  `;
}

describe("the documented examples", () => {
  let project: PackedProject;
  beforeAll(() => {
    project = new PackedProject("cdktf", ["@types/jest"]);
  });
  afterAll(() => {
    project.remove();
  });

  it("compile", () => {
    const files = [
      ...constructExamples.map((example) => ["example", moduleOf(example)] as const),
      ...testingExamples.map((example) => ["testing", testingModuleOf(example)] as const),
    ].map(([kind, code], index) => {
      const name = `${kind}-${String(index)}.ts`;
      project.write(name, code);
      return name;
    });
    const options = { ...compilerOptions, types: ["node", "jest"] };
    project.write("tsconfig.json", JSON.stringify({ compilerOptions: options, files }));
    expect(project.run("typescript/bin/tsc", "-p", ".")).toBe("");
  });

  it("synthesize, with the validation errors that the guide shows", () => {
    const imports = constructExamples.map((example, index) => {
      project.write(`example-${String(index)}.ts`, moduleOf(example));
      return `import { run as run${String(index)} } from "./example-${String(index)}";`;
    });
    const runs = constructExamples.map(
      ({ place }, index) => `
        try { run${String(index)}(); }
        catch (error) { console.log("${place}", error.message); }
      `,
    );
    project.write("all.ts", [...imports, ...runs].join("\n"));
    const printed = project.run("tsx/dist/cli.mjs", "all.ts");
    const problems = printed
      .split("\n")
      .filter((line) => line.startsWith("  ["))
      .map((line) => line.trim());
    const failed = constructExamples.filter(({ problems: shown = [] }) => shown.length > 0);
    expect(printed.match(/^\w+\/.*:\d+ /gm)).toEqual(failed.map(({ place }) => `${place} `));
    expect(problems).toEqual(failed.flatMap(({ problems: shown = [] }) => shown));
  });
});

it("the guide has a code block for each export", () => {
  const code = codeBlocksOf(guide)
    .map((block) => block.code)
    .join("\n");
  const unused = Object.keys(constructs).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused).toEqual([]);
});

it("every exported class, method, function and constant has an @example", () => {
  const entryPoints = ["dist/index.d.ts", "dist/testing/index.d.ts"].map((file) => join(root, file));
  const program = ts.createProgram(entryPoints, { module: ts.ModuleKind.NodeNext, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const lacksExample = (symbol: ts.Symbol) =>
    !symbol.getJsDocTags(checker).some(({ name }) => name === "example");
  const isPublic = ({ declarations = [] }: ts.Symbol) =>
    declarations.every(
      (declaration) =>
        !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.NonPublicAccessibilityModifier),
    );
  const publicMethodsOf = (symbol: ts.Symbol) =>
    [...(symbol.exports?.values() ?? []), ...(symbol.members?.values() ?? [])].filter(
      // cdktf calls visit.
      (member) => (member.flags & ts.SymbolFlags.Method) !== 0 && member.name !== "visit" && isPublic(member),
    );
  const undocumented = entryPoints.flatMap((file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    return (module ? checker.getExportsOfModule(module) : [])
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .filter(({ flags }) => (flags & ts.SymbolFlags.Value) !== 0)
      .flatMap((symbol) => [
        ...(lacksExample(symbol) ? [symbol.name] : []),
        ...publicMethodsOf(symbol)
          .filter(lacksExample)
          .map(({ name }) => `${symbol.name}.${name}`),
      ]);
  });
  expect(undocumented).toEqual([]);
});
