/** Counts schedules, calls and faults, for progress output and for docs/internals/reliability.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FaultFigures } from "../../scripts/fault-figures";
import { figuresFolder, isFull } from "./settings";

export interface ScheduleFigures {
  readonly violations: readonly string[];
  readonly runs: number;
  readonly calls: readonly number[];
  readonly injected: readonly string[];
}

const progressIntervalMs = 10_000;

export class FigureRecorder {
  #schedules = 0;
  #runs = 0;
  #calls = 0;
  #violations = 0;
  readonly #injected: Record<string, number> = {};
  readonly #startedAt = Date.now();
  #lastProgress = Date.now();

  /** @param name of the test file, without its extension */
  constructor(readonly name: string) {}

  /** @param expected total number of schedules */
  add({ violations, runs, calls, injected }: ScheduleFigures, expected: number): void {
    this.#schedules++;
    this.#runs += runs;
    this.#calls += calls.reduce((sum, count) => sum + count, 0);
    this.#violations += violations.length;
    for (const kind of injected) this.#injected[kind] = (this.#injected[kind] ?? 0) + 1;
    if (!isFull || Date.now() - this.#lastProgress < progressIntervalMs) return;
    this.#lastProgress = Date.now();
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
      seconds: Math.round((Date.now() - this.#startedAt) / 1000),
    };
  }

  /** Writes the figures for scripts/reliability.ts, if it started the tests. */
  write(): void {
    if (figuresFolder === undefined) return;
    writeFileSync(join(figuresFolder, `${this.name}.json`), JSON.stringify(this.figures()));
  }
}
