/** Resolves the references of definitions: names become ids, and ids must exist. */
import { type FieldStep, hintForName, type Problem, quote } from "../diagnostics";
import { isSameText, TextMap } from "../service";
import { type AlertDefinition, placeOfField, type Reference } from "./alert-definition";
import { type DesiredAlert } from "./desired-alert";
import {
  type Catalog,
  type CatalogKey,
  idWithName,
  type ObjectKind,
  objectKinds,
  type Referable,
} from "./object-kinds";

/** The desired alerts if every reference resolves, or one error per unresolved reference. */
export type Resolution =
  | { readonly ok: true; readonly desired: readonly DesiredAlert[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A reference to no object, or to several. */
export type UnresolvedReference = Required<Pick<Problem, "what" | "remedy">>;

/** The kinds of objects that resolving the definitions needs. */
export function catalogNeeds(definitions: readonly AlertDefinition[]): ReadonlySet<CatalogKey> {
  const needs = new Set<CatalogKey>();
  for (const { destinations, hosts, condition } of definitions) {
    needs.add("policies");
    if (destinations.length > 0) needs.add("destinations");
    if (hosts.length > 0) needs.add("hosts");
    if (condition.kind === "threshold") needs.add("durations");
  }
  return needs;
}

export function resolveReferences(definitions: readonly AlertDefinition[], catalog: Catalog): Resolution {
  const problems: Problem[] = [];
  const indexes = new Map<CatalogKey, ReferenceIndex>();
  const desired = definitions.map((definition): DesiredAlert => {
    const { place: _place, placeOf: _placeOf, ...alert } = definition;
    /** Returns the id in a list, or an empty list if the reference does not resolve. */
    const resolve = (kind: ObjectKind, reference: Reference, field: readonly FieldStep[]): number[] => {
      const available = catalog[kind.key] ?? [];
      const index = indexes.get(kind.key) ?? new ReferenceIndex(available);
      indexes.set(kind.key, index);
      const resolved = chooseMatch(kind.singular, reference, index.find(reference), available);
      if (typeof resolved === "number") return [resolved];
      problems.push({ severity: "error", ...resolved, where: placeOfField(definition, field) });
      return [];
    };
    resolve(objectKinds.policy, alert.policy, ["policy"]);
    if (alert.condition.kind === "threshold") {
      resolve(objectKinds.duration, alert.condition.duration, ["threshold", "duration"]);
    }
    return {
      ...alert,
      destinations: alert.destinations.flatMap((reference, index) =>
        resolve(objectKinds.destination, reference, ["destinations", index]),
      ),
      hosts: alert.hosts.flatMap((reference, index) =>
        resolve(objectKinds.host, reference, ["hosts", index]),
      ),
    };
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, desired };
}

/**
 * Resolves one reference to an id.
 * @param singular the kind of the object in messages, for example "host"
 */
export function resolveReference(
  singular: string,
  reference: Reference,
  available: readonly Referable[] = [],
): number | UnresolvedReference {
  const isMatch = ({ id, name }: Referable) =>
    typeof reference === "number" ? id === reference : name !== undefined && isSameText(name, reference);
  return chooseMatch(singular, reference, available.filter(isMatch), available);
}

class ReferenceIndex {
  readonly #byId = new Map<number, Referable>();
  readonly #byName = new TextMap<Referable[]>();

  constructor(available: readonly Referable[]) {
    for (const object of available) {
      this.#byId.set(object.id, object);
      if (object.name === undefined) continue;
      const matches = this.#byName.get(object.name);
      if (matches === undefined) this.#byName.set(object.name, [object]);
      else matches.push(object);
    }
  }

  find(reference: Reference): readonly Referable[] {
    if (typeof reference === "string") return this.#byName.get(reference) ?? [];
    const object = this.#byId.get(reference);
    return object === undefined ? [] : [object];
  }
}

function chooseMatch(
  singular: string,
  reference: Reference,
  matches: readonly Referable[],
  available: readonly Referable[],
): number | UnresolvedReference {
  // A list may contain the same object twice.
  const ids = [...new Set(matches.map(({ id }) => id))];
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return first;
  if (first !== undefined) {
    return {
      what: `${ids.length} ${singular}s are named ${quote(String(reference))} (ids ${ids.join(", ")}).`,
      remedy: "Use the id instead of the name.",
    };
  }
  if (typeof reference === "string") {
    const names = available.flatMap(({ name }) => (name === undefined ? [] : [name]));
    return {
      what: `There is no ${singular} named ${quote(reference)}.`,
      remedy: names.length === 0 ? listAvailable(available) : hintForName(reference, names),
    };
  }
  return { what: `There is no ${singular} with the id ${reference}.`, remedy: listAvailable(available) };
}

function listAvailable(available: readonly Referable[]): string {
  if (available.length === 0) return "None are available in this environment.";
  const listed = available.slice(0, 10).map(({ id, name }) => idWithName(id, name));
  const hidden = available.length - listed.length;
  return `Available: ${listed.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`;
}
