/** The reader of a page: he follows it step by step in his terminal, with a home folder and a port of his own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Step } from "./guide";
import { firstMissing } from "./printed";
import { Terminal } from "./terminal";

const root = resolve(__dirname, "../..");

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return String(address.port);
}

export class Reader {
  readonly #work = mkdtempSync(join(tmpdir(), "guide-test-"));
  readonly #terminal: Terminal;

  /** @param furnish puts what the page takes for granted into the reader's home folder */
  constructor(
    readonly port: string,
    furnish: (home: string) => void = () => undefined,
  ) {
    const home = join(this.#work, "home");
    mkdirSync(home);
    furnish(home);
    const environment = { PATH: process.env.PATH, HOME: home, TMPDIR: this.#work, CHECKPOINT_DISABLE: "1" };
    this.#terminal = new Terminal(root, this.#work, environment);
  }

  /** @throws Error that quotes the step and what it printed */
  async follow(page: string, step: Step): Promise<void> {
    if (step.kind === "file") {
      const { output: here } = await this.#terminal.run("pwd");
      writeFileSync(join(here.trim(), step.name), step.text);
      // The others are formatted with the page that they are on.
      if (!step.name.endsWith(".tf")) return;
      const { exit, output } = await this.#terminal.run(`terraform fmt -check -diff ${step.name}`);
      if (exit !== 0)
        throw new Error(`${page}, line ${String(step.line)}: not as terraform formats:\n${output}`);
    } else if (step.isBackground) {
      const isReady = (printed: string) => firstMissing(step.prints, printed) === undefined;
      await this.#terminal.leaveRunning(step.text, isReady);
    } else {
      const { exit, output } = await this.#terminal.run(step.text);
      const missing = firstMissing(step.prints, output);
      if (exit === step.exit && missing === undefined) return;
      const ended = `ended with ${String(exit)} instead of ${String(step.exit)}`;
      const unlike = missing === undefined ? ended : `did not print, where it should:\n${missing}`;
      throw new Error(`${page}, line ${String(step.line)}:\n${step.text}\n${unlike}\nIt printed:\n${output}`);
    }
  }

  async close(): Promise<void> {
    await this.#terminal.close();
    rmSync(this.#work, { recursive: true, force: true });
  }
}
