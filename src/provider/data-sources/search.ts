/** The arguments that searches of queries, samples and events share, and what can be wrong with them. */
import { searchDescriptions } from "../../service";
import { attribute as a, type Diagnostics, isUnknown, type Unknown } from "../../tfplugin";

export const intervalArguments = {
  from: a.integer({ optional: true, description: searchDescriptions.from }),
  until: a.integer({ optional: true, description: searchDescriptions.until }),
};

/** Complains of an interval that ends before it starts. An absolute time and a relative one cannot be compared offline. */
export function checkInterval(
  { from, until }: { readonly from: number | null | Unknown; readonly until: number | null | Unknown },
  diagnostics: Diagnostics,
): void {
  if (isUnknown(from) || isUnknown(until) || from === null || until === null) return;
  const areOfOneKind = from > 0 === until > 0;
  if (!areOfOneKind || until >= from) return;
  diagnostics.error({
    path: ["until"],
    summary: "The interval ends before it starts",
    detail: `until (${until}) is before from (${from}). 0 is now, and a negative number is so many seconds ago.`,
  });
}

/** What a search leaves out instead of giving it as null or as an empty list. */
export function given<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

/** An empty list of hosts means all of them, as in an alert. */
export function hostsGiven(hosts: readonly number[] | null): readonly number[] | undefined {
  return hosts === null || hosts.length === 0 ? undefined : hosts;
}

export const hostsDescription = "IDs of hosts to look at. Empty or left out: all hosts.";
