/**
 * Kills an apply at a call, and applies again after one propagation window. If that apply refuses the name of an alert that the killed one
 * created, the alert is imported as the error says. Then one more apply must put all alerts in sync.
 */
import { type ProviderBinary } from "../support/terraform";
import { KillableTerraform, type KillTarget, type Prepared } from "./killable-terraform";
import { type ScheduleFigures } from "./record-figures";
import { checkErrors, type Refusal, refusalsOf } from "./refusals";
import { checkConverged, checkFinalState, checkUnmanaged } from "./schedules/check-outcome";
import { type PlacedFault } from "./schedules/schedule";
import { WatchedService } from "./watched-service";

export interface Kill extends Pick<PlacedFault, "at" | "call"> {
  readonly target: KillTarget;
  readonly kind: "before: hang" | "after: hang";
  readonly uniqueNames: boolean;
}

export async function killAndApplyAgain(
  provider: ProviderBinary,
  prepared: Prepared,
  { target, uniqueNames, ...fault }: Kill,
): Promise<ScheduleFigures> {
  const { scenario } = prepared;
  const service = await WatchedService.start(scenario, { uniqueNames, staleReads: false });
  const terraform = new KillableTerraform(provider, prepared, service);
  const violations: string[] = [];
  try {
    // Later calls hang too: a killed process makes no further call.
    service.beginRun([{ ...fault, times: 1_000 }]);
    service.onFault = () => {
      service.onFault = () => undefined;
      terraform.kill(target);
    };
    const { code, text } = await terraform.apply();
    const wasKilled = service.injected.length > 0;
    const expected = !wasKilled ? 0 : target === "the provider" ? 1 : null;
    if (code !== expected) violations.push(`the killed apply ended with ${code ?? "a signal"}: ${text}`);
    const wasStateTruncated = terraform.restoreTruncatedState();
    const calls = [service.calls];
    service.beginRun([]);
    service.clock.pass(61_000);
    let again = await terraform.apply();
    calls.push(service.calls);
    violations.push(...checkErrors(again.output));
    // Each refused name is imported once. The name of an incomplete alert is refused by an apply, and the others by its plan.
    const refused = new Map<string, Refusal>();
    while (again.code !== 0) {
      const creations = refusalsOf(again.output).filter(({ kind }) => kind === "creation");
      if (creations.every(({ name }) => refused.has(name))) break;
      for (const refusal of creations) refused.set(refusal.name, refusal);
      service.beginRun([]);
      again = await terraform.importAndApply([...refused.values()]);
      calls.push(service.calls);
    }
    if (again.code !== 0)
      violations.push(`the next apply ended with ${again.code ?? "a signal"}: ${again.text}`);
    const end = await service.listAlerts();
    service.model.checkAgainst(end);
    violations.push(...checkUnmanaged(end), ...checkFinalState(scenario, end));
    violations.push(...checkConverged(scenario, undefined, end), ...service.model.violations);
    // The later applies must not repeat a write of the killed one.
    violations.push(...repeated(service.model.writes).map((write) => `${write} took effect twice`));
    const plan = await terraform.plan();
    if (plan.code !== 0) violations.push(`a plan afterwards is not empty: ${plan.text}`);
    const kill = `${target} killed${wasStateTruncated ? " during the write of its state" : ""}, ${fault.kind}`;
    return { violations, calls, runs: calls.length, injected: wasKilled ? [kill] : [] };
  } finally {
    await terraform.stop();
    await service.stop();
  }
}

function repeated(writes: readonly string[]): string[] {
  return writes.filter((write, index) => writes.indexOf(write) !== index);
}
