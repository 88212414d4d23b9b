/**
 * `destination_names`: the names beside the ids of destinations, so that plans are readable. They are read only when the plan reads
 * the destinations anyway, to check new ones. Otherwise the names of the state are kept: a renamed destination is no change of the
 * alert, and a plan without changes makes no call.
 *
 *     destinations           names
 *     --------------------   ------------------------------------------------------------------------
 *     same as in the state   as in the state, also if it has none: after an import, or from version 0.1
 *     some are new           as the service lists them
 *     some were removed      those of the others in the state
 *     unknown                unknown
 *
 * A planned name is known, so the plan that Terraform repeats during the apply must have the same name, even if the destination was
 * renamed since. Terraform 1.16 and later send the planned names, and earlier versions refuse to apply such a plan.
 */
import * as z from "zod";
import { type EnvironmentCatalog } from "../../../engine";
import { namesInCatalog } from "../../../reconcile";
import {
  isUnknown,
  type JsonValue,
  type PlannedOf,
  type Private,
  type ProposedOf,
  type Unknown,
  UNKNOWN,
} from "../../../tfplugin";
import { type AlertSchema, type AlertState } from "./schema";

/** Names by id. Null if no name is known. */
export type DestinationNames = AlertState["destination_names"];

/** @param catalog undefined while the provider configuration contains unknown values @throws ServiceError */
export async function planDestinationNames(
  { destinations }: ProposedOf<AlertSchema>,
  prior: AlertState | null,
  catalog: EnvironmentCatalog | undefined,
): Promise<DestinationNames | Unknown> {
  if (isUnknown(destinations)) return UNKNOWN;
  const ids = destinations.filter((id) => !isUnknown(id));
  if (ids.length < destinations.length) return UNKNOWN;
  const priorIds = prior?.destinations ?? [];
  if (ids.every((id) => priorIds.includes(id))) {
    const names = prior?.destination_names ?? null;
    return ids.length === priorIds.length ? names : selectNames(names, ids);
  }
  if (catalog === undefined) return UNKNOWN;
  return selectNames(namesInCatalog({ destinations: await catalog.destinations() }).destinations ?? {}, ids);
}

const storedNames = z.object({ destination_names: z.record(z.string(), z.string()).nullable() });

/** Adds the planned names to the planned private state, for a repeated plan. */
export function withPlannedNames(
  privateState: Readonly<Record<string, JsonValue>>,
  names: DestinationNames | Unknown,
): JsonValue {
  return isUnknown(names) ? privateState : { ...privateState, destination_names: names };
}

/** The names of the first plan; undefined if there are none, or if they were unknown. */
export function readPlannedNames(plannedPrivate: Private): DestinationNames | undefined {
  return storedNames.safeParse(plannedPrivate).data?.destination_names;
}

/** The planned names as known during the apply. */
export function plannedNames({ destination_names: names }: PlannedOf<AlertSchema>): DestinationNames {
  if (isUnknown(names) || names === null) return null;
  return Object.fromEntries(
    Object.entries(names).flatMap(([id, name]) => (isUnknown(name) ? [] : [[id, name] as const])),
  );
}

export function selectNames(names: DestinationNames, ids: readonly number[]): DestinationNames {
  const selected = ids.flatMap((id) => {
    const name = names?.[String(id)];
    return name === undefined ? [] : [[String(id), name] as const];
  });
  return selected.length === 0 ? null : Object.fromEntries(selected);
}
