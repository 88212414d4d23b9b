/** Executes the steps of a page in a terminal with its own home folder and port. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { firstMissing } from "../support/printed";
import { type CommandResult, Terminal } from "../support/terminal";
import { type Step } from "./guide";

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

  /** @param programs first folder on the PATH */
  constructor(
    readonly port: string,
    programs: string,
  ) {
    const home = join(this.#work, "home");
    mkdirSync(home);
    const environment = {
      PATH: `${programs}:${process.env.PATH ?? ""}`,
      HOME: home,
      TMPDIR: this.#work,
      CHECKPOINT_DISABLE: "1",
      GIT_AUTHOR_NAME: "Reader",
      GIT_AUTHOR_EMAIL: "reader@shop.example",
      GIT_COMMITTER_NAME: "Reader",
      GIT_COMMITTER_EMAIL: "reader@shop.example",
    };
    this.#terminal = new Terminal(root, this.#work, environment);
  }

  /** @throws Error with the step and its output */
  async follow(page: string, step: Step): Promise<void> {
    if (step.kind === "file") {
      const { output: folder } = await this.#terminal.run("pwd");
      const path = join(folder.trim(), step.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.text);
      // Prettier formats the other languages within the page.
      if (!step.name.endsWith(".tf")) return;
      const { exit, output } = await this.#terminal.run(`terraform fmt -check -diff ${step.name}`);
      if (exit !== 0) throw new Error(`${page}, line ${String(step.line)}: not formatted:\n${output}`);
    } else if (step.isBackground) {
      const isReady = (printed: string) => firstMissing(step.prints, printed) === undefined;
      await this.#terminal.leaveRunning(step.text, isReady);
    } else {
      const { exit, output } = await this.#run(step.text);
      const missing = firstMissing(step.prints, output);
      if (exit === step.exit && missing === undefined) return;
      const exited = `exited with ${String(exit)} instead of ${String(step.exit)}`;
      const difference = missing === undefined ? exited : `did not print this line in its place:\n${missing}`;
      throw new Error(`${page}, line ${String(step.line)}:\n${step.text}\n${difference}\nOutput:\n${output}`);
    }
  }

  /** A line that ends with `&` keeps running. The next one runs when it has printed something. */
  async #run(commands: string): Promise<CommandResult> {
    const results: CommandResult[] = [];
    for (const [index, part] of commands.split(/^(.+) &$\n?/m).entries()) {
      if (index % 2 === 1) await this.#terminal.leaveRunning(part, (printed) => printed !== "");
      else if (part !== "") results.push(await this.#terminal.run(part));
    }
    return {
      exit: results.map(({ exit }) => exit).findLast((exit) => exit !== 0) ?? 0,
      output: results.map(({ output }) => output).join(""),
    };
  }

  async close(): Promise<void> {
    await this.#terminal.close();
    rmSync(this.#work, { recursive: true, force: true });
  }
}
