/**
 * Names of the destinations, hosts, policies and durations that a plan or a drift refers to by id. For display only: no
 * comparison, fingerprint or write uses them.
 */
import { omitUndefined } from "../diagnostics";
import {
  type AlertVersion,
  type CatalogKey,
  catalogKeyOf,
  catalogKeys,
  type Change,
  type FieldChange,
  isWriting,
  type ObjectCatalog,
  referencesOf,
  truncateName,
  versionsOfChange,
} from "../reconcile";
import { type AlertDuration, type AlertPolicy, type Host } from "../service";
import { type ObjectFacts, type RouteChange, type RouteChanges } from "./schema";

/** Names by id. An object without a name, or of a kind that was not fetched, is missing. */
export type ObjectNames = { readonly [Key in CatalogKey]?: Readonly<Record<string, string>> };

export function namesInCatalog(catalog: ObjectCatalog): ObjectNames {
  return collectNames((key) => (catalog[key] ?? []).map(({ id, name }) => [id, name]));
}

export function namesInChanges(names: ObjectNames, changes: readonly Change[]): ObjectNames {
  const references = changes.flatMap(referencesOfChange);
  return selectNames(names, (key) => references.flatMap((byKind) => byKind[key]));
}

export function namesInFields(names: ObjectNames, fields: readonly FieldChange[]): ObjectNames {
  return selectNames(names, (key) => idsInFields(fields, key));
}

/** The kinds of the objects of alerts whose behavior can change. Policies only if the policy changes. */
export function kindsInDifferences(changes: readonly Change[]): ReadonlySet<CatalogKey> {
  const behaving = changes.filter(
    (change) =>
      isWriting(change) &&
      (change.action === "delete" || change.fields.some(({ path }) => !textFields.has(path.join(".")))),
  );
  const references = behaving.flatMap(referencesOfChange);
  const kinds = catalogKeys.filter(
    (key) => key !== "policies" && references.some((byKind) => byKind[key].length > 0),
  );
  return new Set([...kinds, ...kindsInChanges(behaving)]);
}

const textFields = new Set(["name", "annotations"]);

/** The kinds of the objects that deleted alerts and the fields of other changes refer to. */
export function kindsInChanges(changes: readonly Change[]): ReadonlySet<CatalogKey> {
  const refersTo = (change: Change, key: CatalogKey) =>
    change.action === "delete"
      ? referencesOfVersion({ ...change.live.alert, config: change.live.config })[key].length > 0
      : idsInFields(change.fields, key).length > 0;
  return new Set(catalogKeys.filter((key) => changes.some((change) => refersTo(change, key))));
}

function referencesOfChange(change: Change): Readonly<Record<CatalogKey, readonly number[]>>[] {
  const { before, after } = versionsOfChange(change);
  return [before, after].filter((version) => version !== undefined).map(referencesOfVersion);
}

function referencesOfVersion(version: AlertVersion): Readonly<Record<CatalogKey, readonly number[]>> {
  return referencesOf({ ...version, ...version.config });
}

function idsInFields(fields: readonly FieldChange[], key: CatalogKey): number[] {
  return fields
    .filter(({ path }) => catalogKeyOf(path) === key)
    .flatMap(({ from, to }) => [from, to].flat())
    .filter((value) => typeof value === "number");
}

function selectNames(names: ObjectNames, idsOf: (key: CatalogKey) => readonly number[]): ObjectNames {
  return collectNames((key) => [...new Set(idsOf(key))].map((id) => [id, names[key]?.[String(id)]]));
}

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

/** The routes with these names of their hosts and destinations. */
export function nameRoutes(routes: RouteChanges, { hosts, destinations }: ObjectNames): RouteChanges {
  const named = (objects: RouteChange["before"], names: ObjectNames[CatalogKey] = {}) =>
    objects.map(({ id }) => ({ id, ...omitUndefined({ name: names[String(id)] }) }));
  return {
    ...routes,
    changes: routes.changes.map((change) => ({
      ...change,
      ...omitUndefined({ hosts: change.hosts && named(change.hosts, hosts) }),
      before: named(change.before, destinations),
      after: named(change.after, destinations),
    })),
  };
}

interface ObjectsWithFacts {
  readonly policies?: readonly Pick<AlertPolicy, "id" | "intervalSeconds">[] | undefined;
  readonly durations?: readonly Pick<AlertDuration, "id" | "seconds">[] | undefined;
  readonly hosts?: readonly Pick<Host, "id" | "type" | "isDeleted">[] | undefined;
}

export function factsInChanges(objects: ObjectsWithFacts, changes: readonly Change[]): ObjectFacts {
  const references = changes.flatMap(referencesOfChange);
  const select = <T extends { readonly id: number }, Fact>(
    key: CatalogKey,
    list: readonly T[] = [],
    factOf: (object: T) => Fact | undefined,
  ) => {
    const ids = new Set(references.flatMap((byKind) => byKind[key]));
    const facts = list.flatMap((object): [number, Fact][] => {
      const fact = ids.has(object.id) ? factOf(object) : undefined;
      return fact === undefined ? [] : [[object.id, fact]];
    });
    return facts.length === 0 ? undefined : Object.fromEntries(facts);
  };
  const length = (seconds: number | undefined) =>
    Number.isSafeInteger(seconds) && Number(seconds) >= 0 ? seconds : undefined;
  return omitUndefined({
    policies: select("policies", objects.policies, ({ intervalSeconds }) => length(intervalSeconds)),
    durations: select("durations", objects.durations, ({ seconds }) => length(seconds)),
    hosts: select("hosts", objects.hosts, ({ type, isDeleted }) => (isDeleted ? null : type)),
  });
}
