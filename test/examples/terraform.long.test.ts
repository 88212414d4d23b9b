/** Every Terraform example is formatted and valid, and can be planned in the demo environment. */
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ServiceEmulator } from "../../src/emulator";
import { describeWithTerraform, TerraformFolder } from "../support/terraform";

const root = resolve(__dirname, "../..");
const examples = join(root, "examples/terraform");

const execute = promisify(execFile);

/** All folders with a configuration. Lists and actions need Terraform 1.14 and are in files of other names. */
const folders = readdirSync(examples, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("main.tf"))
  .map((path) => path.replace(/\/main\.tf$/, ""))
  .sort();

/** Terraform leaves a core idle while it waits for the provider, so two examples run at a time. */
const maxConcurrency = 2;
const groups = Array.from({ length: Math.ceil(folders.length / maxConcurrency) }, (_, index) =>
  folders.slice(index * maxConcurrency, (index + 1) * maxConcurrency),
);

/** Syntax with the Terraform version that introduced it; examples may use what 1.5 has. */
const newerSyntax: readonly (readonly [pattern: RegExp, version: string])[] = [
  [/^removed \{/m, "1.7"],
  [/^import \{[^}]*\bfor_each\b/m, "1.7"],
  [/\bprovider::/, "1.8"],
  [/\btemplatestring\(/, "1.9"],
  [/^ephemeral "|\bephemeral *=|_wo\b/m, "1.10"],
];

it.each(folders)("%s requires the lowest Terraform version that its syntax needs", (path) => {
  const text = readFileSync(join(examples, path, "main.tf"), "utf8").replace(/#.*$/gm, "");
  const needed = newerSyntax.flatMap(([pattern, version]) => (pattern.test(text) ? [version] : []));
  const [, required] = /^ {2}required_version = ">= (.+)"/m.exec(text) ?? [];
  expect(required).toBe(needed.at(-1) ?? "1.5");
});

describeWithTerraform("the Terraform examples", () => {
  let service: ServiceEmulator;
  let workspaces: TerraformFolder[] = [];
  beforeAll(async () => {
    service = await ServiceEmulator.start({ seed: "clean" });
  });
  afterEach(() => {
    workspaces.forEach((workspace) => {
      workspace.remove();
    });
    workspaces = [];
  });
  afterAll(() => service.stop());

  function createWorkspace(): TerraformFolder {
    const workspace = new TerraformFolder({ source: "dbmon/dbmon", folder: join(root, "dist") });
    workspaces.push(workspace);
    return workspace;
  }

  it("have the format of terraform fmt", async () => {
    const run = await createWorkspace().run(["fmt", "-check", "-recursive", "-diff", examples]);
    expect(run.stdout).toBe("");
    expect(run.code).toBe(0);
  });

  it("cover every data source and every function of the provider", async () => {
    const folder = createWorkspace();
    folder.write(
      "main.tf",
      'terraform {\n  required_providers {\n    dbmon = { source = "dbmon/dbmon" }\n  }\n}\n',
    );
    const { stdout } = await folder.run(["providers", "schema", "-json"]);
    // Terraform documents this format.
    const printed = JSON.parse(stdout) as {
      provider_schemas: Record<string, { data_source_schemas: object; functions: object }>;
    };
    const [provider] = Object.values(printed.provider_schemas);
    expect(folders.filter((path) => !path.startsWith("resources/"))).toEqual(
      expect.arrayContaining([
        ...Object.keys(provider?.data_source_schemas ?? {}).map((name) => `data-sources/${name}`),
        ...Object.keys(provider?.functions ?? {}).map((name) => `functions/${name}`),
      ]),
    );
    expect(Object.keys(provider?.functions ?? {})).not.toEqual([]);
  });

  it.each(groups.map((group) => [group.join(", "), group] as const))(
    "are valid and can be planned: %s",
    async (_, group) => {
      const environment = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
      await Promise.all(
        group.map(async (path) => {
          const folder = createWorkspace();
          // The import blocks need an existing alert, and Terraform 1.12.
          const filter = (source: string) => !/import[^/]*\.tf$/.test(source);
          cpSync(join(examples, path), folder.path, { recursive: true, filter });
          expect((await folder.run(["validate"])).stdout).toContain("Success! The configuration is valid");
          const plan = await folder.run(["plan", "-input=false"], environment);
          expect({ path, code: plan.code, stderr: plan.stderr }).toEqual({ path, code: 0, stderr: "" });
          expect(plan.stdout).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy|Changes to Outputs:/);
        }),
      );
    },
  );

  it("pass their tests of alerts, with the commands of the test file", async () => {
    const folder = createWorkspace();
    cpSync(join(examples, "team"), folder.path, { recursive: true });
    const shortWindow = { provider: { dbmon: { propagation_window: "100ms" } } };
    folder.write("window_override.tf.json", JSON.stringify(shortWindow));
    const deployed = await ServiceEmulator.start({ seed: "clean" });
    try {
      const environment = { DBMON_BASE_URL: deployed.url, DBMON_API_TOKEN: deployed.token };
      const applied = await folder.run(["apply", "-auto-approve", "-input=false"], environment);
      expect(applied.text).toContain("Apply complete!");
      const dbmon = async (...args: string[]) => {
        const env = { PATH: process.env.PATH, ...environment };
        const command = [join(root, "dist/cli/main.js"), ...args];
        return (await execute(process.execPath, command, { cwd: folder.path, env })).stdout;
      };
      const [, patterns = ""] = /--out exported (.*)/.exec(folder.read("alerts.test.yaml")) ?? [];
      const only = [...patterns.matchAll(/--only '([^']+)'/g)].flatMap(([, pattern = ""]) => [
        "--only",
        pattern,
      ]);
      await dbmon("export", "--to", "yaml", "--out", "exported", ...only);
      expect(await dbmon("test", "--min-coverage", "100")).toMatch(/^Test: 2 passed\. /m);
    } finally {
      await deployed.stop();
    }
  });
});
