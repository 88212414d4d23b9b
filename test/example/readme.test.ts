/** What the README shows is run as it stands there: the first alert in each of the three languages, and the commands. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

/** The one block of commands that holds the text. */
function commandsWith(text: string): string {
  const blocks = Array.from(readme.matchAll(/```sh\n([^]*?)```/g), ([, commands = ""]) => commands);
  const [found, ...others] = blocks.filter((commands) => commands.includes(text));
  if (found === undefined || others.length > 0) throw new Error(`not one block of the README has ${text}`);
  return found;
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

  it("in TypeScript synthesizes to what dbmon deploys", async () => {
    const { folder, environment: own } = layOutExample("on-call", work);
    writeFileSync(join(folder, "main.ts"), block("ts"));
    await execute("npx", ["tsx", "main.ts"], { cwd: folder, env: own });
    await dbmon("apply", join(folder, "cdktf.out"), "--yes");
    await expectDeployed();
  });

  it("in YAML is deployed by the commands beside it", async () => {
    writeFileSync(join(work, "alerts.yaml"), block("yaml"));
    symlinkSync(join(root, "dist"), join(work, "dist"));
    const commands = commandsWith("apply alerts.yaml")
      .replace("http://127.0.0.1:8080", service.url)
      .replace("demo-token", service.token);
    await execute("bash", ["-ec", commands], { cwd: work, env: { PATH: process.env.PATH } });
    await expectDeployed();
  });

  it("in YAML is in sync once it is deployed", async () => {
    const file = join(work, "alerts.yaml");
    writeFileSync(file, block("yaml"));
    await dbmon("apply", file, "--yes");
    await expectDeployed();
    expect((await dbmon("plan", file, "--detailed-exitcode")).stdout).toBe("Plan: No changes. 1 in sync.\n");
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

describe("the README's commands", () => {
  let work: string;
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "readme-test-"));
  });
  afterEach(() => {
    rmSync(work, { recursive: true, force: true });
  });

  it("are scripts that there are, and name the package as npm packs it", () => {
    const { scripts, name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
      name: string;
      version: string;
    };
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(["demo", "test", "test:stories", "test:faults"]),
    );
    const packed = readme.match(/dbmon-iac-[\w.]+\.tgz/g) ?? [];
    expect([...new Set(packed)]).toEqual([`${name}-${version}.tgz`]);
  });

  it("begin a project", async () => {
    const [, args = ""] = /npx --package \S+ dbmon (init .*)/.exec(commandsWith("dbmon init")) ?? [];
    const main = join(root, "dist/cli/main.js");
    await execute(process.execPath, [main, ...args.split(" ")], {
      cwd: work,
      env: { PATH: process.env.PATH },
    });
    const made = JSON.parse(readFileSync(join(work, "my-alerts/package.json"), "utf8")) as {
      devDependencies: Record<string, string>;
    };
    expect(made.devDependencies["dbmon-iac"]).toMatch(/^file:.*\.tgz$/);
  });

  describeWithTerraform("with terraform", () => {
    it("install the provider, and deploy with cdktf", async () => {
      const service = await ServiceEmulator.start({ seed: shopSeed() });
      try {
        const { folder, environment } = layOutExample("on-call", work);
        const commands = commandsWith("cdktf deploy").replace(/(cdktf deploy .*)/, "$1 --auto-approve");
        const script = `dbmon() { node '${join(root, "dist/cli/main.js")}' "$@"; }\n${commands}`;
        const own = {
          DBMON_BASE_URL: service.url,
          DBMON_API_TOKEN: service.token,
          TF_CLI_CONFIG_FILE: undefined,
        };
        const { stdout } = await execute("bash", ["-ec", script], {
          cwd: folder,
          env: { ...environment, ...own },
        });
        expect(stdout).toContain("Apply complete! Resources: 5 added, 0 changed, 0 destroyed.");
      } finally {
        await service.stop();
      }
    });
  });
});
