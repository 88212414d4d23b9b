/** What the user does about refused alerts, as the errors say. One more apply must then converge. */
import { type Refusal } from "../refusals";
import { haveDifferentProviders } from "./configuration";
import { type Moment } from "./invariants";
import { type DesiredAlert, type Remedy } from "./sequence";

/**
 * - `create`: another resource of the configuration frees the name, so the user applies with existing_alerts = error.
 * - `wait`: the alert was renamed or deleted within the last minute.
 * - `interim name`: another provider block frees the name.
 * - `forget`: the alert is no longer defined, so it is only removed from the state.
 * - `nothing`: the resource that frees the name was refused itself.
 */
export type Action =
  | { readonly do: "import"; readonly address: string; readonly id: number }
  | { readonly do: "adopt" | "create" | "wait" | "nothing" }
  | { readonly do: "choose name" | "forget" | "interim name"; readonly address: string }
  | { readonly do: "give up"; readonly reason: string };

interface Situation extends Moment {
  /** By address. */
  readonly desired: ReadonlyMap<string, DesiredAlert>;
  readonly remedy: Remedy;
  /** Of the same run. */
  readonly refusals: readonly Refusal[];
  /** Whether lists may not show the last writes. */
  readonly areReadsStale: boolean;
}

export function actionFor({ kind, name, id }: Refusal, situation: Situation): Action {
  const { live, state, desired, remedy, refusals, areReadsStale } = situation;
  const owner = state.find((entry) => entry.id === id)?.address;
  if (kind === "mismatch") {
    if (owner === undefined) return { do: "give up", reason: `no resource has the alert ${id}` };
    return desired.has(owner) ? { do: "import", address: owner, id } : { do: "forget", address: owner };
  }
  if (kind === "managed" && (!areReadsStale || live.get(id)?.settings.name === name)) return { do: "create" };
  const [address, target] = [...desired].find(([, alert]) => alert.name === name) ?? [];
  if (address === undefined || target === undefined)
    return { do: "give up", reason: `no resource has the name "${name}"` };
  const alert = live.get(id);
  if (alert?.settings.name !== name)
    return areReadsStale
      ? { do: "wait" }
      : { do: "give up", reason: `the alert ${id} is not named "${name}", and reads are current` };
  if (owner !== undefined && owner !== address) {
    if (haveDifferentProviders(owner, address)) return { do: "interim name", address };
    const ownerName = desired.get(owner)?.name;
    return refusals.some((other) => other.name === ownerName)
      ? { do: "nothing" }
      : { do: "give up", reason: `${owner} of the same provider block has the alert ${id} "${name}"` };
  }
  if (kind === "rename") return { do: "choose name", address };
  const hasSameKind = (alert.settings.type === 1) === (target.kind === "event");
  return remedy === "adopt once" && hasSameKind ? { do: "adopt" } : { do: "import", address, id };
}

/** Names that no alert has. */
export function* unusedNames(
  { live }: Moment,
  desired: ReadonlyMap<string, DesiredAlert>,
): Generator<string, never> {
  const used = new Set([
    ...[...live.values()].map(({ settings }) => settings.name),
    ...[...desired.values()].map(({ name }) => name),
  ]);
  for (let number = 1; ; number++) {
    const name = `other ${number}`;
    if (!used.has(name)) yield name;
  }
}
