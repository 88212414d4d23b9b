/**
 * A whole schedule: the faulty runs, then one more without faults, a window later and as another process would do it. After
 * that nothing may be left to do.
 */
import { judgeEnd, judgeForeign, judgeRun, judgeSettled } from "./judge";
import { runOnce, type RunResult, type Sabotage } from "./one-run";
import { type Scenario, scenarioOf } from "./parts";
import { type FaultKind, type FaultyRun, isHang, isIncompleteList, type Schedule } from "./schedule";
import { WatchedService } from "./watched-service";

export interface Outcome {
  /** What broke a rule; empty where all held. */
  readonly violations: readonly string[];
  readonly runs: number;
  readonly calls: readonly number[];
  /** What the faulty runs tell that they did not do. */
  readonly failures: readonly string[];
  /** Kinds of the faults that met a call. */
  readonly injected: readonly FaultKind[];
}

/** Seconds: what a write may take to be seen, and a little more. */
const pastWindow = 61;
const noFaults: FaultyRun = { faults: [], pause: pastWindow };
/** Real milliseconds after which the client gives up where an answer never comes. */
const impatience = 60;

export async function runSchedule(schedule: Schedule, sabotage?: Sabotage): Promise<Outcome> {
  const scenario = scenarioOf(schedule.parts);
  const service = await WatchedService.start(scenario, schedule);
  const violations: string[] = [];
  const calls: number[] = [];
  const injected: FaultKind[] = [];
  const failures: string[] = [];
  try {
    let last: RunResult | undefined;
    for (const [index, run] of [...schedule.runs, noFaults].entries()) {
      // The last run begins when nothing of the others can be unseen.
      if (index === schedule.runs.length) service.clock.pass(pastWindow * 1000);
      last = await runFaulty(service, scenario, schedule, run, sabotage);
      const met = service.injected.map(({ kind }) => kind);
      const complaints = judgeRun(scenario, last, service.ledger, met.some(isIncompleteList));
      violations.push(...[...complaints].map((complaint) => `run ${index + 1}: ${complaint}`));
      failures.push(...failuresOf(last));
      calls.push(service.calls);
      injected.push(...met);
      const found = await service.read();
      service.ledger.checkAgainst(found);
      violations.push(...judgeForeign(found));
      service.clock.pass(run.pause * 1000);
    }
    const end = await service.read();
    violations.push(...judgeEnd(scenario, end), ...judgeSettled(scenario, last, end));
    violations.push(...service.ledger.violations);
    return { violations: [...new Set(violations)], runs: calls.length, calls, failures, injected };
  } finally {
    await service.stop();
  }
}

function failuresOf({ refusal, report }: RunResult): string[] {
  const undone = report?.results.filter(({ outcome }) => outcome !== "done") ?? [];
  const texts = undone.map(({ name, problems }) => `${name}: ${problems.map(({ what }) => what).join(" ")}`);
  return [...refusal.map(({ what }) => what), ...texts];
}

async function runFaulty(
  service: WatchedService,
  scenario: Scenario,
  { parallelism, concurrency, isKept }: Schedule,
  { faults }: FaultyRun,
  sabotage: Sabotage | undefined,
): Promise<RunResult> {
  service.beginRun(faults);
  const interruption = new AbortController();
  service.onFault = ({ kind }) => {
    if (kind === "before: interrupt") interruption.abort();
  };
  const result = await runOnce(service, scenario, {
    isKept,
    parallelism,
    concurrency,
    requestTimeout: faults.some(({ kind }) => isHang(kind)) ? impatience : 30_000,
    signal: interruption.signal,
    sabotage,
  });
  service.onFault = () => undefined;
  return result;
}
