/** Resolves the references of definitions: names and times become ids, and ids must exist. */
import { type FieldStep, type Problem } from "../../diagnostics";
import { type AlertCondition, TextMap } from "../../service";
import { type AlertDefinition, placeOfField, type Reference } from "../alert-definition";
import { type DesiredAlert } from "../desired-alert";
import {
  type Catalog,
  type CatalogKey,
  catalogKeys,
  type ObjectKind,
  objectKinds,
  type Referable,
  referencesOf,
} from "./object-kinds";
import { ReferenceIndex } from "./reference-index";

/** The desired alerts if every reference resolves, or one error per unresolved reference. */
export type Resolution =
  | { readonly ok: true; readonly desired: readonly DesiredAlert[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The kinds of objects that resolving the definitions needs. */
export function catalogNeeds(definitions: readonly AlertDefinition[]): ReadonlySet<CatalogKey> {
  const references = definitions.map((definition) => referencesOf<Reference>(definition));
  return new Set(catalogKeys.filter((key) => references.some((byKind) => byKind[key].length > 0)));
}

/**
 * A catalog in which every reference of the definitions resolves, for work without a service. An ID keeps its value and has no name. A name
 * gets an ID that no definition uses.
 */
export function catalogOfDefinitions(definitions: readonly AlertDefinition[]): Catalog {
  const references = definitions.map((definition) => referencesOf<Reference>(definition));
  return Object.fromEntries(
    catalogKeys.map((key) => [key, objectsOf(references.flatMap((byKind) => byKind[key]))]),
  );
}

function objectsOf(references: readonly Reference[]): Referable[] {
  const ids = new Set(references.filter((reference) => typeof reference === "number"));
  const names = new TextMap(
    references.flatMap((reference) => (typeof reference === "string" ? [[reference, reference]] : [])),
  );
  let next = [...ids].reduce((max, id) => Math.max(max, id), 0);
  return [...[...ids].map((id) => ({ id })), ...[...names.values()].map((name) => ({ id: ++next, name }))];
}

export function resolveReferences(definitions: readonly AlertDefinition[], catalog: Catalog): Resolution {
  const problems: Problem[] = [];
  const indexes = new Map<CatalogKey, ReferenceIndex>();
  /** Returns 0 and adds a problem if the reference does not resolve. */
  const resolve = (
    definition: AlertDefinition,
    kind: ObjectKind,
    reference: Reference,
    field: readonly FieldStep[],
  ): number => {
    const index = indexes.get(kind.key) ?? new ReferenceIndex(kind.singular, catalog[kind.key] ?? []);
    indexes.set(kind.key, index);
    const resolved =
      definition.hasTextReferences === true ? index.resolveText(String(reference)) : index.resolve(reference);
    if (typeof resolved === "number") return resolved;
    problems.push({ severity: "error", ...resolved, where: placeOfField(definition, field) });
    return 0;
  };
  const desired = definitions.map((definition): DesiredAlert => {
    const { place: _place, placeOf: _placeOf, hasTextReferences: _texts, condition, ...alert } = definition;
    return {
      ...alert,
      policy: resolve(definition, objectKinds.policy, alert.policy, ["policy"]),
      condition: withDurationId(condition, (duration) =>
        resolve(definition, objectKinds.duration, duration, ["threshold", "duration"]),
      ),
      destinations: alert.destinations.map((reference, index) =>
        resolve(definition, objectKinds.destination, reference, ["destinations", index]),
      ),
      hosts: alert.hosts.map((reference, index) =>
        resolve(definition, objectKinds.host, reference, ["hosts", index]),
      ),
    };
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, desired };
}

function withDurationId(
  condition: AlertDefinition["condition"],
  resolve: (duration: Reference) => number,
): AlertCondition {
  if (condition.kind === "event") return condition;
  return { ...condition, duration: resolve(condition.duration) };
}
