/** examples/environments in HCL and YAML: the environments are deployed side by side, and the next plan has no changes. */
import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ServiceEmulator } from "../../src/emulator";
import { describeWithTerraform, TerraformFolder } from "../support/terraform";

const root = resolve(__dirname, "../..");
const examples = join(root, "examples/environments");
const execute = promisify(execFile);
const tokens = { staging: "staging-token-1", production: "production-token-1" };
const lag = "Replication: a replica lags behind";

let service: ServiceEmulator;
beforeEach(async () => {
  const environments = { [tokens.staging]: "staging", [tokens.production]: "production" };
  service = await ServiceEmulator.start({ tokens: environments, propagationSeconds: 0 });
});
afterEach(() => service.stop());

/** The trigger of the alert on lag, and the names of all deployed alerts. */
async function live(environment: keyof typeof tokens) {
  const headers = { Authorization: `Bearer ${tokens[environment]}` };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${service.url}/api/v2/config/alerts${path}`, { headers })).json();
  const { data } = (await get("")) as { data: { id: number; name: string }[] };
  const id = data.find(({ name }) => name === lag)?.id ?? 0;
  return { names: data.map(({ name }) => name), config: JSON.stringify(await get(`/${id}/config`)) };
}

async function expectDeployed(): Promise<void> {
  expect((await live("staging")).config).toMatch(/\b600\b/);
  expect((await live("production")).config).toMatch(/\b30\b/);
}

describeWithTerraform("in HCL", () => {
  let folder: TerraformFolder;
  beforeEach(() => {
    folder = new TerraformFolder({ source: "dbmon/dbmon", folder: join(root, "dist") });
    cpSync(join(examples, "terraform"), folder.path, { recursive: true });
  });
  afterEach(() => {
    folder.remove();
  });

  it("a provider alias for each environment deploys both", async () => {
    const environment = {
      DBMON_BASE_URL: service.url,
      TF_VAR_staging_token: tokens.staging,
      TF_VAR_production_token: tokens.production,
    };
    expect((await folder.run(["fmt", "-check", "-recursive", "-diff", examples])).stdout).toBe("");
    await folder.run(["get"]);
    const applied = await folder.run(["apply", "-auto-approve", "-input=false"], environment);
    expect(applied.text).toContain("2 added, 0 changed, 0 destroyed");
    await expectDeployed();
    const plan = await folder.run(["plan", "-detailed-exitcode", "-input=false"], environment);
    expect(plan.code).toBe(0);
  });
});

it("in YAML, dbmon.yaml deploys both, and its tests make every alert fire", async () => {
  const folder = new TerraformFolder({ source: "dbmon/dbmon", folder: join(root, "dist") });
  try {
    cpSync(join(examples, "yaml"), folder.path, { recursive: true });
    const config = join(folder.path, "dbmon.yaml");
    writeFileSync(config, readFileSync(config, "utf8").replaceAll("https://app.example.com", service.url));
    const env = {
      PATH: process.env.PATH,
      DBMON_STAGING_TOKEN: tokens.staging,
      DBMON_PRODUCTION_TOKEN: tokens.production,
    };
    const dbmon = async (...args: string[]) =>
      (await execute(process.execPath, [join(root, "dist/cli/main.js"), ...args], { cwd: folder.path, env }))
        .stdout;
    expect(await dbmon("check", "--json")).toContain('"problems": []');
    expect(await dbmon("test", "--min-coverage", "100")).toContain("production:\npassed");
    const [, options = ""] = /dbmon apply (.*)/.exec(readFileSync(config, "utf8")) ?? [];
    await dbmon("apply", ...options.replaceAll(/["']/g, "").split(" "), "--yes", "--window", "0");
    await expectDeployed();
    expect((await live("staging")).names).not.toContain("Deploy: code went out");
    expect((await live("production")).names).toContain("Deploy: code went out");
    await dbmon("plan", "--environment", "*", "--detailed-exitcode");
  } finally {
    folder.remove();
  }
});
