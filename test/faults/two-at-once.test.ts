/**
 * Two runs of the same definitions at once, which know nothing of each other: two sessions in this process, their calls
 * interleaved by late answers, and two commands. Where names are unique, nothing is doubled, and both say what is true.
 */
import * as fc from "fast-check";
import { judgeEnd, judgeForeign, judgeRun, judgeSettled } from "./judge";
import { runOnce } from "./one-run";
import { type PartName, partNames, scenarioOf } from "./parts";
import { startApply } from "./run-command";
import { type PlacedFault } from "./schedule";
import { isFull, patience, seed } from "./settings";
import { type Counted, Tally } from "./tally";
import { WatchedService } from "./watched-service";

const tally = new Tally("two-at-once");
afterAll(() => {
  tally.keep();
});

const options = { isKept: false, parallelism: 8, concurrency: 4, requestTimeout: 30_000 };

async function runTwice(
  parts: readonly PartName[],
  staleReads: boolean,
  faults: readonly PlacedFault[],
): Promise<Counted> {
  const scenario = scenarioOf(parts);
  const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads });
  const violations: string[] = [];
  try {
    service.beginRun(faults);
    const results = await Promise.all([
      runOnce(service, scenario, options),
      runOnce(service, scenario, options),
    ]);
    const calls = [service.calls];
    const injected = service.injected.map(({ kind }) => kind);
    // Each may undo for a moment what the other has done: what one says is true unless the other tells that it failed.
    const told = new Set(
      results
        .flatMap(({ report }) => report?.results ?? [])
        .flatMap((one) => (one.outcome === "done" ? [] : [one.name])),
    );
    for (const result of results) {
      const complaints = [...judgeRun(scenario, result, service.ledger, false)];
      violations.push(
        ...complaints.filter((one) => ![...told].some((name) => one.startsWith(`${name} is `))),
      );
    }
    service.clock.pass(61_000);
    service.beginRun([]);
    const last = await runOnce(service, scenario, options);
    calls.push(service.calls);
    const end = await service.read();
    service.ledger.checkAgainst(end);
    violations.push(...judgeForeign(end), ...judgeEnd(scenario, end), ...judgeSettled(scenario, last, end));
    violations.push(...service.ledger.violations);
    return { violations, calls, runs: 3, injected };
  } finally {
    await service.stop();
  }
}

const late = fc.record({
  at: fc.integer({ min: 1, max: 60 }),
  times: fc.integer({ min: 1, max: 3 }),
  kind: fc.constant("after: late" as const),
});

it(
  "two sessions, their calls interleaved at random, double nothing and say what is true",
  async () => {
    const numRuns = isFull ? 500 : 10;
    const subset = fc.subarray([...partNames], { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(
      subset,
      fc.boolean(),
      fc.array(late, { maxLength: 12 }),
      async (parts, staleReads, faults) => {
        const outcome = await runTwice(parts, staleReads, faults);
        tally.add(outcome, numRuns);
        expect(outcome.violations).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns, seed });
  },
  patience,
);

it(
  "two commands at once leave what the next one has nothing to do about",
  async () => {
    for (let time = 1; time <= (isFull ? 20 : 1); time++) {
      const scenario = scenarioOf(partNames.filter((name) => name !== "delete"));
      const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads: false });
      try {
        service.beginRun([]);
        const ends = await Promise.all([1, 2].map(() => startApply(scenario, service.emulator).ended));
        expect(ends.map(({ code }) => code)).not.toContain(null);
        service.beginRun([]);
        const { code, stderr } = await startApply(scenario, service.emulator).ended;
        expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
        const end = await service.read();
        const violations = [...judgeForeign(end), ...judgeEnd(scenario, end), ...service.ledger.violations];
        tally.add({ violations, calls: [], runs: 3, injected: [] }, 20);
        expect(violations).toEqual([]);
      } finally {
        await service.stop();
      }
    }
  },
  patience,
);
