/**
 * The rules that hold after every step of a sequence. Each violation is a sentence. The checks know which alerts Terraform manages from
 * its state file, and what exists from the service, so they share no code with the product.
 */
import { isDeepStrictEqual } from "node:util";
import { type ModelAlert } from "../service-model";
import { apiAlertOf } from "./configuration";
import { type DesiredAlert, type ExistingAlerts } from "./sequence";
import { type StateEntry } from "./state";

/** The service and the state at one moment. */
export interface Moment {
  readonly live: ReadonlyMap<number, ModelAlert>;
  readonly state: readonly StateEntry[];
}

/** A run of Terraform. */
interface StepOutcome {
  readonly before: Moment;
  readonly after: Moment;
  /** By address. */
  readonly desired: ReadonlyMap<string, DesiredAlert>;
  readonly existingAlerts: ExistingAlerts;
  /** Ids of the alerts that the configuration imports. */
  readonly imported: ReadonlySet<number>;
  /** Whether a fault, an interrupt or a kill affected a call. */
  readonly isDisturbed: boolean;
  /**
   * Whether the run may end with two alerts of one name: the service allows it, and the list does not show an alert yet that was created or
   * renamed by hand, or that this run renames, but was disturbed or failed before the rename.
   */
  readonly mayShareNames: boolean;
  /** Whether terraform was killed, so that its state may be older than its last write. */
  readonly isTerraformKilled: boolean;
}

export function* checkStep(outcome: StepOutcome): Generator<string> {
  yield* checkAddresses(outcome.after.state);
  if (!outcome.mayShareNames) yield* checkNames(outcome);
  yield* checkUnmanaged(outcome);
  yield* checkCreated(outcome);
  yield* checkKept(outcome);
  yield* checkDeleted(outcome);
}

function* checkAddresses(state: readonly StateEntry[]): Generator<string> {
  for (const [id, entries] of grouped(state, (entry) => entry.id)) {
    const addresses = entries.map(({ address }) => address);
    if (addresses.length > 1) yield `alert ${id} is under several addresses: ${addresses.join(", ")}`;
  }
}

function* checkNames({ before, after }: StepOutcome): Generator<string> {
  for (const [name, alerts] of grouped([...after.live.values()], ({ settings }) => settings.name)) {
    const isNew = alerts.some(({ id }) => before.live.get(id)?.settings.name !== name);
    if (alerts.length > 1 && isNew)
      yield `several alerts are named "${name}": ${alerts.map(({ id }) => id).join(", ")}`;
  }
}

/** An alert that is neither in the state nor imported changes only when a resource of the same name may adopt it. */
function* checkUnmanaged({
  before,
  after,
  desired,
  existingAlerts,
  imported,
}: StepOutcome): Generator<string> {
  const managed = new Set([...before.state.map(({ id }) => id), ...imported]);
  for (const [id, alert] of before.live) {
    if (managed.has(id)) continue;
    const now = after.live.get(id);
    const resource = adopterOf(alert, before, { desired, existingAlerts });
    const isInState = after.state.some((entry) => entry.id === id);
    if (resource === undefined && isInState)
      yield `the unmanaged alert ${id} "${alert.settings.name}" was adopted, but no resource may adopt it`;
    if (resource === undefined || resource.isIdentical) {
      if (!isDeepStrictEqual(now, alert))
        yield `the unmanaged alert ${id} changed from ${JSON.stringify(alert)} to ${JSON.stringify(now)}`;
    } else if (now === undefined) yield `the unmanaged alert ${id} "${alert.settings.name}" was deleted`;
  }
}

interface Adopter {
  readonly address: string;
  readonly isIdentical: boolean;
}

/** The resource that creates an alert with the name of this one and may adopt it. */
function adopterOf(
  alert: ModelAlert,
  { live, state }: Moment,
  { desired, existingAlerts }: Pick<StepOutcome, "desired" | "existingAlerts">,
): Adopter | undefined {
  if (existingAlerts === "error") return undefined;
  const [address, target] = [...desired].find(([, { name }]) => name === alert.settings.name) ?? [];
  if (address === undefined || target === undefined) return undefined;
  const entry = state.find((one) => one.address === address);
  // A tainted, replaced or deleted alert is created again.
  const isCreated =
    entry === undefined || entry.isTainted || entry.kind !== target.kind || !live.has(entry.id);
  const { settings, config } = apiAlertOf(target);
  if (!isCreated || alert.settings.type !== settings.type) return undefined;
  const isIdentical = isDeepStrictEqual(alert.settings, settings) && isDeepStrictEqual(alert.config, config);
  return { address, isIdentical };
}

