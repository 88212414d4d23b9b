/** Resolves the references of definitions: names and times become ids, and ids must exist. */
import { errorOf, type FieldStep, type Problem } from "../diagnostics";
import { type AlertCondition } from "../service";
import { type AlertDefinition, placeOfField, type Reference } from "./alert-definition";
import { type CatalogKey, type ObjectCatalog, type ObjectKind, objectKinds } from "./catalog";
import { type DesiredAlert } from "./desired-alert";
import { ReferenceIndex } from "./reference-index";

/** The desired alerts if every reference resolves, or one error per unresolved reference. */
export type Resolution =
  | { readonly ok: true; readonly desired: readonly DesiredAlert[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function resolveReferences(
  definitions: readonly AlertDefinition[],
  catalog: ObjectCatalog,
): Resolution {
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
    problems.push({
      ...errorOf("reference-unknown"),
      ...resolved,
      where: placeOfField(definition, field),
    });
    return 0;
  };
  const desired = definitions.map((definition): DesiredAlert => {
    const { place: _place, placeOf: _placeOf, hasTextReferences: _hasText, condition, ...alert } = definition;
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
