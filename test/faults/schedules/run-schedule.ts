/** Runs a schedule: its runs with faults, then after one propagation window a run without faults, after which all must be in sync. */
import { WatchedService } from "../watched-service";
import { type Scenario, scenarioOf } from "./change-cases";
import { checkConverged, checkFinalState, checkReport, checkUnmanaged } from "./check-outcome";
import { runOnce, type RunResult, type Sabotage } from "./one-run";
import { type FaultKind, type FaultyRun, isHang, isIncompleteList, type Schedule } from "./schedule";

interface Outcome {
  /** One sentence for each broken rule. */
  readonly violations: readonly string[];
  readonly runs: number;
  readonly calls: readonly number[];
  /** The failures that the runs reported. */
  readonly failures: readonly string[];
  /** Kinds of the faults that affected a call. */
  readonly injected: readonly FaultKind[];
}

/** Seconds: one more than the propagation window. */
const secondsPastWindow = 61;
const noFaults: FaultyRun = { faults: [], pause: secondsPastWindow };
/** Real milliseconds, for runs in which a request hangs. A busy machine can miss the short one for other requests too. */
const requestTimeouts = { short: 60, long: 3000 };

interface ScheduleOptions {
  readonly sabotage?: Sabotage;
  /** For runs in which a request hangs. Default: short. */
  readonly timeout?: keyof typeof requestTimeouts;
}

export async function runSchedule(schedule: Schedule, options: ScheduleOptions = {}): Promise<Outcome> {
  const scenario = scenarioOf(schedule.cases);
  const service = await WatchedService.start(scenario, schedule);
  const violations: string[] = [];
  const calls: number[] = [];
  const injected: FaultKind[] = [];
  const failures: string[] = [];
  try {
    let last: RunResult | undefined;
    for (const [index, run] of [...schedule.runs, noFaults].entries()) {
      // The last run starts when the service shows every write.
      if (index === schedule.runs.length) service.clock.pass(secondsPastWindow * 1000);
      last = await runWithFaults(service, scenario, schedule, run, options);
      const kinds = service.injected.map(({ kind }) => kind);
      const found = checkReport(scenario, last, service.model, kinds.some(isIncompleteList));
      violations.push(...[...found].map((violation) => `run ${index + 1}: ${violation}`));
      failures.push(...failuresOf(last));
      calls.push(service.calls);
      injected.push(...kinds);
      const alerts = await service.listAlerts();
      service.model.checkAgainst(alerts);
      violations.push(...checkUnmanaged(alerts));
      service.clock.pass(run.pause * 1000);
    }
    const end = await service.listAlerts();
    violations.push(...checkFinalState(scenario, end), ...checkConverged(scenario, last, end));
    violations.push(...service.model.violations);
    return { violations: [...new Set(violations)], runs: calls.length, calls, failures, injected };
  } finally {
    await service.stop();
  }
}

function failuresOf({ refusal, report }: RunResult): string[] {
  const failed = report?.results.filter(({ outcome }) => outcome !== "done") ?? [];
  const strings = failed.map(
    ({ name, problems }) => `${name}: ${problems.map(({ what }) => what).join(" ")}`,
  );
  return [...refusal.map(({ what }) => what), ...strings];
}

async function runWithFaults(
  service: WatchedService,
  scenario: Scenario,
  { parallelism, concurrency, usesSavedPlan }: Schedule,
  { faults }: FaultyRun,
  { sabotage, timeout = "short" }: ScheduleOptions,
): Promise<RunResult> {
  service.beginRun(faults);
  const interrupt = new AbortController();
  service.onFault = ({ kind }) => {
    if (kind === "before: interrupt") interrupt.abort();
  };
  const result = await runOnce(service, scenario, {
    usesSavedPlan,
    parallelism,
    concurrency,
    requestTimeout: faults.some(({ kind }) => isHang(kind)) ? requestTimeouts[timeout] : 30_000,
    signal: interrupt.signal,
    sabotage,
  });
  service.onFault = () => undefined;
  return result;
}
