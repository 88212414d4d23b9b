/** The names that a plan or a drift takes along: of what it speaks of, as far as the environment's lists were read. */
import { type FieldChange } from "./compare";
import { type Catalog } from "./definition";
import { type Change } from "./plan";
import { type NamedKind, namedKindOf, namedKinds, type ReferredNames, toldName } from "./referred-names";

/** All names that the lists give. */
export function namesIn(catalog: Catalog): ReferredNames {
  return eachKind((kind) => (catalog[kind] ?? []).map(({ id, name }) => [id, name]));
}

/** Those of what the changes speak of, live or desired. */
export function namesInChanges(names: ReferredNames, changes: readonly Change[]): ReferredNames {
  const found = noIds();
  for (const change of changes) {
    const sides = [
      ...(change.action === "delete" ? [] : [{ ...change.desired, config: change.desired }]),
      ...(change.action === "create" ? [] : [{ ...change.live.alert, config: change.live.config }]),
    ];
    for (const { destinations, policy, config } of sides) {
      for (const id of destinations) found.destinations.add(id);
      for (const id of config?.hosts ?? []) found.hosts.add(id);
      found.policies.add(policy);
      if (config?.condition.kind === "threshold") found.durations.add(config.condition.duration);
    }
  }
  return only(names, found);
}

/** Those of what fields speak of, live or desired. */
export function namesInFields(names: ReferredNames, fields: readonly FieldChange[]): ReferredNames {
  const found = noIds();
  for (const { path, from, to } of fields) {
    const kind = namedKindOf(path);
    if (kind === undefined) continue;
    for (const value of [from, to].flat()) if (typeof value === "number") found[kind].add(value);
  }
  return only(names, found);
}

type Ids = Readonly<Record<NamedKind, Set<number>>>;

function noIds(): Ids {
  return { destinations: new Set(), hosts: new Set(), policies: new Set(), durations: new Set() };
}

function only(names: ReferredNames, ids: Ids): ReferredNames {
  return eachKind((kind) => [...ids[kind]].map((id) => [id, names[kind]?.[String(id)]]));
}

type NameOfId = readonly [id: number, name: string | undefined];

/** A kind without names is left out. */
function eachKind(namesOf: (kind: NamedKind) => readonly NameOfId[]): ReferredNames {
  const kinds = namedKinds.map((kind) => {
    const names = namesOf(kind).flatMap(([id, name = ""]) => (name === "" ? [] : [[id, toldName(name)]]));
    return [kind, names] as const;
  });
  const known = kinds.filter(([, names]) => names.length > 0);
  return Object.fromEntries(known.map(([kind, names]) => [kind, Object.fromEntries(names)]));
}
