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

describe.each(["cdktf", "cdktn"] as const)("in a project with %s", (cdktf) => {
  let project: PackedProject;
  beforeAll(() => {
    project = new PackedProject(cdktf);
  });
  afterAll(() => {
    project.remove();
  });

  it("an app is type-checked and synthesized", () => {
    project.write("main.ts", example("query-families"));
    project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    project.run("typescript/bin/tsc", "-p", ".");
    project.run("tsx/dist/cli.mjs", "main.ts");
    const stack = JSON.parse(project.read("cdktf.out/stacks/queries/cdk.tf.json")) as {
      "//": { metadata: { version: string } };
      resource: { dbmon_alert: object };
    };
    expect(stack["//"].metadata.version).toMatch(cdktf === "cdktf" ? /^0\.21\./ : /^0\.24\./);
    expect(Object.keys(stack.resource.dbmon_alert)).toEqual(["checkout-errors", "orders-latency"]);
  });

  it("validation errors of an app are reported", () => {
    project.write("main.ts", example("query-families").replace('"errors.tput"', '"errors tput"'));
    expect(() => project.run("tsx/dist/cli.mjs", "main.ts")).toThrow("words joined by dots");
    project.write("main.ts", example("query-families").replace("duration: 1,", "duration: -1,"));
    expect(() => project.run("tsx/dist/cli.mjs", "main.ts")).toThrow(
      "duration: Must be an integer from 0 to 2^53 − 1. Received: -1.",
    );
  });
});

it("cdktf and cdktn synthesize the same configuration, so that a migration deploys no changes", () => {
  const stacks = (["cdktf", "cdktn"] as const).map((library) => {
    const project = new PackedProject(library);
    try {
      project.write("main.ts", example("query-families"));
      project.run("tsx/dist/cli.mjs", "main.ts");
      const stack = JSON.parse(project.read("cdktf.out/stacks/queries/cdk.tf.json")) as Record<
        string,
        object
      >;
      // The version of the library and the path of the state file differ.
      return { ...stack, "//": undefined, terraform: { ...stack["terraform"], backend: undefined } };
    } finally {
      project.remove();
    }
  });
  expect(stacks[0]).toEqual(stacks[1]);
  expect(stacks[0]?.terraform).toHaveProperty("required_providers.dbmon");
});

describe("the tarball", () => {
  let project: PackedProject;
  beforeAll(() => {
    project = new PackedProject("cdktf");
  });
  afterAll(() => {
    project.remove();
  });

  it("contains the command and the provider, and both start", () => {
    expect(project.run("dbmon-iac/dist/cli/main.js", "--version")).toBe(`${version}\n`);
    expect(() => project.run("dbmon-iac/dist/terraform-provider-dbmon")).toThrow("Terraform starts it");
  });

  it("contains no sources, tests or build metadata", () => {
    expect(
      project
        .files()
        .filter((path) => /^(?!templates|examples).*(^src|^test|\.tsbuildinfo$|(?<!\.d)\.ts$)/.test(path)),
    ).toEqual([]);
  });
});
