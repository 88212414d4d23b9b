/** A shell step of a CI job as its own process, with an environment of its own. */
import { spawn } from "node:child_process";

export interface Ran {
  readonly exit: number;
  /** Both streams together. */
  readonly output: string;
}

export async function runShell(
  shell: readonly [program: string, ...args: string[]],
  script: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<Ran> {
  const [program, ...args] = shell;
  const child = spawn(program, [...args, script], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (text: string) => (output += text);
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const exit = await new Promise<number>((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => {
      done(code ?? -1);
    });
  });
  return { exit, output };
}
