/**
 * Checks during the plan that the objects an alert refers to exist. Only new references are checked, so a plan without
 * changes makes no call.
 */
import { quote } from "../../../diagnostics";
import { type EnvironmentCatalog } from "../../../engine";
import { type Catalog, objectKinds, resolveReference } from "../../../reconcile";
import {
  type Diagnostic,
  isUnknown,
  type Path,
  type ProposedOf,
  type StateOf,
  type Unknown,
} from "../../../tfplugin";
import { type AlertSchema } from "./schema";

type Proposed = ProposedOf<AlertSchema>;
type State = StateOf<AlertSchema>;

interface NewReference {
  readonly kind: (typeof objectKinds)[keyof typeof objectKinds];
  readonly id: number;
  readonly path: Path;
}

/** @returns an error for each new reference that does not resolve @throws ServiceError */
export async function checkReferences(
  proposed: Proposed,
  prior: State | null,
  catalog: EnvironmentCatalog,
): Promise<Diagnostic[]> {
  const references = findNewReferences(proposed, prior);
  const needs = new Set<keyof Catalog>(references.map(({ kind }) => kind.key));
  const available = await catalog.read(needs);
  const subject = isUnknown(proposed.name) ? "This alert" : quote(proposed.name);
  return references.flatMap(({ kind, id, path }) => {
    const resolved = resolveReference(kind.singular, id, available[kind.key]);
    if (typeof resolved === "number") return [];
    return [{ severity: "error", summary: `${subject}: ${resolved.what}`, detail: resolved.remedy, path }];
  });
}

function findNewReferences(proposed: Proposed, prior: State | null): NewReference[] {
  const { threshold } = proposed;
  const duration = isUnknown(threshold) || threshold === null ? [] : knownIds([threshold.duration]);
  return [
    ...newReferences(objectKinds.policy, knownIds([proposed.policy]), [prior?.policy], ["policy"]),
    ...newReferences(objectKinds.destination, knownIds(proposed.destinations), prior?.destinations, [
      "destinations",
    ]),
    ...newReferences(objectKinds.host, knownIds(proposed.hosts), prior?.hosts, ["hosts"]),
    ...newReferences(objectKinds.duration, duration, [prior?.threshold?.duration], ["threshold", "duration"]),
  ];
}

function knownIds(ids: readonly (number | Unknown)[] | Unknown): number[] {
  return isUnknown(ids) ? [] : ids.filter((id) => !isUnknown(id));
}

function newReferences(
  kind: NewReference["kind"],
  ids: readonly number[],
  priorIds: readonly (number | undefined)[] = [],
  path: Path,
): NewReference[] {
  return ids.filter((id) => !priorIds.includes(id)).map((id) => ({ kind, id, path }));
}
