/**
 * What the service calls the destinations, hosts, policies and durations that alerts refer to by their ids: for whoever reads a plan.
 * Nothing is decided by these names: they are in no comparison and in no fingerprint, and no write depends on them.
 */
import { type FieldStep, quote, truncate } from "../diagnostics";

export const namedKinds = ["destinations", "hosts", "policies", "durations"] as const;

export type NamedKind = (typeof namedKinds)[number];

/** Names by id. What is not in it, or is of a kind that was not read, has no name that is known. */
export type ReferredNames = { readonly [Kind in NamedKind]?: Readonly<Record<string, string>> };

/** UTF-16 units of a name; one that is longer says no more to a reader, and would fill a document. */
const longestName = 60;

/** As much of a name as is told. */
export function toldName(name: string): string {
  return truncate(name, longestName);
}

/** `3 ("On-call PagerDuty")`, for a sentence; the id alone where no name is known. */
export function withName(id: number, name: string | undefined): string {
  return name === undefined || name === "" ? String(id) : `${id} (${quote(toldName(name))})`;
}

/** What the ids in a field are ids of, where those may have names. */
export function namedKindOf(path: readonly FieldStep[]): NamedKind | undefined {
  switch (path.join(".")) {
    case "destinations":
      return "destinations";
    case "hosts":
      return "hosts";
    case "policy":
      return "policies";
    case "threshold.duration":
      return "durations";
    default:
      return undefined;
  }
}
