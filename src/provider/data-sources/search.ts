/** Search arguments and sort orders of data sources that return lists. */
import { compareTexts } from "../../diagnostics";
import { searchDescriptions, type ServiceEvent } from "../../service";
import { attribute as a, type Diagnostics, isUnknown, type Unknown } from "../../tfplugin";

export const intervalArguments = {
  from: a.integer({ optional: true, description: searchDescriptions.from }),
  until: a.integer({ optional: true, description: searchDescriptions.until }),
};

interface IntervalRequest {
  readonly config: { readonly from: number | null | Unknown; readonly until: number | null | Unknown };
  readonly diagnostics: Diagnostics;
}

/** Reports an interval that ends before it starts. Absolute and relative times cannot be compared offline. */
export function validateInterval({ config: { from, until }, diagnostics }: IntervalRequest): void {
  if (isUnknown(from) || isUnknown(until) || from === null || until === null) return;
  const areComparable = from > 0 === until > 0;
  if (!areComparable || until >= from) return;
  diagnostics.error({
    path: ["until"],
    summary: "The interval ends before it starts",
    detail: `until (${until}) is before from (${from}). Set until to a later time than from. 0 is now, and negative values are seconds before now.`,
  });
}

/** Converts null to undefined, which omits the parameter. */
export function omitNull<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

export const hostsDescription = "Names or IDs of hosts. Default: all hosts.";

/** The service guarantees no order, and Terraform would show a different order as a change. */
export function byId<T extends { readonly id: number }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => a.id - b.id);
}

/** Oldest first. Events of the same second are ordered by UUID. */
export function byStart(events: readonly ServiceEvent[]): ServiceEvent[] {
  return [...events].sort((a, b) => a.start - b.start || compareTexts(a.uuid ?? "", b.uuid ?? ""));
}
