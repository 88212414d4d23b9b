/** `dbmon completion`: its script in a shell. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { commandBench } from "../../../support/command";
import { dbmonCommand } from "../../../support/programs";

const bench = commandBench();

it("completion bash completes commands, options and values in bash", async () => {
  const { stdout } = await bench.dbmon(["completion", "bash"]);
  const script = bench.write("completion.bash", stdout);
  const [program, args] = dbmonCommand();
  const dbmon = `dbmon() { '${[program, ...args].join("' '")}' "$@"; }`;
  const complete = async (...words: string[]) => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const commands = `${dbmon}; source ${script}; COMP_WORDS=(${line}); COMP_CWORD=${String(words.length - 1)}; _dbmon; echo "\${COMPREPLY[@]}"`;
    const run = await promisify(execFile)("bash", ["--norc", "-c", commands], { cwd: bench.folder() });
    return run.stdout.trim().split(" ");
  };
  expect(await complete("dbmon", "pl")).toEqual(["plan"]);
  expect(await complete("dbmon", "di")).toEqual([""]);
  expect(await complete("dbmon", "event", "cr")).toEqual(["create"]);
  expect(await complete("dbmon", "plan", "alerts.yaml", "--det")).toEqual(["--detailed-exitcode"]);
  expect(await complete("dbmon", "check", "--format", "=", "m")).toEqual(["markdown"]);
  expect(await complete("dbmon", "plan", "--out", "")).toEqual([""]);
});
