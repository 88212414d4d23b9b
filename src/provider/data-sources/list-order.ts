/** Sorts lists. The service does not guarantee an order, and Terraform would show each change of the order as a change. */
import { compareTexts } from "../../diagnostics";
import { type ServiceEvent } from "../../service";

export function byId<T extends { readonly id: number }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => a.id - b.id);
}

/** Oldest first. Events of the same second are ordered by UUID. */
export function byStart(events: readonly ServiceEvent[]): ServiceEvent[] {
  return [...events].sort((a, b) => a.start - b.start || compareTexts(a.uuid ?? "", b.uuid ?? ""));
}
