/** The entry point `dbmon-iac/cdktn` in a project with cdktn alone, and in one with both libraries. */
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { compilerOptions, PackedProject } from "../support/packed-project";

const root = resolve(__dirname, "../..");
const example = readFileSync(join(root, "examples/query-families/main.ts"), "utf8");
const forCdktn = example
  .replace('from "cdktf"', 'from "cdktn"')
  .replace('from "dbmon-iac"', 'from "dbmon-iac/cdktn"');

let project: PackedProject;
beforeAll(() => {
  project = new PackedProject("cdktf", ["cdktn"]);
});
afterAll(() => {
  project.remove();
});

function synthesize(text: string) {
  project.write("main.ts", text);
  project.run("tsx/dist/cli.mjs", "main.ts");
  return JSON.parse(project.read("cdktf.out/stacks/queries/cdk.tf.json")) as {
    "//": { metadata: { version: string } };
    resource: object;
  };
}

it("synthesizes the same alerts with each library in one project", () => {
  const stacks = [synthesize(example), synthesize(forCdktn)];
  expect(stacks.map((stack) => stack["//"].metadata.version.slice(0, 4))).toEqual(["0.21", "0.24"]);
  expect(stacks[1]?.resource).toEqual(stacks[0]?.resource);
});

it.each([
  ["cdktn", "dbmon-iac", "cdktf", "dbmon-iac/cdktn"],
  ["cdktf", "dbmon-iac/cdktn", "cdktn", "dbmon-iac"],
])("an app of %s that imports %s names the right import", (library, wrong, used, right) => {
  const text = example
    .replace('from "cdktf"', `from "${library}"`)
    .replace('from "dbmon-iac"', `from "${wrong}"`);
  expect(() => synthesize(text)).toThrow(
    `Error: The app uses ${library}, and this construct uses ${used}. Import it from "${right}".`,
  );
});

it("is type-checked and synthesized with cdktn alone, where dbmon-iac names the right import", () => {
  rmSync(join(project.folder, "node_modules/cdktf"));
  project.write("main.ts", forCdktn);
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  expect(project.run("typescript/bin/tsc", "-p", ".")).toBe("");
  expect(synthesize(forCdktn)["//"].metadata.version).toMatch(/^0\.24\./);
  expect(() => synthesize(example.replace('from "cdktf"', 'from "cdktn"'))).toThrow(
    'This import needs the package cdktf, which is not installed. Install cdktf, or import from "dbmon-iac/cdktn" with cdktn.',
  );
});
