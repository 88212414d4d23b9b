/** A plan as lines for a terminal: each change, each field with its old and new value, and a line that sums up. */
import { formatField, formatProblem, type Problem, quote } from "../../diagnostics";
import {
  type Action,
  type Change,
  type FieldChange,
  type FieldValue,
  nameOf,
  type Plan,
} from "../../reconcile";

const signs: Record<Action, string> = {
  create: "+",
  update: "~",
  rename: "~",
  complete: "~",
  replace: "±",
  delete: "-",
  unchanged: " ",
};

const nouns: Record<Exclude<Action, "unchanged">, string> = {
  create: "to create",
  update: "to update",
  rename: "to rename",
  complete: "to complete",
  replace: "to replace",
  delete: "to delete",
};

export function planLines(plan: Plan): string[] {
  const changes = plan.changes.filter((change) => change.action !== "unchanged");
  return [...changes.flatMap(changeLines), ...(changes.length > 0 ? [""] : []), summary(plan)];
}

export function problemLines(problems: readonly Problem[]): string[] {
  return problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}

export function changeLines(change: Change): string[] {
  const head = `${signs[change.action]} ${quote(nameOf(change))} ${headline(change)}`;
  if (change.action === "delete") return [head];
  const fields = change.action === "create" ? change.fields.filter(({ to }) => !isEmpty(to)) : change.fields;
  const left = change.action === "create" ? [] : (change.desired.ignore ?? []);
  const note = left.length === 0 ? [] : [`    left as it is: ${left.join(", ")}`];
  return [head, ...fields.map((field) => fieldLine(change.action, field)), ...note];
}

function headline(change: Change): string {
  switch (change.action) {
    case "create":
      return "will be created";
    case "update":
      return `will be updated (id ${change.live.alert.id})`;
    case "rename":
      return `will be renamed from ${quote(change.live.alert.name)} (id ${change.live.alert.id})`;
    case "complete":
      return `was left half-made (id ${change.live.alert.id}) and gets its configuration`;
    case "replace":
      return `has to be replaced (id ${change.live.alert.id}): its kind changes`;
    case "delete":
      return `will be deleted (id ${change.live.alert.id})`;
    case "unchanged":
      return "is in sync";
  }
}

/** What a new alert has by default says nothing about it. */
function isEmpty(value: FieldValue): boolean {
  return value === "" || value === false || (Array.isArray(value) && value.length === 0);
}

function fieldLine(action: Action, { path, from, to }: FieldChange): string {
  const field = `    ${formatField(path)}: `;
  return action === "create" ? field + shown(to) : `${field}${shown(from)} -> ${shown(to)}`;
}

function shown(value: FieldValue): string {
  if (value === undefined) return "(none)";
  if (typeof value === "string") return quote(value);
  if (typeof value === "object")
    return `[${value.map((one) => (typeof one === "string" ? quote(one) : one)).join(", ")}]`;
  return String(value);
}

function summary(plan: Plan): string {
  const count = (action: Action) => plan.changes.filter((change) => change.action === action).length;
  const actions: (keyof typeof nouns)[] = ["create", "update", "rename", "complete", "replace", "delete"];
  const parts = actions
    .filter((action) => count(action) > 0)
    .map((action) => `${count(action)} ${nouns[action]}`);
  const unmanaged = plan.unmanaged.length > 0 ? `, ${plan.unmanaged.length} not in code and left alone` : "";
  const ignoring = plan.changes.filter(
    (change) => "desired" in change && change.desired.ignore?.length,
  ).length;
  const ignored = ignoring > 0 ? `, ${ignoring} with attributes that are left as they are` : "";
  const head = parts.length === 0 ? "No changes" : parts.join(", ");
  return `Plan: ${head}; ${count("unchanged")} in sync${ignored}${unmanaged}.`;
}
