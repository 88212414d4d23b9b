/** Every example in Terraform's language is formatted, is valid, and can be planned in the demo environment. */
import { cpSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ServiceEmulator } from "../../src/emulator";
import { describeWithTerraform, TerraformFolder } from "../support/terraform";

const root = resolve(__dirname, "../..");
const examples = join(root, "examples/terraform");

/** Folders that hold configuration, wherever they are. */
const folders = readdirSync(examples, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("main.tf"))
  .map((path) => path.replace(/\/main\.tf$/, ""))
  .sort();

/** Each has a terraform of its own, which leaves a core idle while it waits for its provider. */
const atOnce = 2;
const groups = Array.from({ length: Math.ceil(folders.length / atOnce) }, (_, index) =>
  folders.slice(index * atOnce, (index + 1) * atOnce),
);

describeWithTerraform("the examples in Terraform's language", () => {
  let service: ServiceEmulator;
  let workspaces: TerraformFolder[] = [];
  beforeAll(async () => {
    service = await ServiceEmulator.start({ seed: "demo" });
  });
  afterEach(() => {
    workspaces.forEach((one) => {
      one.remove();
    });
    workspaces = [];
  });
  afterAll(() => service.stop());

  function workspace(): TerraformFolder {
    const made = new TerraformFolder({ source: "dbmon/dbmon", folder: join(root, "dist") });
    workspaces.push(made);
    return made;
  }

  it("are formatted as terraform formats", async () => {
    const run = await workspace().run(["fmt", "-check", "-recursive", "-diff", examples]);
    expect(run.stdout).toBe("");
    expect(run.code).toBe(0);
  });

  it("show every data source and every function of the provider", async () => {
    const folder = workspace();
    folder.write(
      "main.tf",
      'terraform {\n  required_providers {\n    dbmon = { source = "dbmon/dbmon" }\n  }\n}\n',
    );
    const { stdout } = await folder.run(["providers", "schema", "-json"]);
    // The form that Terraform documents for it.
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

  it.each(groups.map((group) => [group.join(", "), group] as const))("%s", async (_, group) => {
    const environment = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
    await Promise.all(
      group.map(async (path) => {
        const folder = workspace();
        cpSync(join(examples, path), folder.path, { recursive: true });
        expect((await folder.run(["validate"])).stdout).toContain("Success! The configuration is valid");
        const plan = await folder.run(["plan", "-input=false"], environment);
        expect({ path, code: plan.code, stderr: plan.stderr }).toEqual({ path, code: 0, stderr: "" });
        expect(plan.stdout).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy|Changes to Outputs:/);
      }),
    );
  });
});
