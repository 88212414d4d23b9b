/** One change of a plan. */
import { type AlertConfig, type AlertSettings, isSameText } from "../service";
import { allFields, compare, type FieldChange, fieldsOf, isInSync } from "./compare";
import { configOf, type DesiredAlert, keepIgnored, type LiveAlert, normalize } from "./desired-alert";

type LiveAction = "replace" | "complete" | "rename" | "update" | "unchanged";

export type Change =
  CreateChange | { [Action in LiveAction]: ChangeOfLive<Action> }[LiveAction] | DeleteChange;

interface Ordered {
  /** Name of the change that must free the name of this one first. */
  readonly after?: string;
  /** Temporary name that the alert takes first, in a cycle of renames. */
  readonly interim?: string;
}

interface CreateChange extends Ordered {
  readonly action: "create";
  readonly desired: DesiredAlert;
  readonly fields: readonly FieldChange[];
}

interface ChangeOfLive<Action extends string> extends Ordered {
  readonly action: Action;
  readonly desired: DesiredAlert;
  readonly live: LiveAlert;
  readonly fields: readonly FieldChange[];
}

interface DeleteChange extends Ordered {
  readonly action: "delete";
  readonly live: LiveAlert;
}

export type Action = Change["action"];

export type WritingChange = Exclude<Change, { readonly action: "unchanged" }>;

export function isWriting(change: Change): change is WritingChange {
  return change.action !== "unchanged";
}

/** The desired name, or for a deletion the live name. */
export function nameOf(change: Change): string {
  return change.action === "delete" ? change.live.alert.name : change.desired.name;
}

export interface AlertVersion extends Omit<AlertSettings, "kind"> {
  /** Undefined for an incomplete alert, and if it was not read. */
  readonly config?: AlertConfig | undefined;
}

export interface ChangeVersions {
  /** Undefined for a creation. */
  readonly before: AlertVersion | undefined;
  /** Undefined for a deletion. */
  readonly after: AlertVersion | undefined;
}

export function versionsOfChange(change: Change): ChangeVersions {
  return {
    before: change.action === "create" ? undefined : { ...change.live.alert, config: change.live.config },
    after: change.action === "delete" ? undefined : { ...change.desired, config: configOf(change.desired) },
  };
}

/** The change that turns the live alert, if any, into the desired one. plan.ts has the decision table. */
export function changeOf(
  definition: DesiredAlert,
  live: LiveAlert | undefined,
): Exclude<Change, DeleteChange> {
  if (live === undefined) {
    const desired = normalize(definition);
    return { action: "create", desired, fields: allFields(desired) };
  }
  const effective = keepIgnored(definition, live);
  const desired = normalize(effective);
  // Comparing before normalizing is faster: equal sequences need no sorting.
  const comparison = compare(effective, live);
  const fields = fieldsOf(comparison);
  if (comparison.kindChanged) return { action: "replace", desired, live, fields };
  if (comparison.isIncomplete) return { action: "complete", desired, live, fields };
  if (!isSameText(desired.name, live.alert.name)) return { action: "rename", desired, live, fields };
  return { action: isInSync(comparison) ? "unchanged" : "update", desired, live, fields };
}

/** The writing endpoints of the service, by their names in service/. */
export type WritingCall = "createAlert" | "updateAlert" | "writeAlertConfig" | "deleteAlert";

/** The calls that a change makes, in order, if none fails and the live alert does not change first. */
export function callsOf(change: Change): readonly WritingCall[] {
  switch (change.action) {
    case "unchanged":
      return [];
    case "create":
      return ["createAlert", "writeAlertConfig"];
    case "replace":
      return ["deleteAlert", "createAlert", "writeAlertConfig"];
    case "delete":
      return ["deleteAlert"];
    case "complete":
    case "rename":
    case "update": {
      const { desired, live, interim } = change;
      const renamed = interim === undefined ? live : { ...live, alert: { ...live.alert, name: interim } };
      const { settings, config } = compare(desired, renamed);
      return [
        ...(interim === undefined ? [] : (["updateAlert"] as const)),
        ...(settings.length === 0 ? [] : (["updateAlert"] as const)),
        ...(config.length === 0 ? [] : (["writeAlertConfig"] as const)),
      ];
    }
  }
}
