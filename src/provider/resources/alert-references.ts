/**
 * Checks at plan that what an alert refers to exists: a dangling id is told before anything is written. Only references
 * that are new are looked up, so a plan without changes costs no call; unknown ones are left to a later plan.
 */
import { type EnvironmentCatalog } from "../../engine";
import { type Catalog, resolveReference, objectKinds } from "../../reconcile";
import {
  type Diagnostic,
  isUnknown,
  type Path,
  type ProposedOf,
  type StateOf,
  type Unknown,
} from "../../tfplugin";
import { type alertSchema } from "./alert-schema";
import { quote } from "../../diagnostics";

type Proposed = ProposedOf<typeof alertSchema>;
type State = StateOf<typeof alertSchema>;

interface NewReference {
  readonly noun: (typeof objectKinds)[keyof typeof objectKinds];
  readonly id: number;
  readonly path: Path;
}

/** An error for each new reference that leads nowhere. @throws ServiceError */
export async function checkReferences(
  proposed: Proposed,
  prior: State | null,
  catalog: EnvironmentCatalog,
): Promise<Diagnostic[]> {
  const references = newReferences(proposed, prior);
  const needs = new Set<keyof Catalog>(references.map(({ noun }) => noun.key));
  const offered = await catalog.read(needs);
  const subject = isUnknown(proposed.name) ? "This alert" : quote(proposed.name);
  return references.flatMap(({ noun, id, path }) => {
    const found = resolveReference(noun, id, offered[noun.key]);
    if (typeof found === "number") return [];
    return [{ severity: "error", summary: `${subject}: ${found.what}`, detail: found.remedy, path }];
  });
}

function newReferences(proposed: Proposed, prior: State | null): NewReference[] {
  const { threshold } = proposed;
  const duration = isUnknown(threshold) || threshold === null ? [] : known([threshold.duration]);
  return [
    ...added(objectKinds.policy, known([proposed.policy]), [prior?.policy], ["policy"]),
    ...added(objectKinds.destination, known(proposed.destinations), prior?.destinations, ["destinations"]),
    ...added(objectKinds.host, known(proposed.hosts), prior?.hosts, ["hosts"]),
    ...added(objectKinds.duration, duration, [prior?.threshold?.duration], ["threshold", "duration"]),
  ];
}

function known(ids: readonly (number | Unknown)[] | Unknown): number[] {
  return isUnknown(ids) ? [] : ids.filter((id) => !isUnknown(id));
}

function added(
  noun: NewReference["noun"],
  ids: readonly number[],
  before: readonly (number | undefined)[] = [],
  path: Path,
): NewReference[] {
  return ids.filter((id) => !before.includes(id)).map((id) => ({ noun, id, path }));
}
