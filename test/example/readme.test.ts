/** What the README shows is run as it stands there: the first alert in each of the three languages. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { layOutExample } from "../../scripts/example-project";
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/shop-seed";
import { describeWithTerraform, TerraformFolder } from "../support/terraform";

const root = resolve(__dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const execute = promisify(execFile);

function block(language: string): string {
  const text = new RegExp("```" + language + "\\n([^]*?)```").exec(readme)?.[1];
  if (text === undefined) throw new Error(`the README has no block in ${language}`);
  return text;
}

describe("the README's first alert", () => {
  let work: string;
  let service: ServiceEmulator;
  beforeEach(async () => {
    work = mkdtempSync(join(tmpdir(), "readme-test-"));
    service = await ServiceEmulator.start({ seed: shopSeed() });
  });
  afterEach(async () => {
    await service.stop();
    rmSync(work, { recursive: true, force: true });
  });

  const environment = () => ({ DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token });
  const dbmon = (...args: string[]) =>
    execute(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
      env: { PATH: process.env.PATH, ...environment() },
    });

  async function expectDeployed(): Promise<void> {
    const headers = { Authorization: `Bearer ${service.token}` };
    const read = async (path: string): Promise<unknown> =>
      (await fetch(`${service.url}/api/v2/config/alerts${path}`, { headers })).json();
    expect(await read("")).toMatchObject({
      data: [{ name: "Deploy: code went out", policy: 1, destinations: [3] }],
    });
    expect(await read("/1/config")).toMatchObject({ categories: ["code deployment"] });
  }

  it("in TypeScript synthesises to what dbmon deploys", async () => {
    const { folder, environment: own } = layOutExample("on-call", work);
    writeFileSync(join(folder, "main.ts"), block("ts"));
    await execute("npx", ["tsx", "main.ts"], { cwd: folder, env: own });
    await dbmon("apply", join(folder, "cdktf.out"), "--yes");
    await expectDeployed();
  });

  it("in YAML is deployed by dbmon", async () => {
    const file = join(work, "alerts.yaml");
    writeFileSync(file, block("yaml"));
    await dbmon("apply", file, "--yes");
    await expectDeployed();
    expect((await dbmon("plan", file, "--detailed-exitcode")).stdout).toBe("Plan: No changes; 1 in sync.\n");
  });

  describeWithTerraform("with terraform", () => {
    it("in Terraform's language is applied", async () => {
      const folder = new TerraformFolder({ source: "dbmon/dbmon", folder: join(root, "dist") });
      try {
        folder.write("main.tf", block("hcl"));
        const run = await folder.run(["apply", "-auto-approve"], environment());
        expect(run.stderr).toBe("");
        await expectDeployed();
      } finally {
        folder.remove();
      }
    });
  });
});
