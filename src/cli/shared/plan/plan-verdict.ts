/** The verdict about a plan, in one sentence: what a reviewer approves. */
import { isError } from "../../../diagnostics";
import { type ChangeDocument, type PlanDocument } from "../../../plan-document";
import { capitalize, pluralize } from "../report/report";

/**
 * Names what ends notifications first.
 *
 * @example
 * planVerdict(plan); // "Deletes 1 alert, disables 2 alerts, updates 1 alert."
 */
export function planVerdict({ changes, problems }: PlanDocument): string {
  const errors = problems.filter(isError).length;
  if (errors > 0) return `This plan cannot be applied: ${pluralize(errors, "error")}.`;
  const count = (isCounted: (change: ChangeDocument) => boolean) => changes.filter(isCounted).length;
  const countVerb = (verb: string, isCounted: (change: ChangeDocument) => boolean) =>
    [count(isCounted), verb] as const;
  const counts = [
    countVerb("deletes", ({ action }) => action === "delete"),
    countVerb("replaces", ({ action }) => action === "replace"),
    countVerb("disables", isDisabled),
    countVerb("updates", (change) => isUpdate(change) && !isDisabled(change)),
    countVerb("creates", ({ action }) => action === "create"),
  ];
  const listed = counts.flatMap(([number, verb]) =>
    number > 0 ? [`${verb} ${pluralize(number, "alert")}`] : [],
  );
  if (listed.length === 0) return `Changes nothing: ${pluralize(changes.length, "alert")} in sync.`;
  return `${capitalize(listed.join(", "))}.`;
}

function isUpdate({ action }: ChangeDocument): boolean {
  return action === "update" || action === "rename" || action === "complete";
}

/** Whether the change disables an existing alert. */
export function isDisabled(change: ChangeDocument): boolean {
  if (change.action === "delete" || change.action === "create") return false;
  return isUpdate(change) && change.fields.some(({ path, to }) => path[0] === "disabled" && to === true);
}
