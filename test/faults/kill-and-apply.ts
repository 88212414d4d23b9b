/** One schedule: an apply that is killed at a call, then one a window later which has to put everything right. */
import { type ProviderBinary } from "../support/terraform";
import { judgeEnd, judgeForeign, judgeSettled } from "./judge";
import { KillableTerraform, type Prepared, type Victim } from "./killable-terraform";
import { type PlacedFault } from "./schedule";
import { type Counted } from "./tally";
import { WatchedService } from "./watched-service";

export interface Killing extends Pick<PlacedFault, "at" | "call"> {
  readonly victim: Victim;
  readonly kind: "before: hang" | "after: hang";
  readonly uniqueNames: boolean;
}

export async function killAndApplyAgain(
  provider: ProviderBinary,
  prepared: Prepared,
  { victim, uniqueNames, ...fault }: Killing,
): Promise<Counted> {
  const { scenario } = prepared;
  const service = await WatchedService.start(scenario, { uniqueNames, staleReads: false });
  const terraform = new KillableTerraform(provider, prepared, service);
  const violations: string[] = [];
  try {
    // Whatever comes after it hangs too: a killed process makes no further call.
    service.beginRun([{ ...fault, times: 1_000 }]);
    service.onFault = () => {
      service.onFault = () => undefined;
      terraform.kill(victim);
    };
    const { code, text } = await terraform.apply();
    const wasKilled = service.injected.length > 0;
    const expected = !wasKilled ? 0 : victim === "the provider" ? 1 : null;
    if (code !== expected) violations.push(`it ended with ${code ?? "a signal"}: ${text}`);
    const wasStateCut = terraform.restoreCutState();
    const calls = [service.calls];
    service.beginRun([]);
    service.clock.pass(61_000);
    const again = await terraform.apply();
    if (again.code !== 0)
      violations.push(`the next one ended with ${again.code ?? "a signal"}: ${again.text}`);
    calls.push(service.calls);
    const end = await service.read();
    service.ledger.checkAgainst(end);
    violations.push(...judgeForeign(end), ...judgeEnd(scenario, end));
    violations.push(...judgeSettled(scenario, undefined, end), ...service.ledger.violations);
    // Not only within a run: what the killed one wrote, the next one finds and leaves.
    violations.push(...repeated(service.ledger.writes).map((write) => `${write} took effect again`));
    const plan = await terraform.plan();
    if (plan.code !== 0) violations.push(`a plan afterwards is not empty: ${plan.text}`);
    const kill = `${victim} killed${wasStateCut ? " as it wrote its state" : ""}, ${fault.kind}`;
    return { violations, calls, runs: 2, injected: wasKilled ? [kill] : [] };
  } finally {
    await terraform.stop();
    await service.stop();
  }
}

function repeated(writes: readonly string[]): string[] {
  return writes.filter((write, index) => writes.indexOf(write) !== index);
}
