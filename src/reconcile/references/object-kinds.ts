/** The kinds of objects that alerts refer to by id, and the objects of one environment. */
import { type FieldStep, quote, truncate } from "../../diagnostics";

export interface ObjectKind {
  readonly key: CatalogKey;
  /** Name in messages. */
  readonly singular: string;
}

export const objectKinds = {
  destination: { key: "destinations", singular: "destination" },
  host: { key: "hosts", singular: "host" },
  policy: { key: "policies", singular: "alert policy" },
  duration: { key: "durations", singular: "alert duration" },
} as const satisfies Record<string, ObjectKind>;

/** An object that alerts can refer to. */
export interface Referable {
  /** Negative if only the name is known. */
  readonly id: number;
  readonly name?: string | undefined;
  /** Length of a duration, if the service returns one. */
  readonly seconds?: number | undefined;
  /** A reference to a deleted host does not resolve. */
  readonly isDeleted?: boolean | undefined;
}

export const catalogKeys = ["destinations", "hosts", "policies", "durations"] as const;
export type CatalogKey = (typeof catalogKeys)[number];

/** The objects of an environment. A kind that no definition refers to is not fetched. */
export type Catalog = { readonly [Key in CatalogKey]?: readonly Referable[] | undefined };

/** An alert whose references are ids, or names and ids. An incomplete alert has no hosts and no condition. */
interface Referring<R> {
  readonly policy: R;
  readonly destinations: readonly R[];
  readonly hosts?: readonly R[] | undefined;
  readonly condition?:
    { readonly kind: "event" } | { readonly kind: "threshold"; readonly duration: R } | undefined;
}

/** The references of an alert, by the kind of their objects. */
export function referencesOf<R>({
  policy,
  destinations,
  hosts = [],
  condition,
}: Referring<R>): Readonly<Record<CatalogKey, readonly R[]>> {
  const durations = condition?.kind === "threshold" ? [condition.duration] : [];
  return { destinations, hosts, policies: [policy], durations };
}

const keysByField: ReadonlyMap<string, CatalogKey> = new Map([
  ["destinations", "destinations"],
  ["hosts", "hosts"],
  ["policy", "policies"],
  ["threshold.duration", "durations"],
]);

/** The catalog key of the objects that a field refers to. */
export function catalogKeyOf(path: readonly FieldStep[]): CatalogKey | undefined {
  return keysByField.get(path.join("."));
}

/** Limit for a displayed object name, in UTF-16 units. */
const maxNameLength = 60;

export function truncateName(name: string): string {
  return truncate(name, maxNameLength);
}

/** `3 ("On-call PagerDuty")` for a message, or `3` if the object has no name. */
export function idWithName(id: number, name: string | undefined): string {
  return name === undefined || name === "" ? String(id) : `${id} (${quote(truncateName(name))})`;
}
