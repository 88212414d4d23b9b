/** A terminal that keeps exported variables and the current folder between blocks of commands. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface CommandResult {
  /** Exit code of the last command that failed, or 0. */
  readonly exit: number;
  /** stdout and stderr. */
  readonly output: string;
}

const startTimeoutMs = 30_000;

export class Terminal {
  readonly #stateFile: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running: ChildProcess[] = [];

  /** @param work folder for the saved shell state */
  constructor(folder: string, work: string, environment: NodeJS.ProcessEnv) {
    this.#stateFile = join(work, "state.sh");
    this.#environment = { ...environment, STATE_FILE: this.#stateFile };
    writeFileSync(this.#stateFile, `cd '${folder}'\n`);
  }

  async run(commands: string): Promise<CommandResult> {
    const { ended, printed } = this.#start(`failed=0
trap 'failed=$?' ERR
${commands}
trap - ERR
{ declare -px; printf 'cd %q\\n' "$PWD"; } > "$STATE_FILE"
exit $failed`);
    return { exit: await ended, output: printed() };
  }

  /** Starts the command with the current shell state, and waits until `isReady` accepts its output. `close` stops it. */
  async leaveRunning(command: string, isReady: (printed: string) => boolean): Promise<void> {
    const { child, ended, printed } = this.#start(command);
    this.#running.push(child);
    await new Promise<void>((ready, failed) => {
      const limit = setTimeout(() => {
        failed(
          new Error(
            `${command} did not print the expected lines within ${String(startTimeoutMs)} ms:\n${printed()}`,
          ),
        );
      }, startTimeoutMs);
      child.stdout?.on("data", () => {
        if (!isReady(printed())) return;
        clearTimeout(limit);
        ready();
      });
      void ended.then((code) => {
        clearTimeout(limit);
        failed(new Error(`${command} exited with ${String(code)}:\n${printed()}`));
      });
    });
  }

  async close(): Promise<void> {
    for (const child of this.#running) {
      if (child.pid === undefined || child.exitCode !== null) continue;
      const closed = once(child, "close");
      process.kill(-child.pid, "SIGTERM");
      await closed;
    }
  }

  #start(script: string): { child: ChildProcess; ended: Promise<number>; printed: () => string } {
    const input = `exec 2>&1\n. "$STATE_FILE"\n${script}\n`;
    // `close` stops the process group.
    const child = spawn("bash", ["--noprofile", "--norc", "-s"], { env: this.#environment, detached: true });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stdin.end(input);
    const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : -1));
    return { child, ended, printed: () => text };
  }
}
