/** The skill for coding agents: its commands run in a project, and a change is written only by the command that confirms it. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { commandBench, environmentOf, writesTo } from "../support/command";
import { parseCommandLine } from "../support/command-line";
import { callService } from "../support/emulator";

const root = resolve(__dirname, "../..");
const skill = readFileSync(join(root, "skills/dbmon/SKILL.md"), "utf8");
const blocks = Array.from(skill.matchAll(/^```sh\n([^]*?)^```$/gm), ([, commands = ""]) => commands);
const bench = commandBench();
const execute = promisify(execFile);

it("its commands run, and the confirmed one writes what was shown", async () => {
  const emulator = await bench.emulator({ propagationSeconds: 0 });
  const bin = join(bench.folder(), "bin");
  mkdirSync(bin);
  symlinkSync(join(root, "dist/cli/main.js"), join(bin, "dbmon"));
  for (const name of ["alerts", "alerts.test.yaml"])
    cpSync(join(root, "templates/yaml", name), join(bench.folder(), name), { recursive: true });
  const env = { ...environmentOf(emulator), PATH: `${bin}:${process.env.PATH ?? ""}`, HOME: bench.folder() };
  const run = (commands: string) => execute("bash", ["-ec", commands], { cwd: bench.folder(), env });

  expect(blocks.length).toBeGreaterThan(3);
  for (const commands of blocks) await run(commands);
  expect(writesTo(emulator)).toEqual([]);
  const { confirmation } = JSON.parse(readFileSync(join(bench.folder(), "confirmation.json"), "utf8")) as {
    readonly confirmation: {
      readonly command: string;
      readonly plan: { readonly changes: readonly { readonly name: string }[] };
    };
  };
  expect(skill).toContain("`confirmation.plan.changes`");
  expect(skill).toContain("`confirmation.command`");
  await run(confirmation.command);
  const { data } = (await callService(emulator, "GET", "/config/alerts")) as {
    readonly data: readonly { readonly name: string }[];
  };
  const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name).sort();
  expect(names(data)).toEqual(names(confirmation.plan.changes));
  await expect(run(confirmation.command)).rejects.toMatchObject({ code: 3 });
});

it("dbmon help agents prints it, in at most 400 words", async () => {
  const { code, stdout } = await parseCommandLine(["help", "agents"]);
  expect(code).toBe(0);
  expect(stdout.trimEnd()).toBe(skill.slice(skill.indexOf("# Change")).trimEnd());
  expect(skill.split(/\s+/).length).toBeLessThanOrEqual(400);
});
