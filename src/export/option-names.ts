/** Identifiers for the policies and durations that alerts use. */
import { hasHidden } from "../diagnostics";
import { type CatalogEntry, type CompleteAlert } from "./export-types";
import { assignIdentifiers, type Identifier } from "./identifiers";

export interface NamedOption {
  readonly id: number;
  readonly name: string;
  readonly identifier: Identifier;
}

/** Used options that have a name, by ID. Code refers to other options by ID. */
export type NamedOptions = ReadonlyMap<number, NamedOption>;

export function namePolicies(
  alerts: readonly CompleteAlert[],
  policies: readonly CatalogEntry[],
): NamedOptions {
  const usedIds = alerts.map(({ alert }) => alert.policy);
  return nameOptions(usedIds, policies, "policy");
}

export function nameDurations(
  alerts: readonly CompleteAlert[],
  durations: readonly CatalogEntry[],
): NamedOptions {
  const usedIds = alerts.flatMap(({ config: { condition } }) =>
    condition.kind === "threshold" ? [condition.duration] : [],
  );
  return nameOptions(usedIds, durations, "duration");
}

function nameOptions(
  usedIds: readonly number[],
  catalog: readonly CatalogEntry[],
  objectType: string,
): NamedOptions {
  const names = new Map(catalog.map(({ id, name }) => [id, name?.trim() ?? ""]));
  const options = [...new Set(usedIds)]
    .map((id) => ({ id, name: names.get(id) ?? "" }))
    .filter(({ name }) => name !== "" && !hasHidden(name))
    .sort((a, b) => a.id - b.id);
  const identifiers = assignIdentifiers(options, objectType);
  return new Map(
    options.map(({ id, name }) => [id, { id, name, identifier: identifiers.get(id) ?? [objectType] }]),
  );
}
