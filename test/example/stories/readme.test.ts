/** The README works as written: its first alert in each language, and its commands, in a project with the installed package. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createExampleProject } from "../../../scripts/example-project";
import { ServiceEmulator } from "../../../src/emulator";
import { PackedProject } from "../../support/packed-project";
import { shopSeed } from "../../support/shop-seed";
import { describeWithTerraform, TerraformFolder } from "../../support/terraform";

const root = resolve(__dirname, "../../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const execute = promisify(execFile);

function blocksOf(language: string): string[] {
  const pattern = new RegExp("^```" + language + "\\n([^]*?)^```", "gm");
  return Array.from(readme.matchAll(pattern), ([, text = ""]) => text);
}

/** The only block of the language that contains the text. */
function block(language: string, text = ""): string {
  const [found, ...others] = blocksOf(language).filter((candidate) => candidate.includes(text));
  if (found === undefined || others.length > 0)
    throw new Error(`the README must have one ${language} block with "${text}"`);
  return found;
}

describe("the README's first alert", () => {
  let project: PackedProject;
  let service: ServiceEmulator;
  beforeAll(() => {
    project = new PackedProject("cdktf");
  });
  beforeEach(async () => {
    service = await ServiceEmulator.start({ seed: shopSeed() });
  });
  afterEach(() => service.stop());
  afterAll(() => {
    project.remove();
  });

  function applyCommands(): string {
    return [block("sh", "export DBMON_BASE_URL"), block("sh", "dbmon-iac apply")].join("");
  }

  async function runInProject(commands: string): Promise<string> {
    const environment = { PATH: process.env.PATH, HOME: join(project.folder, "home") };
    const script = commands
      .replace("http://127.0.0.1:8080", service.url)
      .replace("demo-token", service.token);
    return (await execute("bash", ["-ec", script], { cwd: project.folder, env: environment })).stdout;
  }

  async function expectDeployed(): Promise<void> {
    const headers = { Authorization: `Bearer ${service.token}` };
    const read = async (path: string): Promise<unknown> =>
      (await fetch(`${service.url}/api/v2/config/alerts${path}`, { headers })).json();
    expect(await read("")).toMatchObject({
      data: [{ name: "Deploy: code went out", policy: 1, destinations: [3] }],
    });
    expect(await read("/1/config")).toMatchObject({ categories: ["code deployment"] });
  }

  it("is deployed from YAML by the commands of the README, prints what it shows, and is then in sync", async () => {
    project.write("alerts.yaml", block("yaml"));
    const commands = applyCommands();
    const output = await runInProject(commands);
    const shown = block("text").split("\n");
    const withoutFigures = (text: string) =>
      text.replaceAll(/(after|id) [\d.]+/g, (_match, word: string) => `${word} ...`);
    for (const line of shown.filter((text) => !["", "..."].includes(text)))
      expect(withoutFigures(output)).toContain(withoutFigures(line));
    await expectDeployed();
    const plan = commands.replace(/dbmon-iac apply .*/, "dbmon-iac plan alerts.yaml --detailed-exitcode");
    expect(await runInProject(plan)).toContain("Plan: No changes");
    await runInProject(block("sh", "export DBMON_BASE_URL") + block("sh", "dbmon-iac plan"));
    expect(project.read("plan.html")).toContain("<h1>Changes nothing: 1 alert in sync.</h1>");
  });

  it("is deployed from TypeScript", async () => {
    project.write("main.ts", block("ts"));
    project.run("tsx/dist/cli.mjs", "main.ts");
    await runInProject(applyCommands().replace("alerts.yaml", "cdktf.out"));
    await expectDeployed();
  });

  describeWithTerraform("with terraform", () => {
    it("is deployed from Terraform", async () => {
      const folder = new TerraformFolder({ source: "dbmon/dbmon", folder: join(root, "dist") });
      try {
        folder.write("main.tf", block("hcl"));
        const environment = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
        const run = await folder.run(["apply", "-auto-approve"], environment);
        expect(run.stderr).toBe("");
        await expectDeployed();
      } finally {
        folder.remove();
      }
    });
  });
});

describe("the README's commands", () => {
  /** Runs the built command in place of `npx ... dbmon`, which would install the package from the tarball. */
  const npx = `npx() { while [ "$1" != dbmon ] && [ "$1" != dbmon-iac ] && [ "$1" != cdktf ]; do shift; done
    if [ "$1" = cdktf ]; then "$@"; else shift; node '${join(root, "dist/cli/main.js")}' "$@"; fi; }`;
  let work: string;
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "readme-test-"));
  });
  afterEach(() => {
    rmSync(work, { recursive: true, force: true });
  });

  it("name existing scripts, and the tarball as npm packs it", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
      readonly name: string;
      readonly version: string;
    };
    const scripts = Array.from(readme.matchAll(/npm run ([\w:]+)/g), ([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
    const tarballs = readme.match(/dbmon-iac-[\w.]+\.tgz/g) ?? [];
    expect([...new Set(tarballs)]).toEqual([`${manifest.name}-${manifest.version}.tgz`]);
  });

  it("generate a project", async () => {
    const environment = { PATH: process.env.PATH, HOME: work };
    const script = `${npx}\n${block("sh", "dbmon init")}`;
    await execute("bash", ["-ec", script], { cwd: work, env: environment });
    const generated = JSON.parse(readFileSync(join(work, "my-alerts/package.json"), "utf8")) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const specifier = generated.devDependencies["dbmon-iac"] ?? "";
    expect(specifier).toMatch(/^file:vendor\/.*\.tgz$/);
    expect(existsSync(join(work, "my-alerts", specifier.replace("file:", "")))).toBe(true);
  });

  describeWithTerraform("with terraform", () => {
    it("install the provider, create the first alert with terraform, and adopt it with cdktf", async () => {
      const service = await ServiceEmulator.start({ seed: shopSeed() });
      try {
        const { folder, environment } = createExampleProject("on-call", work);
        mkdirSync(join(folder, "terraform"));
        writeFileSync(join(folder, "terraform/main.tf"), block("hcl"));
        writeFileSync(join(folder, "main.ts"), block("ts"));
        writeFileSync(join(folder, "cdktf.json"), block("json"));
        const commands = [
          block("sh", "provider install"),
          block("sh", "-chdir=terraform apply").replace("terraform apply", "terraform apply -auto-approve"),
          block("sh", "cdktf deploy").replace(/(cdktf deploy .*)/, "$1 --auto-approve"),
        ].join("");
        const serviceEnvironment = {
          DBMON_BASE_URL: service.url,
          DBMON_API_TOKEN: service.token,
          // As README says for several languages.
          DBMON_EXISTING_ALERTS: "adopt",
          TF_CLI_CONFIG_FILE: undefined,
        };
        const { stdout } = await execute("bash", ["-ec", `${npx}\n${commands}`], {
          cwd: folder,
          env: { ...environment, ...serviceEnvironment },
        });
        expect(stdout.match(/Apply complete! Resources: 1 added, 0 changed, 0 destroyed/g)).toHaveLength(2);
        const writes = service.requests.list().filter(({ method }) => method !== "GET");
        expect(writes.map(({ method }) => method)).toEqual(["POST", "PUT"]);
      } finally {
        await service.stop();
      }
    });
  });
});
