/**
 * Applies, does what the errors say about each refused name, and applies again. The rules:
 *
 * - After the remedy for a name, the name is not refused again. There is an exception: if ten or more creations wait for names, the plan cannot decide
 *   all of them, so `adopt once` takes several runs. Each of them adopts some of the alerts.
 * - A plan with errors imports nothing, so import blocks stay until an apply succeeds.
 * - Without a refusal, the apply succeeds. There are two exceptions:
 *   - If names are handed on in a chain or a cycle, one more apply may be necessary.
 *   - If a name is handed on between two provider blocks, neither sees the other's plan. So the user applies with another name first.
 *     A chain through both blocks is handed on in the same way, so two applies are enough.
 */
import { refusalsOf } from "../refusals";
import { type CheckedRuns } from "./checked-runs";
import { byAddress, type Desired, withNames } from "./configuration";
import { checkConverged, type Moment } from "./invariants";
import { type Action, actionFor, unusedNames } from "./remedies";
import { type ExistingAlerts, type Sequence } from "./sequence";
import { type SequenceWorld } from "./world";

/** More than the remedies for all names need. */
const maxApplies = 100;

/** @returns the configuration that was applied, or undefined if a rule was broken */
export async function converge(
  { remedy }: Sequence,
  world: SequenceWorld,
  runs: CheckedRuns,
  initial: Desired,
  step: number,
): Promise<Desired | undefined> {
  let desired = initial;
  let interimNames = new Map<string, string>();
  let imports = new Map<string, number>();
  let existingAlerts: ExistingAlerts | undefined;
  const done = new Set<string>();
  let mayNeedTwo = isHandedOn(await runs.moment(), desired);
  for (let applies = 0; applies < maxApplies; applies += 1) {
    const applied = withNames(desired, interimNames);
    world.configure(applied, imports, step);
    const result = await runs.check(["apply", "-auto-approve"], {
      desired: applied,
      imports,
      existingAlerts,
    });
    const moment = await runs.moment();
    imports = new Map([...imports].filter(([, id]) => moment.live.has(id)));
    if (runs.violations.length > 0) return undefined;
    if (result.code === 0) {
      runs.violations.push(...checkConverged(moment, byAddress(applied)));
      if (interimNames.size === 0) return desired;
      interimNames = new Map();
      continue;
    }
    const refusals = refusalsOf(result.output);
    if (mayNeedTwo && !refusals.some(({ kind }) => kind === "managed")) {
      mayNeedTwo = false;
      runs.transcript.add("names are handed on, so one more apply may be necessary");
      continue;
    }
    if (refusals.length === 0) {
      runs.violations.push("one more apply does not converge");
      return undefined;
    }
    const { areReadsStale } = runs;
    const situation = {
      ...moment,
      desired: byAddress(applied),
      // A run cannot both adopt an alert and create one whose name another resource frees.
      remedy: existingAlerts === "error" ? "import" : remedy,
      refusals,
      areReadsStale,
    };
    const names = unusedNames(moment, byAddress(desired));
    let mustWait = false;
    for (const refusal of refusals) {
      const action = actionFor(refusal, situation);
      const key = keyOf(action, refusal.name, moment);
      if (action.do === "nothing") continue;
      if (action.do === "give up" || done.has(key)) {
        const reason = action.do === "give up" ? action.reason : "the name was refused before";
        runs.violations.push(`one more apply does not converge: "${refusal.name}" is refused, and ${reason}`);
        return undefined;
      }
      done.add(key);
      runs.transcript.add(`remedy for "${refusal.name}": ${describe(action)}`);
      switch (action.do) {
        case "import":
          if (moment.state.some(({ address }) => address === action.address))
            await world.removeFromState(action.address);
          imports.set(action.address, action.id);
          break;
        case "forget":
          await world.removeFromState(action.address);
          break;
        case "adopt":
          existingAlerts = "adopt";
          break;
        case "create":
          existingAlerts = "error";
          break;
        case "wait":
          mustWait = true;
          break;
        case "choose name":
          desired = withNames(desired, new Map([[action.address, names.next().value]]));
          break;
        case "interim name":
          interimNames.set(action.address, names.next().value);
          break;
      }
    }
    runs.pass(mustWait ? "past the window" : "within the window");
  }
  runs.violations.push(`${maxApplies} applies do not converge`);
  return undefined;
}

/** An action is done once per key. */
function keyOf({ do: action }: Action, name: string, { state }: Moment): string {
  if (action === "wait" || action === "create") return `${action} ${name}`;
  return action === "adopt" ? `adopt ${name} ${state.length}` : `refuse ${name}`;
}

function describe(action: Action): string {
  return "address" in action ? `${action.do} ${action.address}` : action.do;
}

/** Whether another resource needs the name of a managed alert. */
function isHandedOn({ live, state }: Moment, desired: Desired): boolean {
  const addresses = new Map([...byAddress(desired)].map(([address, { name }]) => [name, address]));
  return state.some(({ id, address }) => {
    const other = addresses.get(live.get(id)?.settings.name ?? "");
    return other !== undefined && other !== address;
  });
}
