/** What has been tried, counted: for the lines that show progress, and for docs/reliability.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FaultFigures } from "../../scripts/fault-figures";
import { isFull, tallyFolder } from "./settings";

export interface Counted {
  readonly violations: readonly string[];
  readonly runs: number;
  readonly calls: readonly number[];
  readonly injected: readonly string[];
}

const betweenLines = 10_000;

export class Tally {
  #schedules = 0;
  #runs = 0;
  #calls = 0;
  #violations = 0;
  readonly #injected: Record<string, number> = {};
  readonly #begun = Date.now();
  #lastLine = Date.now();

  /** @param name of what is tried: a file's name without its ending */
  constructor(readonly name: string) {}

  /** @param expected how many schedules there will be */
  add({ violations, runs, calls, injected }: Counted, expected: number): void {
    this.#schedules++;
    this.#runs += runs;
    this.#calls += calls.reduce((sum, count) => sum + count, 0);
    this.#violations += violations.length;
    for (const kind of injected) this.#injected[kind] = (this.#injected[kind] ?? 0) + 1;
    if (!isFull || Date.now() - this.#lastLine < betweenLines) return;
    this.#lastLine = Date.now();
    process.stderr.write(`${this.name}: ${this.#schedules} of ${expected} schedules\n`);
  }

  figures(): FaultFigures {
    return {
      name: this.name,
      schedules: this.#schedules,
      runs: this.#runs,
      calls: this.#calls,
      violations: this.#violations,
      injected: this.#injected,
      seconds: Math.round((Date.now() - this.#begun) / 1000),
    };
  }

  /** Leaves the figures for the script that has asked for them. */
  keep(): void {
    if (tallyFolder === undefined) return;
    writeFileSync(join(tallyFolder, `${this.name}.json`), JSON.stringify(this.figures()));
  }
}
