/**
 * Every guide is gone through as its reader does, with the real terraform, the real command and an emulator of its own.
 *
 * - A block of `terraform` under `<!-- file: NAME -->` is written to that file of the folder where the reader is.
 * - A block of `sh` is run in the reader's terminal, and must succeed; under `<!-- exit: 2 -->` it must end with that. Under
 *   `<!-- other terminal -->` it is left running; under `<!-- not run: WHY -->` it is not run.
 * - A block of `text` right after holds lines that those commands print, in this order and among others; how wide a column is
 *   does not matter, and `...` stands for anything.
 * - No other blocks and no other comments. Port 8080 stands for a free one.
 *
 * Guides other than "Getting started" begin where the first section of that one has brought the reader.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeWithTerraform } from "../support/terraform";
import { readGuide, type Step } from "./guide";
import { firstMissing } from "./printed";
import { Terminal } from "./terminal";

const root = resolve(__dirname, "../..");
const folder = join(root, "docs/guides");
const first = "getting-started.md";
const guides = readdirSync(folder).sort();

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return String(address.port);
}

describeWithTerraform("the guides", () => {
  let work: string;
  let terminal: Terminal;
  let port: string;
  beforeEach(async () => {
    work = mkdtempSync(join(tmpdir(), "guide-test-"));
    mkdirSync(join(work, "home"));
    port = await freePort();
    const { PATH } = process.env;
    const environment = { PATH, HOME: join(work, "home"), TMPDIR: work, CHECKPOINT_DISABLE: "1" };
    terminal = new Terminal(root, work, environment);
  });
  afterEach(async () => {
    await terminal.close();
    rmSync(work, { recursive: true, force: true });
  });

  const read = (guide: string) =>
    readGuide(readFileSync(join(folder, guide), "utf8").replaceAll("8080", port));

  async function follow(guide: string, step: Step): Promise<void> {
    const where = `${guide}, line ${String(step.line)}`;
    if (step.kind === "file") {
      const { output } = await terminal.run("pwd");
      writeFileSync(join(output.trim(), step.name), step.text);
    } else if (step.isBackground) {
      await terminal.leaveRunning(step.text, (output) => firstMissing(step.prints, output) === undefined);
    } else {
      const { exit, output } = await terminal.run(step.text);
      const missing = firstMissing(step.prints, output);
      if (exit === step.exit && missing === undefined) return;
      const ended = `ended with ${String(exit)} instead of ${String(step.exit)}`;
      const unlike = missing === undefined ? ended : `did not print, where it should:\n${missing}`;
      throw new Error(`${where}:\n${step.text}\n${unlike}\nIt printed:\n${output}`);
    }
  }

  it.each(guides)(
    "%s can be followed word by word",
    async (guide) => {
      const sections = read(guide);
      const before = guide === first ? [] : read(first).slice(0, 2);
      for (const { steps } of before) for (const step of steps) await follow(first, step);
      const steps = sections.flatMap((section) => section.steps);
      expect(steps).not.toEqual([]);
      for (const step of steps) await follow(guide, step);
    },
    180_000,
  );
});
