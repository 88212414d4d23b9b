/** Compares the live alerts of two environments by names, because the same object has another ID in each environment. */
import { compareTexts } from "../../diagnostics";
import { type CatalogEntry, type LiveEnvironment } from "../../export";
import { configFields, type FieldValue, type LiveAlert } from "../../reconcile";
import { formatAlertType, isSameText, TextMap } from "../../service";

export interface EnvironmentComparison {
  /** Names of alerts, sorted. */
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Sorted by name. */
  readonly different: readonly DifferentAlert[];
  readonly sameCount: number;
}

export interface DifferentAlert {
  readonly name: string;
  readonly fields: readonly DifferentField[];
}

/** A value is undefined if the alert has no such field. */
export interface DifferentField {
  readonly path: readonly string[];
  readonly a: FieldValue;
  readonly b: FieldValue;
}

export function compareEnvironments(a: LiveEnvironment, b: LiveEnvironment): EnvironmentComparison {
  const [alertsOfA, alertsOfB] = [describeAlerts(a), describeAlerts(b)];
  const onlyInA: string[] = [];
  const onlyInB: string[] = [];
  const different: DifferentAlert[] = [];
  let sameCount = 0;
  const names = new TextMap([...alertsOfB, ...alertsOfA].map(([name]) => [name, name]));
  for (const name of [...names.values()].sort(compareTexts)) {
    const [own, other] = [alertsOfA.get(name) ?? [], alertsOfB.get(name) ?? []];
    // A service can have several alerts with one name. They are compared in the order of their IDs.
    for (let index = 0; index < Math.max(own.length, other.length); index++) {
      const [first, second] = [own[index], other[index]];
      if (first === undefined) onlyInB.push(name);
      else if (second === undefined) onlyInA.push(name);
      else {
        const fields = differencesOf(first, second);
        if (fields.length > 0) different.push({ name, fields });
        else sameCount += 1;
      }
    }
  }
  return { onlyInA, onlyInB, different, sameCount };
}

/** The values of an alert by path. Paths are joined by dots, which no key contains. */
type Fields = ReadonlyMap<string, FieldValue>;

function describeAlerts(environment: LiveEnvironment): TextMap<Fields[]> {
  const objects = {
    destinations: new ObjectNames(environment.destinations),
    hosts: new ObjectNames(environment.hosts),
    policies: new ObjectNames(environment.policies),
    durations: new ObjectNames(environment.durations),
  };
  const described = [
    ...environment.alerts.map((live) => ({
      id: live.alert.id,
      name: live.alert.name,
      fields: fieldsOf(live, objects),
    })),
    ...environment.unsupportedAlerts.map((alert) => ({
      id: alert.id,
      name: alert.name,
      fields: new Map<string, FieldValue>([["kind", formatAlertType(alert)]]),
    })),
  ].sort((one, other) => one.id - other.id);
  const byName = new TextMap<Fields[]>();
  for (const { name, fields } of described) {
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [fields]);
    else known.push(fields);
  }
  return byName;
}

type Objects = Readonly<Record<"destinations" | "hosts" | "policies" | "durations", ObjectNames>>;

function fieldsOf({ alert, config }: LiveAlert, objects: Objects): Fields {
  const fields = new Map<string, FieldValue>([
    ["kind", alert.kind],
    ["annotations", alert.annotations],
    ["policy", objects.policies.nameOf(alert.policy)],
    ["disabled", alert.disabled],
    ["destinations", objects.destinations.namesOf(alert.destinations)],
    ["is_incomplete", config === undefined],
  ]);
  if (config === undefined) return fields;
  for (const { path, to: value } of configFields(config)) {
    const isHosts = path[0] === "hosts";
    const isDuration = path[1] === "duration" && typeof value === "number";
    const shown = isHosts
      ? objects.hosts.namesOf(config.hosts)
      : isDuration
        ? objects.durations.nameOf(value)
        : value;
    fields.set(path.join("."), shown);
  }
  return fields;
}

/** Names objects. An object whose name is missing or not unique is named by its ID. */
class ObjectNames {
  readonly #names = new Map<number, string>();

  constructor(objects: readonly CatalogEntry[]) {
    const counts = new TextMap<number>();
    for (const { name = "" } of objects) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const { id, name = "" } of objects)
      if (name !== "" && counts.get(name) === 1) this.#names.set(id, name);
  }

  nameOf(id: number): FieldValue {
    return this.#names.get(id) ?? id;
  }

  namesOf(ids: readonly number[]): readonly string[] {
    return ids.map((id) => this.#names.get(id) ?? `id ${id}`).sort(compareTexts);
  }
}

function differencesOf(a: Fields, b: Fields): DifferentField[] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].flatMap((path) => {
    const [own, other] = [a.get(path), b.get(path)];
    return isSameValue(own, other) ? [] : [{ path: path.split("."), a: own, b: other }];
  });
}

function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (typeof a === "string" && typeof b === "string") return isSameText(a, b);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.length === b.length && a.every((item, index) => isSameText(String(item), String(b[index])));
}
