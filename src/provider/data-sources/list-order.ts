/**
 * The service promises no order of its lists, and Terraform compares lists element by element: in the order that each answer
 * happens to have, an output would change where nothing has.
 */
import { type ServiceEvent } from "../../service";

export function byId<T extends { readonly id: number }>(list: readonly T[]): T[] {
  return [...list].sort((one, other) => one.id - other.id);
}

/** Oldest first; of the same second in the order of their identifiers. */
export function byStart(events: readonly ServiceEvent[]): ServiceEvent[] {
  return [...events].sort((one, other) => one.start - other.start || compareTexts(one.uuid, other.uuid));
}

function compareTexts(one = "", other = ""): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
