/** Builds the report of a plan. */
import { isError } from "../../../diagnostics";
import { describeBacktest, historySentence } from "../../../impact";
import { type Action, type ChangeVersions } from "../../../reconcile";
import { type ChangeDocument, type FieldDocument, type PlanDocument } from "../../../plan-document";
import { describeVersions, versionsOf } from "../report/alert-versions";
import { destinationEffects } from "../report/destination-effects";
import { formatFieldText, formatItems } from "../report/field-text";
import {
  capitalize,
  type ChangeCounts,
  type ChangeEntry,
  type ChangeFinding,
  type EntryBacktest,
  type EntryDetail,
  joinCounts,
  type Origin,
  pluralize,
  type Report,
} from "../report/report";

const writeActions: readonly Action[] = ["create", "update", "rename", "complete", "replace", "delete"];

interface PlanReport extends Report {
  readonly entries: readonly ChangeEntry[];
}

/** @param now in Unix milliseconds, for the rest of mutes */
export function planReport(plan: PlanDocument, now: number): PlanReport {
  return {
    title: "Plan",
    isPlan: true,
    summary: summaryOf(plan),
    verdict: planVerdict(plan),
    ...originOf(plan),
    destinationEffects: () => destinationEffects(plan),
    entries: plan.changes.map((change) => changeEntry(change, plan, now)),
    consequencesTitle: plan.backtest && historySentence(plan.backtest),
    routes: plan.routes,
    problems: plan.problems,
    counts: countActions(plan.changes.map(({ action }) => action)),
  };
}

/** The environment, service, time and fingerprint of a plan. */
export function originOf(plan: PlanDocument): Origin {
  const { environment } = plan;
  return {
    ...(environment === undefined ? {} : { environment }),
    baseUrl: plan.base_url,
    planned: formatPlanned(plan),
    fingerprint: plan.fingerprint,
  };
}

/** `2026-11-23T05:19:06Z by dbmon 0.1.0`. Undefined for a plan of a version that did not record it. */
export function formatPlanned({
  planned_at: time,
  dbmon_version: maker,
}: Pick<PlanDocument, "planned_at" | "dbmon_version">): string | undefined {
  if (time === undefined) return undefined;
  return maker === undefined ? time : `${time} by dbmon ${maker}`;
}

/** Counts changes by their effect on the alert. */
export function countActions(actions: readonly Action[]): ChangeCounts {
  const count = (...counted: readonly Action[]) =>
    actions.filter((action) => counted.includes(action)).length;
  return {
    created: count("create"),
    changed: count("update", "rename", "complete", "replace"),
    deleted: count("delete"),
  };
}

export function entryBacktest(
  backtest: ChangeDocument["backtest"],
  { backtest: history, names }: Pick<PlanDocument, "backtest" | "names">,
): EntryBacktest | undefined {
  if (backtest === undefined || history === undefined) return undefined;
  const { before, after, timeline } = backtest;
  const { from, until } = history;
  const text = describeBacktest(backtest, history, names);
  return { text, from, until, timeline, hasBefore: before !== null, hasAfter: after !== null };
}

/** The live alert is the version before, and the desired one after. */
export function versionsDetail(versions: ChangeVersions, names: PlanDocument["names"]): EntryDetail {
  const { before, after } = versions;
  return {
    sentences: describeVersions(versions, names),
    ...(before && { destinationsBefore: formatItems(before.destinations, names?.destinations) }),
    annotations: (after ?? before)?.annotations ?? "",
  };
}

export function hasChanges({ changes }: PlanDocument): boolean {
  return changes.some(({ action }) => action !== "unchanged");
}

function changeEntry(change: ChangeDocument, plan: PlanDocument, now: number): ChangeEntry {
  const { action, name, where } = change;
  const isMuted = muteOf(change) === "muted";
  return {
    name,
    status: action,
    ...(action === "rename" ? { liveName: String(change.live.alert["name"]) } : {}),
    ...muteFacts(change, now),
    ...("desired" in change && action !== "create" ? { ignored: change.desired.ignore ?? [] } : {}),
    severity: action === "unchanged" && !isMuted ? "none" : "notice",
    fields: reportedFields(change).map((field) => formatFieldText(field, plan.names)),
    fieldStyle: action === "create" ? "values" : "changes",
    problems: [],
    id: change.action === "create" ? undefined : change.id,
    isSilencing: action === "delete" || action === "replace" || isDisabled(change),
    backtest: entryBacktest(change.backtest, plan),
    detail: () => versionsDetail(versionsOf(change), plan.names),
    ...(where === undefined ? {} : { where }),
  };
}

function muteOf(change: ChangeDocument) {
  return change.action === "delete" ? undefined : change.mute;
}

function muteFacts(change: ChangeDocument, now: number): Pick<ChangeFinding, "mute"> {
  const mute = muteOf(change);
  if (mute === undefined || change.action === "delete") return {};
  return {
    mute: { hasEnded: mute === "mute ended", end: Date.parse(change.desired.muted_until ?? ""), now },
  };
}

/** Omits defaults and the name from the fields of a new alert. */
function reportedFields(change: ChangeDocument): readonly FieldDocument[] {
  if (change.action === "delete") return [];
  if (change.action !== "create") return change.fields;
  return change.fields.filter(({ path, to }) => path[0] !== "name" && !isDefault(to));
}

function isDefault(value: FieldDocument["to"]): boolean {
  return (
    value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0)
  );
}

function summaryOf({ changes, unmanaged }: PlanDocument): string {
  const count = (action: Action) => changes.filter((change) => change.action === action).length;
  const planned = joinCounts(writeActions.map((action) => [count(action), `to ${action}`]));
  const ignoring = changes.filter((change) => "desired" in change && change.desired.ignore?.length).length;
  const countMutes = (mute: string) => changes.filter((change) => muteOf(change) === mute).length;
  const rest = joinCounts([
    [countMutes("muted"), "muted"],
    [countMutes("mute ended"), "with a mute that ended"],
    [ignoring, "with ignored attributes"],
    [unmanaged.length, "unmanaged"],
  ]);
  const inSync = `${count("unchanged")} in sync`;
  return `${planned === "" ? "No changes" : planned}. ${inSync}${rest === "" ? "" : `, ${rest}`}.`;
}

/**
 * The changes in one sentence, for a reviewer. Changes that end notifications are first.
 *
 * @example
 * planVerdict(plan); // "Deletes 1 alert, disables 2 alerts, updates 1 alert."
 */
function planVerdict({ changes, problems }: PlanDocument): string {
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
function isDisabled(change: ChangeDocument): boolean {
  if (change.action === "delete" || change.action === "create") return false;
  return isUpdate(change) && change.fields.some(({ path, to }) => path[0] === "disabled" && to === true);
}
