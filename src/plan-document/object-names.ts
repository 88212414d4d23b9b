/**
 * Names of the destinations, hosts, policies and durations that a plan or a drift refers to by id. For display only: no
 * comparison, fingerprint or write uses them.
 */
import { type AlertConfig, type AlertSettings } from "../service";
import {
  type Catalog,
  type CatalogKey,
  catalogKeyOf,
  catalogKeys,
  type Change,
  type FieldChange,
  truncateName,
} from "../reconcile";

/** Names by id. An object without a name, or of a kind that was not fetched, is missing. */
export type ObjectNames = { readonly [Key in CatalogKey]?: Readonly<Record<string, string>> };

/** The names of all objects of the catalog. */
export function namesInCatalog(catalog: Catalog): ObjectNames {
  return collectNames((key) => (catalog[key] ?? []).map(({ id, name }) => [id, name]));
}

/** The names of the objects in the desired and live alerts of the changes. */
export function namesInChanges(names: ObjectNames, changes: readonly Change[]): ObjectNames {
  const ids = emptyIds();
  for (const change of changes) {
    if (change.action !== "delete") addIds(ids, change.desired, change.desired);
    // An unchanged alert refers to the same objects as its definition.
    if (change.action !== "create" && change.action !== "unchanged")
      addIds(ids, change.live.alert, change.live.config);
  }
  return selectNames(names, ids);
}

/** The kinds of the objects that the fields of changes refer to. */
export function kindsInChanges(changes: readonly Change[]): ReadonlySet<CatalogKey> {
  const fields = changes.flatMap((change) => (change.action === "delete" ? [] : change.fields));
  const referring = fields.filter(({ from, to }) =>
    [from, to].flat().some((value) => typeof value === "number"),
  );
  return new Set(referring.flatMap(({ path }) => catalogKeyOf(path) ?? []));
}

function addIds(
  ids: Ids,
  { destinations, policy }: Pick<AlertSettings, "destinations" | "policy">,
  config: AlertConfig | undefined,
): void {
  for (const id of destinations) ids.destinations.add(id);
  ids.policies.add(policy);
  if (config === undefined) return;
  for (const id of config.hosts) ids.hosts.add(id);
  if (config.condition.kind === "threshold") ids.durations.add(config.condition.duration);
}

/** The names of the objects in the live and desired values of the fields. */
export function namesInFields(names: ObjectNames, fields: readonly FieldChange[]): ObjectNames {
  const ids = emptyIds();
  for (const { path, from, to } of fields) {
    const key = catalogKeyOf(path);
    if (key === undefined) continue;
    for (const value of [from, to].flat()) if (typeof value === "number") ids[key].add(value);
  }
  return selectNames(names, ids);
}

type Ids = Readonly<Record<CatalogKey, Set<number>>>;

function emptyIds(): Ids {
  return { destinations: new Set(), hosts: new Set(), policies: new Set(), durations: new Set() };
}

function selectNames(names: ObjectNames, ids: Ids): ObjectNames {
  return collectNames((key) => [...ids[key]].map((id) => [id, names[key]?.[String(id)]]));
}

/** Kinds without names are left out. */
function collectNames(
  namesOf: (key: CatalogKey) => readonly (readonly [id: number, name: string | undefined])[],
): ObjectNames {
  const kinds = catalogKeys.map((key) => {
    const names = namesOf(key).flatMap(([id, name = ""]) => (name === "" ? [] : [[id, truncateName(name)]]));
    return [key, names] as const;
  });
  const named = kinds.filter(([, names]) => names.length > 0);
  return Object.fromEntries(named.map(([key, names]) => [key, Object.fromEntries(names)]));
}
