/** A project that `dbmon init` creates: the commands that it prints and the scripts of the project succeed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layOutPackages } from "../support/packed-project";
import { Terminal } from "../support/terminal";
import { describeWithTerraform } from "../support/terraform";

interface InitOutput {
  readonly files: readonly string[];
  readonly next: Readonly<Record<"install" | "emulator" | "deploy", readonly string[]>>;
}

const packages = ["cdktn", "cdktf-cli", "jest", "@swc/jest", "@swc/core", "@types/jest"];
/** Commands that exit with 0 only if the plan has no changes, by the options of init. */
const plans: Readonly<Record<string, string>> = {
  yaml: "npm run plan -- --detailed-exitcode",
  hcl: "npm run plan -- -detailed-exitcode",
  typescript: "npm run plan -- -detailed-exitcode",
  "typescript --library cdktf": "npm run plan | tee ../plan.txt && grep -q 'No changes' ../plan.txt",
};
const names = [
  "CPU: a database server is saturated",
  "Deploy: code went out",
  "Restart: a database server came back",
];

describeWithTerraform("a project created by dbmon init", () => {
  let work: string;
  let terminal: Terminal;
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "dbmon-init-test-"));
    mkdirSync(join(work, "home"));
    const environment = {
      PATH: process.env.PATH,
      HOME: join(work, "home"),
      TMPDIR: work,
      npm_config_update_notifier: "false",
      CHECKPOINT_DISABLE: "1",
      DISABLE_VERSION_CHECK: "1",
      CI: "1",
    };
    terminal = new Terminal(work, work, environment);
  });
  afterEach(async () => {
    await terminal.close();
    rmSync(work, { recursive: true, force: true });
  });

  async function run(command: string): Promise<string> {
    const { exit, output } = await terminal.run(command);
    if (exit !== 0) throw new Error(`${command} ended with ${String(exit)}:\n${output}`);
    return output;
  }

  it.each(Object.keys(plans))(
    "in %s passes its test, deploys, and the next plan has no changes",
    async (language) => {
      const project = join(work, "my alerts");
      layOutPackages(project, "cdktf", packages);
      const init = `node 'my alerts/node_modules/dbmon-iac/dist/cli/main.js' init 'my alerts' --language ${language} --json`;
      const { files, next } = JSON.parse(await run(init)) as InitOutput;
      expect(files).toEqual(expect.arrayContaining([".gitignore", "README.md", "package.json"]));

      // The packages are linked already. Instead of installing from a registry, npm runs the script that follows an installation.
      for (const command of next.install)
        await run(command.replace("npm install", "npm run --if-present prepare"));

      let url = "";
      const isListening = (printed: string) => {
        url = /listening on (\S+)$/m.exec(printed)?.[1] ?? "";
        return url !== "";
      };
      await terminal.leaveRunning(`${next.emulator.join(" && ")} -- --port 0`, isListening);
      for (const command of next.deploy) await run(command.replace("http://127.0.0.1:8080", url));

      const answer = await fetch(`${url}/api/v2/config/alerts`, {
        headers: { Authorization: "Bearer demo-token" },
      });
      const { data } = (await answer.json()) as { data: { name: string; destinations: number[] }[] };
      const deployed = data.filter(({ name }) => names.includes(name));
      expect(deployed.map(({ name }) => name).sort()).toEqual(names);
      expect(deployed.map(({ destinations }) => destinations)).toEqual([[3], [3], [3]]);

      await run(plans[language] ?? "");
      for (const script of ["check", "drift"]) await run(`npm run ${script}`);

      // Git tracks only the files of init: .gitignore excludes what the commands created.
      writeFileSync(join(project, "package-lock.json"), "{}\n");
      const tracked = await run("git init -q && git add --all && git ls-files");
      const lock = language === "hcl" ? [".terraform.lock.hcl"] : [];
      expect(tracked.trim().split("\n").sort()).toEqual([...files, "package-lock.json", ...lock].sort());
      if (language === "hcl") await run("terraform fmt -check -diff");
      expect(readFileSync(join(project, "README.md"), "utf8").split("\n").length).toBeLessThan(25);
    },
    240_000,
  );
});
