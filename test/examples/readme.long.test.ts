/** The README works as written: its first alert, in a project with the installed package. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ServiceEmulator } from "../../src/emulator";
import { PackedProject } from "../support/packed-project";

const root = resolve(__dirname, "../..");
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
    service = await ServiceEmulator.start();
  });
  afterEach(() => service.stop());
  afterAll(() => {
    project.remove();
  });

  /** Without the line that starts an emulator. */
  function connectCommand(): string {
    return block("sh", "export DBMON_BASE_URL").replace(/^npx dbmon-iac emulator .*\n/, "");
  }

  function applyCommands(): string {
    return [connectCommand(), block("sh", "dbmon-iac apply")].join("");
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
    const deployed: unknown = expect.objectContaining({ name: "Shop: code went out", destinations: [3] });
    expect(await read("")).toMatchObject({ data: expect.arrayContaining([deployed]) as unknown });
    expect(await read("/15/config")).toMatchObject({ categories: ["code deployment"] });
  }

  it("is deployed by the commands of the README, which print what it shows, and then a change of it", async () => {
    project.write("alerts.yaml", block("yaml"));
    const commands = applyCommands();
    const output = await runInProject(commands);
    const shown = blocksOf("text").join("").split("\n");
    const withoutFigures = (text: string) =>
      text.replaceAll(/(after|id) [\d.]+/g, (_match, word: string) => `${word} ...`);
    for (const line of shown.filter((text) => !["", "..."].includes(text)))
      expect(withoutFigures(output)).toContain(withoutFigures(line));
    await expectDeployed();
    expect(output).not.toContain("No changes");
    expect(project.read("plan.html")).toContain("<h1>Updates 1 alert.</h1>");
    const next = `${connectCommand()}npx dbmon-iac apply alerts.yaml --yes
      npx dbmon-iac plan alerts.yaml --detailed-exitcode`;
    expect(await runInProject(next)).toContain("Plan: No changes");
  });

  it("names existing scripts, and the tarball as npm packs it", () => {
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

  it("has at most 600 words", () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(600);
  });
});
