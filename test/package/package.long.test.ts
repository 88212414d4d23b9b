/** The packed package in a project of a user, with cdktf and with its successor cdktn. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compilerOptions, PackedProject } from "../support/packed-project";

const root = resolve(__dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const example = (name: string) => readFileSync(join(root, "examples", name, "main.ts"), "utf8");

it("publint finds no problems", () => {
  const publint = join(root, "node_modules/publint/src/cli.js");
  const output = execFileSync(process.execPath, [publint, root, "--strict", "--pack", "false"], {
    encoding: "utf8",
  });
  expect(output).toContain("All good!");
});

it("replaces a package of cdktf-cli by one version, and a guide removes the replacement", () => {
  const name = "@cdktf/node-pty-prebuilt-multiarch";
  const replacement = "npm:@lydell/node-pty@1.1.0";
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  for (const path of ["package.json", "templates/cdktf/package.json"])
    expect(JSON.parse(read(path))).toMatchObject({ overrides: { [name]: replacement } });
  expect(read("docs/guides/getting-started-cdk.md")).toContain(`npm pkg delete overrides.${name}\n`);
});

describe("in a project with cdktf and in one with its successor cdktn", () => {
  const projects = new Map<string, PackedProject>();
  beforeAll(() => {
    for (const library of ["cdktf", "cdktn"] as const) projects.set(library, new PackedProject(library));
  });
  afterAll(() => {
    for (const project of projects.values()) project.remove();
  });
  const projectWith = (library: string): PackedProject => {
    const project = projects.get(library);
    if (project === undefined) throw new Error(`no project with ${library}`);
    return project;
  };
  const stackOf = (project: PackedProject) =>
    JSON.parse(project.read("cdktf.out/stacks/queries/cdk.tf.json")) as {
      "//": { metadata: { version: string } };
      terraform: object;
      resource: { dbmon_alert: object };
    };

  it.each([
    ["cdktf", /^0\.21\./],
    ["cdktn", /^0\.24\./],
  ])("an app is type-checked and synthesized (%s)", (library, libraryVersion) => {
    const project = projectWith(library);
    project.write("main.ts", example("query-families"));
    project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    project.run("typescript/bin/tsc", "-p", ".");
    project.run("tsx/dist/cli.mjs", "main.ts");
    const stack = stackOf(project);
    expect(stack["//"].metadata.version).toMatch(libraryVersion);
    expect(Object.keys(stack.resource.dbmon_alert)).toEqual(["checkout-errors", "orders-latency"]);
  });

  it("the configuration is the same, so that a migration deploys no changes", () => {
    const stacks = [...projects.values()].map((project) => {
      const stack = stackOf(project);
      // The version of the library and the path of the state file differ.
      return { ...stack, "//": undefined, terraform: { ...stack.terraform, backend: undefined } };
    });
    expect(stacks[0]).toEqual(stacks[1]);
    expect(stacks[0]?.terraform).toHaveProperty("required_providers.dbmon");
  });

  it.each(["cdktf", "cdktn"])("validation errors of an app are reported (%s)", (library) => {
    const project = projectWith(library);
    project.write("main.ts", example("query-families").replace('"errors.tput"', '"errors tput"'));
    expect(() => project.run("tsx/dist/cli.mjs", "main.ts")).toThrow("words joined by dots");
    project.write("main.ts", example("query-families").replace('duration: "1 minute",', "duration: -1,"));
    expect(() => project.run("tsx/dist/cli.mjs", "main.ts")).toThrow(
      "duration: Must be a name, or an integer from 0 to 2^53 − 1. Received: -1.",
    );
  });

  it("the tarball contains the command and the provider, and both start", () => {
    const project = projectWith("cdktf");
    expect(project.run("dbmon-iac/dist/cli/main.js", "--version")).toBe(`${version}\n`);
    expect(() => project.run("dbmon-iac/dist/terraform-provider-dbmon")).toThrow("Terraform starts it");
  });

  it("the tarball contains no sources, tests or build metadata", () => {
    expect(
      projectWith("cdktf")
        .files()
        .filter((path) => /^(?!templates|examples).*(^src|^test|\.tsbuildinfo$|(?<!\.d)\.ts$)/.test(path)),
    ).toEqual([]);
  });
});

it("the guide on cdktn installs the tested version of constructs, which cdktn accepts", () => {
  const guide = readFileSync(join(root, "docs/guides/getting-started-cdk.md"), "utf8");
  const minor = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(join(root, file), "utf8"))?.[1]);
  const documented = Number(/npm install cdktn@0\.24 constructs@~10\.(\d+)$/m.exec(guide)?.[1]);
  expect(documented).toBe(minor("node_modules/constructs/package.json", /"version": "10\.(\d+)\./));
  expect(documented).toBeLessThan(
    minor("node_modules/cdktn/package.json", /"constructs": ">=10\.6\.0 <10\.(\d+)\.0"/),
  );
});
