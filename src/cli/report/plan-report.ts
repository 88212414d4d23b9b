/** A plan, as what an apply would do. */
import { quote } from "../../diagnostics";
import { type Action, type ChangeDocument, type FieldDocument, type PlanDocument } from "../../reconcile";
import { formatFieldText } from "./field-text";
import { joinCounts, type Entry, type Report, type Tone } from "./report";

type Writing = Exclude<Action, "unchanged">;

const labels: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  rename: "~",
  complete: "~",
  replace: "±",
  delete: "-",
  unchanged: "=",
};

const tones: Readonly<Record<Action, Tone>> = {
  create: "create",
  update: "change",
  rename: "change",
  complete: "change",
  replace: "delete",
  delete: "delete",
  unchanged: "none",
};

const writing: readonly Writing[] = ["create", "update", "rename", "complete", "replace", "delete"];

export function planReport(plan: PlanDocument): Report {
  return {
    title: "Plan",
    summary: summaryOf(plan),
    entries: plan.changes.map((change) => entryOf(change, plan.names)),
    problems: plan.problems,
  };
}

export function hasChanges({ changes }: PlanDocument): boolean {
  return changes.some(({ action }) => action !== "unchanged");
}

export function entryOf(change: ChangeDocument, names: PlanDocument["names"]): Entry {
  const { action, name, where } = change;
  return {
    name,
    label: labels[action],
    says: headline(change),
    weight: action === "unchanged" ? "none" : "notice",
    tone: tones[action],
    fields: tellingFields(change).map((field) => formatFieldText(field, names)),
    shows: action === "create" ? "values" : "changes",
    notes: notesOf(change),
    problems: [],
    ...(where === undefined ? {} : { where }),
  };
}

function headline(change: ChangeDocument): string {
  switch (change.action) {
    case "create":
      return "will be created";
    case "update":
      return `will be updated (id ${change.id})`;
    case "rename":
      return `will be renamed from ${quote(String(change.live.alert["name"]))} (id ${change.id})`;
    case "complete":
      return `was left incomplete (id ${change.id}) and gets its configuration`;
    case "replace":
      return `has to be replaced (id ${change.id}): its kind changes`;
    case "delete":
      return `will be deleted (id ${change.id})`;
    case "unchanged":
      return "is in sync";
  }
}

/** What a new alert has by default says nothing about it, and its name is told before its fields. */
function tellingFields(change: ChangeDocument): readonly FieldDocument[] {
  if (change.action === "delete") return [];
  const saysNothing = ({ path, to }: FieldDocument) =>
    path[0] === "name" ||
    to === undefined ||
    to === "" ||
    to === false ||
    (Array.isArray(to) && to.length === 0);
  return change.action === "create" ? change.fields.filter((field) => !saysNothing(field)) : change.fields;
}

function notesOf(change: ChangeDocument): string[] {
  if (change.action === "create" || change.action === "delete") return [];
  const { ignore = [] } = change.desired;
  return ignore.length === 0 ? [] : [`left as it is: ${ignore.join(", ")}`];
}

function summaryOf({ changes, unmanaged }: PlanDocument): string {
  const count = (action: Action) => changes.filter((change) => change.action === action).length;
  const parts = joinCounts(writing.map((action) => [count(action), `to ${action}`]));
  const ignoring = changes.filter((change) => "desired" in change && change.desired.ignore?.length).length;
  const rest = joinCounts([
    [ignoring, "with attributes that are left as they are"],
    [unmanaged.length, "not in code and left alone"],
  ]);
  return `${parts === "" ? "No changes" : parts}; ${count("unchanged")} in sync${rest === "" ? "" : `, ${rest}`}.`;
}
