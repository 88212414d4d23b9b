/** The built command, killed before or after a call takes effect. The next run has no local state, and must put all alerts in sync. */
import { FigureRecorder, type ScheduleFigures } from "./record-figures";
import { startApply } from "./run-command";
import { type CaseName, caseNames, scenarioOf } from "./schedules/change-cases";
import { checkConverged, checkFinalState, checkUnmanaged } from "./schedules/check-outcome";
import { isFull, testTimeoutMs } from "./settings";
import { WatchedService } from "./watched-service";

const recorder = new FigureRecorder("killed");
afterAll(() => {
  recorder.write();
});

// The command does not delete alerts without a definition.
const allCases = caseNames.filter((name) => name !== "delete");
const sampleCases: readonly CaseName[] = ["create a threshold alert", "chain of renames", "replace"];

interface Kill {
  readonly uniqueNames: boolean;
  readonly kind: "before: hang" | "after: hang";
}

async function killAndRunAgain(
  cases: readonly CaseName[],
  { uniqueNames, kind }: Kill,
  at: number,
): Promise<ScheduleFigures> {
  const scenario = scenarioOf(cases);
  const service = await WatchedService.start(scenario, { uniqueNames, staleReads: false });
  const violations: string[] = [];
  try {
    // Later calls hang too: a killed process makes no further call.
    service.beginRun([{ at, times: 1_000, kind }]);
    const first = startApply(scenario, service.emulator);
    service.onFault = () => first.child.kill("SIGKILL");
    const { code, stderr } = await first.ended;
    const wasKilled = service.injected.length > 0;
    if (wasKilled !== (code === null))
      violations.push(`the killed run ended with ${code ?? "a signal"}: ${stderr}`);
    const calls = [service.calls];
    service.onFault = () => undefined;
    service.beginRun([]);
    service.clock.pass(61_000);
    const again = await startApply(scenario, service.emulator).ended;
    if (again.code !== 0)
      violations.push(`the next run ended with ${again.code ?? "a signal"}: ${again.stderr}`);
    calls.push(service.calls);
    const end = await service.listAlerts();
    service.model.checkAgainst(end);
    violations.push(...checkUnmanaged(end), ...checkFinalState(scenario, end));
    violations.push(...checkConverged(scenario, undefined, end), ...service.model.violations);
    return { violations, calls, runs: 2, injected: wasKilled ? [`killed, ${kind}`] : [] };
  } finally {
    await service.stop();
  }
}

const never = 1_000;
const kills: readonly Kill[] = [
  { uniqueNames: true, kind: "before: hang" },
  { uniqueNames: true, kind: "after: hang" },
  { uniqueNames: false, kind: "before: hang" },
  { uniqueNames: false, kind: "after: hang" },
];

// The sample has two of them, because each starts processes.
it.each(isFull ? kills : kills.slice(1, 3))(
  "the run after a killed command puts all alerts in sync ($kind, unique names: $uniqueNames)",
  async (kill) => {
    const cases = isFull ? allCases : sampleCases;
    const completeRun = await killAndRunAgain(cases, kill, never);
    expect(completeRun.violations).toEqual([]);
    const [positions = 0] = completeRun.calls;
    expect(positions).toBeGreaterThan(4);
    const allPositions = Array.from({ length: positions }, (_, index) => index + 1);
    // The sample has one of the last calls, which write.
    const selected = isFull ? allPositions : [positions - (kill.uniqueNames ? 1 : 4)];
    for (const at of selected) {
      const outcome = await killAndRunAgain(cases, kill, at);
      recorder.add(outcome, kills.length * selected.length);
      expect({ at, violations: outcome.violations }).toEqual({ at, violations: [] });
      expect(outcome.injected).toHaveLength(1);
    }
  },
  testTimeoutMs,
);
