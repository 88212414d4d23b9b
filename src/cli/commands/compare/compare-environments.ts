/** Compares the live alerts of two environments by names, because the same object has another ID in each environment. */
import { compareStrings, groupBy, omitUndefined, toNfc } from "../../../diagnostics";
import { type LiveEnvironment } from "../../../export";
import {
  type CatalogKey,
  catalogKeyOf,
  configFields,
  type FieldValue,
  formatTags,
  type LiveAlert,
  objectKinds,
  type Referable,
  referencesOf,
} from "../../../reconcile";
import { formatAlertType, isSameText, keysOf } from "../../../service";
import { type CompareDocument } from "./document";

type EnvironmentComparison = Omit<CompareDocument, "version" | "a" | "b">;
type DifferentAlert = CompareDocument["different"][number];
type UsedObject = CompareDocument["objects_only_in_a"][number];

export function compareEnvironments(a: LiveEnvironment, b: LiveEnvironment): EnvironmentComparison {
  const [alertsOfA, alertsOfB] = [describeAlerts(a), describeAlerts(b)];
  const onlyInA: string[] = [];
  const onlyInB: string[] = [];
  const different: DifferentAlert[] = [];
  let same = 0;
  for (const name of [...new Set([...alertsOfA.keys(), ...alertsOfB.keys()])].sort(compareStrings)) {
    const [own, other] = [alertsOfA.get(name) ?? [], alertsOfB.get(name) ?? []];
    // A service can have several alerts with one name. They are compared in the order of their IDs.
    for (let index = 0; index < Math.max(own.length, other.length); index++) {
      const [first, second] = [own[index], other[index]];
      if (first === undefined) onlyInB.push(name);
      else if (second === undefined) onlyInA.push(name);
      else {
        const fields = differencesOf(first, second);
        if (fields.length > 0) different.push({ name, fields });
        else same += 1;
      }
    }
  }
  return {
    only_in_a: onlyInA,
    only_in_b: onlyInB,
    different,
    same,
    objects_only_in_a: objectsMissingIn(b, a),
    objects_only_in_b: objectsMissingIn(a, b),
  };
}

/** The objects that alerts use in `used`, and whose names no object in `environment` has. */
function objectsMissingIn(environment: LiveEnvironment, used: LiveEnvironment): UsedObject[] {
  const references = used.alerts.map(({ alert, config }) => ({
    name: alert.name,
    ids: referencesOf({ ...alert, ...config }),
  }));
  return keysOf(objectKinds).flatMap((kind) => {
    const { key } = objectKinds[kind];
    const existing = new Set(
      environment[key].map(({ name = "", isDeleted }) => (isDeleted ? "" : toNfc(name))),
    );
    const uses = groupBy(
      references.flatMap(({ name, ids }) => ids[key].map((id) => ({ id, name }))),
      ({ id }) => id,
    );
    return [...uniqueNames(used[key])].flatMap(([id, name]): UsedObject[] => {
      const alerts = new Set(uses.get(id)?.map((use) => use.name));
      if (alerts.size === 0 || existing.has(toNfc(name))) return [];
      return [{ kind, name, alerts: [...alerts].sort(compareStrings) }];
    });
  });
}

/** The values of an alert by path. Paths are joined by dots, which no key contains. */
type Fields = ReadonlyMap<string, FieldValue>;

/** By name in NFC, sorted by ID. */
function describeAlerts({ alerts, unsupportedAlerts, ...catalog }: LiveEnvironment): Map<string, Fields[]> {
  const names = {
    destinations: uniqueNames(catalog.destinations),
    hosts: uniqueNames(catalog.hosts),
    policies: uniqueNames(catalog.policies),
    durations: uniqueNames(catalog.durations),
  };
  const described = [
    ...alerts.map((live) => ({ alert: live.alert, fields: fieldsOf(live, names, catalog) })),
    ...unsupportedAlerts.map((alert) => ({ alert, fields: new Map([["kind", formatAlertType(alert)]]) })),
  ].sort((one, other) => one.alert.id - other.alert.id);
  const byName = groupBy(described, ({ alert }) => toNfc(alert.name));
  return new Map([...byName].map(([name, group]) => [name, group.map(({ fields }) => fields)]));
}

/** Names by ID. An object whose name is missing or not unique is missing. */
type Names = ReadonlyMap<number, string>;

function uniqueNames(objects: readonly Referable[]): Names {
  const byName = groupBy(objects, ({ name = "" }) => toNfc(name));
  const isUnique = (name: string) => name !== "" && byName.get(toNfc(name))?.length === 1;
  return new Map(objects.flatMap(({ id, name = "" }) => (isUnique(name) ? [[id, name]] : [])));
}

function fieldsOf(
  { alert, config }: LiveAlert,
  names: Readonly<Record<CatalogKey, Names>>,
  { proposeHostTags }: Pick<LiveEnvironment, "proposeHostTags">,
): Fields {
  const tags = proposeHostTags?.(config?.hosts ?? []);
  const { kind, annotations, policy, disabled, destinations } = alert;
  const settings = { kind, annotations, policy, disabled, destinations, is_incomplete: config === undefined };
  const fields = [
    ...Object.entries(settings).map(([name, to]) => ({ path: [name], to })),
    ...(config === undefined ? [] : configFields(config)),
  ];
  return new Map(
    fields.map(({ path, to }) => {
      const key = catalogKeyOf(path);
      if (key === "hosts" && tags !== undefined) return ["host_tags", [formatTags(tags)]];
      return [path.join("."), key === undefined ? to : withNames(to, names[key])];
    }),
  );
}

function withNames(value: FieldValue, names: Names): FieldValue {
  if (typeof value === "number") return names.get(value) ?? value;
  if (typeof value !== "object") return value;
  return value.map((id) => names.get(Number(id)) ?? `id ${id}`).sort(compareStrings);
}

function differencesOf(a: Fields, b: Fields): DifferentAlert["fields"] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].flatMap((path) => {
    const [own, other] = [a.get(path), b.get(path)];
    return isSameValue(own, other) ? [] : [{ path: path.split("."), ...omitUndefined({ a: own, b: other }) }];
  });
}

function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (typeof a === "string" && typeof b === "string") return isSameText(a, b);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.length === b.length && a.every((item, index) => isSameText(String(item), String(b[index])));
}