/** Every alert that terraform created is in the state. A disturbed run can lose it, but only under a name of the configuration. */
function* checkCreated({ before, after, desired, isDisturbed }: StepOutcome): Generator<string> {
  const names = new Set([...desired.values()].map(({ name }) => name));
  for (const [id, { settings }] of after.live) {
    if (before.live.has(id) || after.state.some((entry) => entry.id === id)) continue;
    if (!isDisturbed) yield `terraform created alert ${id} "${settings.name}", which is not in the state`;
    else if (!names.has(settings.name))
      yield `terraform created alert ${id} "${settings.name}", which is not in the state and has an unknown name`;
  }
}

/** An alert whose resource stays, with the same kind, keeps its id and its place in the state. */
function* checkKept({ before, after, desired, ...run }: StepOutcome): Generator<string> {
  for (const { id, address, isTainted, kind } of before.state) {
    const target = desired.get(address);
    if (isTainted || target === undefined || kind !== target.kind || !before.live.has(id)) continue;
    if (!after.live.has(id)) {
      yield `alert ${id} was deleted, but ${address} still has it`;
      continue;
    }
    const entry = after.state.find((one) => one.address === address);
    if (entry?.id === id || run.isTerraformKilled) continue;
    yield entry === undefined
      ? `${address} lost the alert ${id}: it is not in the state`
      : `${address} changed from the alert ${id} to ${entry.id}`;
  }
}

/** A successful destroy deletes the managed alerts. `checkStep` checks the others. */
export function* checkDestroyed(before: Moment, after: Moment): Generator<string> {
  for (const { id, address } of before.state)
    if (after.live.has(id)) yield `alert ${id} of ${address} was not destroyed`;
  for (const { id, address } of after.state)
    yield `${address} (alert ${id}) is in the state after a successful destroy`;
}

/** An alert leaves the state only by its deletion. */
function* checkDeleted({ before, after, isTerraformKilled }: StepOutcome): Generator<string> {
  if (isTerraformKilled) return;
  for (const { id, address } of before.state)
    if (after.live.has(id) && !after.state.some((entry) => entry.id === id))
      yield `alert ${id} of ${address} left the state, but it was not deleted`;
}

/** After a successful apply, the live alerts of the state are exactly the desired ones. */
export function* checkConverged(
  { live, state }: Moment,
  desired: ReadonlyMap<string, DesiredAlert>,
): Generator<string> {
  for (const [address, target] of desired) {
    const entry = state.find((one) => one.address === address);
    const alert = entry === undefined ? undefined : live.get(entry.id);
    if (entry === undefined) yield `${address} is not in the state after a successful apply`;
    else if (alert === undefined) yield `${address} has the alert ${entry.id}, which does not exist`;
    else {
      const { settings, config } = apiAlertOf(target);
      if (!isDeepStrictEqual(alert, { id: entry.id, settings, config }))
        yield `${address} is ${JSON.stringify(alert)}, not ${JSON.stringify({ settings, config })}`;
    }
  }
  for (const { address, id } of state)
    if (!desired.has(address)) yield `${address} (alert ${id}) is in the state, but not in the configuration`;
}

const bugPatterns = [
  /Provider produced in\w+ [^\n]*/,
  /[^\n]*a bug in the provider[^\n]*/i,
  /Plugin did not respond/,
  /panic:[^\n]*/,
  /(TypeError|RangeError|ReferenceError)[^\n]*/,
];

/** No output reports a defect of the provider. @param isKilled a killed provider does not respond */
export function* checkOutput(output: string, isKilled: boolean): Generator<string> {
  if (isKilled) return;
  for (const pattern of bugPatterns) {
    const [found] = pattern.exec(output) ?? [];
    if (found !== undefined) yield `terraform reports a defect of the provider: ${found}`;
  }
}

function grouped<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
