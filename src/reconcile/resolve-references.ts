/** Resolves the references of definitions: names and times become ids, ids must exist, and sets get their normal form. */
import { errorOf, type FieldStep, getOrAdd, omitUndefined, type Problem } from "../diagnostics";
import { type AlertCondition } from "../service";
import { type AlertDefinition, placeOfField, type Reference } from "./alert-definition";
import { type CatalogKey, type ObjectCatalog, type ObjectKind, objectKinds } from "./catalog";
import { type DesiredAlert, normalize } from "./desired-alert";
import { ReferenceIndex } from "./reference-index";
import { HostIndex, selectedFields } from "./select-hosts";

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
  const hostIndex = new HostIndex(catalog.hosts ?? []);
  const find = (
    { hasTextReferences }: AlertDefinition,
    { key, singular }: ObjectKind,
    reference: Reference,
  ) => {
    const index = getOrAdd(indexes, key, () => new ReferenceIndex(singular, catalog[key] ?? []));
    return hasTextReferences === true ? index.resolveText(String(reference)) : index.resolve(reference);
  };
  /** Returns 0 and adds a problem if the reference does not resolve. */
  const resolve = (
    definition: AlertDefinition,
    kind: ObjectKind,
    reference: Reference,
    field: readonly FieldStep[],
  ): number => {
    const resolved = find(definition, kind, reference);
    if (typeof resolved === "number") return resolved;
    const { what, remedy } = resolved;
    problems.push(errorOf("reference-unknown", what, { where: placeOfField(definition, field), remedy }));
    return 0;
  };
  const desired = definitions.map((definition): DesiredAlert => {
    const { place: _place, placeOf: _placeOf, hasTextReferences: _hasText, condition, ...alert } = definition;
    const resolved = {
      policy: resolve(definition, objectKinds.policy, alert.policy, ["policy"]),
      condition: withDurationId(condition, (duration) =>
        resolve(definition, objectKinds.duration, duration, ["threshold", "duration"]),
      ),
      destinations: alert.destinations.map((reference, index) =>
        resolve(definition, objectKinds.destination, reference, ["destinations", index]),
      ),
    };
    const { ids, selection, ...selected } = hostIndex.select(definition, (reference) =>
      find(definition, objectKinds.host, reference),
    );
    for (const { field, what, remedy } of selected.problems)
      problems.push(errorOf("reference-unknown", what, { where: placeOfField(definition, field), remedy }));
    return normalize({
      ...alert,
      ...resolved,
      ...selectedFields(alert, ids),
      ...omitUndefined({ selection }),
    });
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
