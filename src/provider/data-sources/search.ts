/** Search arguments of data sources, among them hosts by name or id, and sort orders of their lists. */
import { compareStrings, errorOf, ProblemError } from "../../diagnostics";
import { objectKinds, parseId, ReferenceIndex, type UnresolvedReference } from "../../reconcile";
import { includesText, searchDescriptions, type ServiceEvent } from "../../service";
import { attribute as a, type Diagnostics, isUnknown, type Unknown } from "../../tfplugin";
import { type ProviderSession } from "../session";

export const intervalArguments = {
  from: a.integer({ optional: true, description: searchDescriptions.from }),
  until: a.integer({ optional: true, description: searchDescriptions.until }),
};

interface IntervalRequest {
  readonly config: { readonly from: number | null | Unknown; readonly until: number | null | Unknown };
  readonly diagnostics: Diagnostics;
}

/** Reports an interval that ends before it starts. Absolute and relative times cannot be compared offline. */
export function validateSearchInterval({ config: { from, until }, diagnostics }: IntervalRequest): void {
  if (isUnknown(from) || isUnknown(until) || from === null || until === null) return;
  const areComparable = from > 0 === until > 0;
  if (!areComparable || until >= from) return;
  diagnostics.error({
    path: ["until"],
    summary: "The interval ends before it starts",
    detail: `until (${until}) is before from (${from}). Set until to a later time than from. 0 is now, and negative values are seconds before now.`,
  });
}

/** An empty or absent filter matches everything. */
export function matches(filter: readonly string[] | null, text: string | undefined): boolean {
  return filter === null || filter.length === 0 || (text !== undefined && includesText(filter, text));
}

export const hostsDescription = "Names or IDs of hosts. Default: all hosts.";

/** The service guarantees no order, and Terraform would show a different order as a change. */
export function byId<T extends { readonly id: number }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => a.id - b.id);
}

/** Oldest first. Events of the same second are ordered by UUID. */
export function byStart(events: readonly ServiceEvent[]): ServiceEvent[] {
  return [...events].sort((a, b) => a.start - b.start || compareStrings(a.uuid ?? "", b.uuid ?? ""));
}

export async function resolveHost(
  { catalog }: ProviderSession,
  host: string,
): Promise<number | UnresolvedReference> {
  return new ReferenceIndex(objectKinds.host.singular, await catalog.hosts()).resolveText(host);
}

/**
 * The hosts of a search. Ids are not looked up, because data of a deleted host can still be searched.
 * @returns undefined for all hosts: as for an alert, an empty list means them @throws ProblemError, ServiceError
 */
export async function resolveHosts(
  session: ProviderSession,
  hosts: readonly string[] | null,
): Promise<readonly number[] | undefined> {
  if (hosts === null || hosts.length === 0) return undefined;
  const resolved = await Promise.all(
    hosts.map(async (host) => parseId(host) ?? (await resolveHost(session, host))),
  );
  const problems = resolved.filter((host) => typeof host !== "number");
  if (problems.length > 0)
    throw new ProblemError(
      problems.map(({ what, remedy }) => errorOf("reference-unknown", what, { remedy })),
    );
  return resolved.filter((host) => typeof host === "number");
}
