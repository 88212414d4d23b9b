/**
 * The built command, killed at a call: when the call has arrived, or when it has taken effect. What is left is for the next
 * run, which finds nothing but the service.
 */
import { judgeEnd, judgeForeign, judgeSettled } from "./judge";
import { type PartName, partNames, scenarioOf } from "./parts";
import { startApply } from "./run-command";
import { isFull, patience } from "./settings";
import { type Counted, Tally } from "./tally";
import { WatchedService } from "./watched-service";

const tally = new Tally("killed");
afterAll(() => {
  tally.keep();
});

// The command deletes nothing that no definition names.
const all = partNames.filter((name) => name !== "delete");
const few: readonly PartName[] = ["create a threshold alert", "swap", "replace"];

interface Killing {
  readonly uniqueNames: boolean;
  readonly kind: "before: hang" | "after: hang";
}

async function killAndRunAgain(
  parts: readonly PartName[],
  { uniqueNames, kind }: Killing,
  at: number,
): Promise<Counted> {
  const scenario = scenarioOf(parts);
  const service = await WatchedService.start(scenario, { uniqueNames, staleReads: false });
  const violations: string[] = [];
  try {
    // Whatever comes after it hangs too: a killed process makes no further call.
    service.beginRun([{ at, times: 1_000, kind }]);
    const first = startApply(scenario, service.emulator);
    service.onFault = () => first.child.kill("SIGKILL");
    const { code, stderr } = await first.ended;
    const wasKilled = service.injected.length > 0;
    if (wasKilled !== (code === null)) violations.push(`it ended with ${code ?? "a signal"}: ${stderr}`);
    const calls = [service.calls];
    service.onFault = () => undefined;
    service.beginRun([]);
    service.clock.pass(61_000);
    const again = await startApply(scenario, service.emulator).ended;
    if (again.code !== 0)
      violations.push(`the next one ended with ${again.code ?? "a signal"}: ${again.stderr}`);
    calls.push(service.calls);
    const end = await service.read();
    service.ledger.checkAgainst(end);
    violations.push(...judgeForeign(end), ...judgeEnd(scenario, end));
    violations.push(...judgeSettled(scenario, undefined, end), ...service.ledger.violations);
    return { violations, calls, runs: 2, injected: wasKilled ? [`killed, ${kind}`] : [] };
  } finally {
    await service.stop();
  }
}

const never = 1_000;
const killings: readonly Killing[] = [
  { uniqueNames: true, kind: "before: hang" },
  { uniqueNames: true, kind: "after: hang" },
  { uniqueNames: false, kind: "before: hang" },
  { uniqueNames: false, kind: "after: hang" },
];

// The small part takes two of them: each starts processes.
it.each(isFull ? killings : killings.slice(1, 3))(
  "a command that is killed leaves what the next one puts right ($kind, unique names: $uniqueNames)",
  async (killing) => {
    const parts = isFull ? all : few;
    const whole = await killAndRunAgain(parts, killing, never);
    expect(whole.violations).toEqual([]);
    const [positions = 0] = whole.calls;
    const every = Array.from({ length: positions }, (_, index) => index + 1);
    // In the small part, among the last, which write.
    const chosen = isFull ? every : [positions - (killing.uniqueNames ? 1 : 4)];
    for (const at of chosen) {
      const outcome = await killAndRunAgain(parts, killing, at);
      tally.add(outcome, killings.length * chosen.length);
      expect({ at, violations: outcome.violations }).toEqual({ at, violations: [] });
    }
  },
  patience,
);
