/** The edits that take the live values of drifted alerts into their definitions. Pure. */
import { type AlertEdit, type AttributeEdit, type LiveValue } from "../../definitions-edit";
import { type FieldStep, type Place, type Problem, toNfc, warningOf } from "../../diagnostics";
import { definitionsOf, type LiveEnvironment } from "../../export";
import { type AlertDrift } from "../../planning";
import {
  type AlertDefinition,
  applyMute,
  catalogKeyOf,
  catalogKeys,
  changeOf,
  type FieldChange,
  type ObjectCatalog,
  objectKinds,
  placeOfField,
  type Reference,
  ReferenceIndex,
  resolveReferences,
  selectsHosts,
} from "../../reconcile";
import { type TextMap } from "../../service";

/** The objects of the environment that alerts refer to. */
export type LiveObjects = Omit<LiveEnvironment, "alerts" | "unsupportedAlerts">;

export function liveObjects({
  destinations = [],
  hosts = [],
  policies = [],
  durations = [],
}: ObjectCatalog): LiveObjects {
  return { destinations, hosts, policies, durations };
}

export interface LiveEdits {
  readonly edits: readonly LiveEdit[];
  readonly refused: readonly Problem[];
}

/** An edit with the change that an apply would make instead. */
export interface LiveEdit extends AlertEdit {
  readonly change: AlertDrift["change"];
  readonly fields: readonly FieldChange[];
}

/** Where a person changes a value: the definition, or the program or the module that creates it. */
export function placeOfEdit({ definition }: LiveEdit, field: readonly FieldStep[] = []): Place {
  return { ...placeOfField(definition, field), ...definition.createdAt };
}

export interface LiveEditOptions {
  readonly objects: LiveObjects;
  readonly definitions: TextMap<AlertDefinition>;
  /** Whether differences were compared again one propagation window later. */
  readonly hasWaited: boolean;
  readonly includesDeletions: boolean;
  /** Names of definitions whose live alerts were renamed, by the proof of their IDs. */
  readonly renamed: ReadonlySet<string>;
}

export function liveEditsOf(drifts: readonly AlertDrift[], options: LiveEditOptions): LiveEdits {
  const { objects, definitions } = options;
  const live = drifts.flatMap(({ change }) => (change.action === "create" ? [] : [change.live]));
  const exported = definitionsOf({ ...objects, alerts: live, unsupportedAlerts: [] });
  const skipped = new Map(exported.skipped.map(({ id, reason }) => [id, reason]));
  const edits: LiveEdit[] = [];
  const refused: Problem[] = [];
  for (const drift of drifts) {
    const { change } = drift;
    const definition = definitions.get(change.desired.name);
    if (definition === undefined || drift.status === "in-sync" || drift.status === "pending") continue;
    const refuse = (reason: string, remedy: string) =>
      refused.push(
        warningOf("edit-refused", reason, {
          where: placeOfField(definition),
          remedy: `${remedy} See docs/guides/accept.md.`,
        }),
      );
    const reason = reasonToRefuse(drift, definition, options);
    if (reason !== undefined) {
      refuse(...reason);
      continue;
    }
    const { fields } = change;
    if (change.action === "create") {
      edits.push({ definition, attributes: [], isOfOtherKind: false, isRemoved: true, change, fields: [] });
      continue;
    }
    const formatted = exported.definitions.get(change.live.alert.id)?.definition;
    if (formatted === undefined) {
      const skip = skipped.get(change.live.alert.id) ?? "It has no configuration.";
      refuse(`No definition can express the live alert. ${skip}`, "Run dbmon apply to restore the alert.");
      continue;
    }
    const missing = fields.find(({ path }) => formatted.ignore?.some((key) => key === path[0]) === true);
    if (missing !== undefined) {
      const what = `The live ${String(missing.path[0])} contain an object that the service does not list.`;
      refuse(what, "Change the live alert, or run dbmon apply.");
      continue;
    }
    const isOfOtherKind = change.action === "replace";
    const valueAt = ([key = "", member]: readonly FieldStep[]): unknown =>
      member === undefined ? Reflect.get(formatted, key) : Reflect.get(formatted.condition, member);
    const attributes = isOfOtherKind
      ? []
      : fields.map(({ path }): AttributeEdit => ({ path, value: valueAt(path) as LiveValue }));
    edits.push({ definition, attributes, isOfOtherKind, isRemoved: false, change, fields });
  }
  return { edits, refused };
}

function reasonToRefuse(
  { status, change }: AlertDrift,
  definition: AlertDefinition,
  { hasWaited, includesDeletions, renamed }: LiveEditOptions,
): readonly [what: string, remedy: string] | undefined {
  const { name, mute, renamedFrom, stateId } = definition;
  const { action, fields } = change;
  const differsIn = (attribute: string) =>
    action !== "create" && fields.some(({ path }) => path[0] === attribute);
  if (
    selectsHosts(definition) &&
    (differsIn("hosts") || (definition.allowNoHosts === true && differsIn("disabled")))
  )
    return [
      "The alert differs in its hosts, which its definition selects by tags or patterns.",
      "Change the tags of the hosts or the selection, or run dbmon apply.",
    ];
  const differsInMute = mute !== undefined && fields.some(({ path }) => path[0] === "disabled");
  if (status === "mute ended" || (action !== "create" && differsInMute))
    return ["The alert differs in its mute, which is not accepted.", "Change muted, or run dbmon apply."];
  if (status === "unknown" && hasWaited)
    return ["The alert changed while dbmon waited, so its last read may be stale.", "Run again."];
  if (action === "create" && !includesDeletions)
    return [
      "The alert does not exist in the service.",
      "To remove the definition, set --include-deletions. If it was renamed, set --plan to a saved plan or a Terraform state with its ID. To create it, run dbmon apply.",
    ];
  if (action === "rename" && !renamed.has(name) && stateId !== change.live.alert.id)
    return [
      `The live alert has the name of renamed_from${renamedFrom === undefined ? "" : `, ${JSON.stringify(renamedFrom)}`}.`,
      "Run dbmon apply to rename it.",
    ];
  return undefined;
}

/** Returns equal values for references to the same object, and for equal strings. */
export function identifier(
  objects: LiveObjects,
): (path: readonly FieldStep[], reference: Reference) => unknown {
  const kinds = new Map(Object.values(objectKinds).map((kind) => [kind.key, kind.singular]));
  const indexes = new Map(
    catalogKeys.map((key) => [key, new ReferenceIndex(kinds.get(key) ?? key, objects[key])]),
  );
  return (path, reference) => {
    const key = catalogKeyOf(path);
    if (key === undefined) return typeof reference === "string" ? toNfc(reference) : reference;
    const resolved = indexes.get(key)?.resolve(reference);
    return typeof resolved === "number" ? resolved : reference;
  };
}

/** Whether a definition after its edit needs no change. @param now in Unix milliseconds */
export function isInSyncAfter(
  { change, isRemoved }: LiveEdit,
  after: AlertDefinition | undefined,
  objects: LiveObjects,
  now: number,
): boolean {
  if (after === undefined || isRemoved || change.action === "create") return after === undefined && isRemoved;
  const resolution = resolveReferences([after], objects);
  const [desired] = resolution.ok ? resolution.desired : [];
  return desired !== undefined && changeOf(applyMute(desired, now), change.live).action === "unchanged";
}
