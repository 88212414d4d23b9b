/** The objects of an environment that alerts refer to: destinations, hosts, policies and durations. */
import { type FieldStep, quote, truncate } from "../diagnostics";
import { TextMap } from "../service";
import { type AlertDefinition, type Reference } from "./alert-definition";
import { formatTags, selectsHosts, tagSeparators } from "./host-selection";

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

export interface Referable {
  /** Negative if only the name is known. */
  readonly id: number;
  readonly name?: string | undefined;
  /** Length of a duration, if the service returns one. */
  readonly seconds?: number | undefined;
  /** A reference to a deleted host does not resolve. */
  readonly isDeleted?: boolean | undefined;
}

export interface SelectableHost extends Referable {
  /** `KEY:VALUE` or `KEY=VALUE`. */
  readonly tags?: readonly string[] | undefined;
}

export const catalogKeys = ["destinations", "hosts", "policies", "durations"] as const;
export type CatalogKey = (typeof catalogKeys)[number];

/** The objects of an environment. A kind that no definition refers to is not fetched. */
export type ObjectCatalog = { readonly [Key in CatalogKey]?: readonly Referable[] | undefined } & {
  readonly hosts?: readonly SelectableHost[] | undefined;
};

/** An alert whose references are ids, or names and ids. An incomplete alert has no hosts and no condition. */
interface Referring<R> {
  readonly policy: R;
  readonly destinations: readonly R[];
  readonly hosts?: readonly R[] | undefined;
  readonly condition?:
    { readonly kind: "event" } | { readonly kind: "threshold"; readonly duration: R } | undefined;
}

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

export function catalogNeeds(definitions: readonly AlertDefinition[]): ReadonlySet<CatalogKey> {
  const references = definitions.map((definition) => referencesOf<Reference>(definition));
  const needsHosts = definitions.some(selectsHosts);
  return new Set(
    catalogKeys.filter(
      (key) => (key === "hosts" && needsHosts) || references.some((byKind) => byKind[key].length > 0),
    ),
  );
}

/**
 * A catalog in which every reference of the definitions resolves, for work without a service. An ID keeps its value and has no name. A name
 * gets an ID that no definition uses. Hosts that a pattern or tags select are one host with the name of the selection.
 */
export function catalogOfDefinitions(definitions: readonly AlertDefinition[]): ObjectCatalog {
  const tagged = new TextMap(
    definitions.flatMap(({ hostTags }) => (hostTags === undefined ? [] : [[formatTags(hostTags), hostTags]])),
  );
  const references = definitions.map((definition) => referencesOf<Reference>(definition));
  const catalog = Object.fromEntries(
    catalogKeys.map((key) => {
      const selections = key === "hosts" ? [...tagged.keys()] : [];
      return [key, objectsOf([...references.flatMap((byKind) => byKind[key]), ...selections])];
    }),
  );
  const hosts = catalog["hosts"]?.map((host): SelectableHost => {
    const tags = tagged.get(host.name ?? "");
    if (tags === undefined) return host;
    return {
      ...host,
      tags: Object.entries(tags).map(([key, [value]]) => `${key}${tagSeparators[0]}${value}`),
    };
  });
  return { ...catalog, hosts };
}

function objectsOf(references: readonly Reference[]): Referable[] {
  const ids = new Set(references.filter((reference) => typeof reference === "number"));
  const names = new TextMap(
    references.flatMap((reference) => (typeof reference === "string" ? [[reference, reference]] : [])),
  );
  let next = [...ids].reduce((max, id) => Math.max(max, id), 0);
  return [...[...ids].map((id) => ({ id })), ...[...names.values()].map((name) => ({ id: ++next, name }))];
}
