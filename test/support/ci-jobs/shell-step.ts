/** Runs a shell step of a CI job as a process. */
import { spawn } from "node:child_process";

export interface StepResult {
  readonly exit: number;
  /** stdout and stderr. */
  readonly output: string;
}

export async function runShell(
  shell: readonly [program: string, ...args: string[]],
  script: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<StepResult> {
  const [program, ...args] = shell;
  const child = spawn(program, [...args, script], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const append = (text: string) => (output += text);
  child.stdout.setEncoding("utf8").on("data", append);
  child.stderr.setEncoding("utf8").on("data", append);
  const exit = await new Promise<number>((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => {
      done(code ?? -1);
    });
  });
  return { exit, output };
}
