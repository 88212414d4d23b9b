/**
 * Two concurrent runs of the same definitions: two sessions in this process, whose calls late responses interleave, and two
 * commands. With unique names, no alert is duplicated, and both reports are accurate.
 */
import * as fc from "fast-check";
import { FigureRecorder, type ScheduleFigures } from "./record-figures";
import { startApply } from "./run-command";
import { type CaseName, caseNames, scenarioOf } from "./schedules/change-cases";
import { checkConverged, checkFinalState, checkReport, checkUnmanaged } from "./schedules/check-outcome";
import { runOnce } from "./schedules/one-run";
import { type PlacedFault } from "./schedules/schedule";
import { isFull, seed, testTimeoutMs } from "./settings";
import { WatchedService } from "./watched-service";

const recorder = new FigureRecorder("two-at-once");
afterAll(() => {
  recorder.write();
});

const options = { usesSavedPlan: false, parallelism: 8, concurrency: 4, requestTimeout: 30_000 };

async function runTwice(
  cases: readonly CaseName[],
  staleReads: boolean,
  faults: readonly PlacedFault[],
): Promise<ScheduleFigures> {
  const scenario = scenarioOf(cases);
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
    // A run may temporarily undo a change of the other. A report must be accurate unless the other run reports a failure.
    const failedNames = new Set(
      results
        .flatMap(({ report }) => report?.results ?? [])
        .flatMap(({ name, outcome }) => (outcome === "done" ? [] : [name])),
    );
    for (const result of results) {
      const found = [...checkReport(scenario, result, service.model, false)];
      violations.push(
        ...found.filter((violation) => ![...failedNames].some((name) => violation.startsWith(`${name} is `))),
      );
    }
    service.clock.pass(61_000);
    service.beginRun([]);
    const last = await runOnce(service, scenario, options);
    calls.push(service.calls);
    const end = await service.listAlerts();
    service.model.checkAgainst(end);
    violations.push(
      ...checkUnmanaged(end),
      ...checkFinalState(scenario, end),
      ...checkConverged(scenario, last, end),
    );
    violations.push(...service.model.violations);
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
  "two sessions with randomly interleaved calls duplicate no alert, and their reports are accurate",
  async () => {
    const numRuns = isFull ? 500 : 10;
    const subset = fc.subarray([...caseNames], { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(
      subset,
      fc.boolean(),
      fc.array(late, { maxLength: 12 }),
      async (cases, staleReads, faults) => {
        const outcome = await runTwice(cases, staleReads, faults);
        recorder.add(outcome, numRuns);
        expect(outcome.violations).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns, seed });
  },
  testTimeoutMs,
);

it(
  "after two concurrent commands, the next one has no changes",
  async () => {
    for (let round = 1; round <= (isFull ? 20 : 1); round++) {
      const scenario = scenarioOf(caseNames.filter((name) => name !== "delete"));
      const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads: false });
      try {
        service.beginRun([]);
        const ends = await Promise.all([1, 2].map(() => startApply(scenario, service.emulator).ended));
        expect(ends.map(({ code }) => code)).not.toContain(null);
        service.beginRun([]);
        const { code, stderr } = await startApply(scenario, service.emulator).ended;
        expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
        const end = await service.listAlerts();
        const violations = [
          ...checkUnmanaged(end),
          ...checkFinalState(scenario, end),
          ...service.model.violations,
        ];
        recorder.add({ violations, calls: [], runs: 3, injected: [] }, 20);
        expect(violations).toEqual([]);
      } finally {
        await service.stop();
      }
    }
  },
  testTimeoutMs,
);
