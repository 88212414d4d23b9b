/** The terminal of a guide's reader: what he exports, his aliases and the folder that he goes to stay from block to block. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Ran {
  /** Of the last command that failed, or 0. */
  readonly exit: number;
  /** Both streams together. */
  readonly output: string;
}

/** Milliseconds. */
const readyWithin = 30_000;

export class Terminal {
  readonly #memory: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running: ChildProcess[] = [];

  /** @param work where the terminal keeps what it remembers */
  constructor(folder: string, work: string, environment: NodeJS.ProcessEnv) {
    this.#memory = join(work, "memory.sh");
    this.#environment = { ...environment, MEMORY: this.#memory };
    writeFileSync(this.#memory, `cd '${folder}'\n`);
  }

  async run(commands: string): Promise<Ran> {
    const { ended, printed } = this.#start(`failed=0
trap 'failed=$?' ERR
${commands}
trap - ERR
{ declare -px; alias -p; printf 'cd %q\\n' "$PWD"; } > "$MEMORY"
exit $failed`);
    return { exit: await ended, output: printed() };
  }

  /** In another terminal, as it is at this moment; ended by `close`. @returns once `isReady` of all that it has printed */
  async leaveRunning(command: string, isReady: (printed: string) => boolean): Promise<void> {
    const { child, ended, printed } = this.#start(command);
    this.#running.push(child);
    await new Promise<void>((ready, failed) => {
      const limit = setTimeout(() => {
        failed(
          new Error(`${command} did not print what it should in ${String(readyWithin)} ms:\n${printed()}`),
        );
      }, readyWithin);
      child.stdout?.on("data", () => {
        if (!isReady(printed())) return;
        clearTimeout(limit);
        ready();
      });
      void ended.then((code) => {
        clearTimeout(limit);
        failed(new Error(`${command} ended with ${String(code)}:\n${printed()}`));
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
    const whole = `exec 2>&1\nshopt -s expand_aliases\n. "$MEMORY"\n${script}\n`;
    // From standard input, line by line: an alias is known to the lines after its own. In a process group of its own.
    const child = spawn("bash", ["--noprofile", "--norc", "-s"], { env: this.#environment, detached: true });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stdin.end(whole);
    const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : -1));
    return { child, ended, printed: () => text };
  }
}
