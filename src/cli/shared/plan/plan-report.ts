/** Builds the report of a plan. */
import { isError, quote } from "../../../diagnostics";
import { backtestSentence, describeBacktest, historySentence } from "../../../impact";
import { type Action } from "../../../reconcile";
import { type ChangeDocument, type FieldDocument, type PlanDocument } from "../../../plan-document";
import { describeMute, formatMuteEnd } from "../../../service";
import { type AlertVersion } from "../../../reconcile";
import { describeVersions, versionsOf } from "../report/alert-versions";
import { destinationEffects } from "../report/destination-effects";
import { formatFieldText, formatItems } from "../report/field-text";
import { changeSymbols } from "../render/words";
import {
  capitalize,
  type ChangeCounts,
  type Entry,
  type EntryBacktest,
  type EntryDetail,
  joinCounts,
  type Origin,
  pluralize,
  type Report,
} from "../report/report";
import { routeBlocks } from "../report/route-text";

const writeActions: readonly Action[] = ["create", "update", "rename", "complete", "replace", "delete"];

/** @param now in Unix milliseconds, for the rest of mutes */
export function planReport(plan: PlanDocument, now: number): Report {
  return {
    title: "Plan",
    isPlan: true,
    summary: summaryOf(plan),
    verdict: planVerdict(plan),
    ...originOf(plan),
    destinationEffects: () => destinationEffects(plan),
    entries: plan.changes.map((change) => ({
      ...changeEntry(change, plan.names, now),
      detail: () => changeDetail(change, plan),
      consequence: backtestLine(change, plan),
    })),
    consequencesTitle: plan.backtest && historySentence(plan.backtest),
    blocks: routeBlocks(plan.routes),
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

/** The back-test of a change, with its label. */
export function backtestLine(
  { action, name, backtest }: Pick<ChangeDocument, "action" | "name" | "backtest">,
  { backtest: history, names }: Pick<PlanDocument, "backtest" | "names">,
): string | undefined {
  if (backtest === undefined || history === undefined) return undefined;
  return `${changeSymbols[action]} ${backtestSentence(name, backtest, history, names)}`;
}

/** The back-test of an alert for a time line. */
export function backtestDetail(
  backtest: ChangeDocument["backtest"],
  { backtest: history, names }: Pick<PlanDocument, "backtest" | "names">,
): EntryBacktest | undefined {
  if (backtest === undefined || history === undefined) return undefined;
  const { before, after, timeline } = backtest;
  const { from, until } = history;
  const text = describeBacktest(backtest, history, names);
  return { text, from, until, timeline, hasBefore: before !== null, hasAfter: after !== null };
}

export function changeDetail(
  change: ChangeDocument,
  plan: Pick<PlanDocument, "backtest" | "names">,
): EntryDetail {
  const versions = versionsOf(change);
  const { before, after } = versions;
  const backtest = backtestDetail(change.backtest, plan);
  return {
    sentences: describeVersions(versions, plan.names),
    ...(before === undefined ? {} : { destinations: { before: formatDestinations(before, plan.names) } }),
    annotations: (after ?? before)?.annotations ?? "",
    ...(backtest === undefined ? {} : { backtest }),
  };
}

export function hasChanges({ changes }: PlanDocument): boolean {
  return changes.some(({ action }) => action !== "unchanged");
}

function formatDestinations({ destinations }: AlertVersion, names: PlanDocument["names"]): string {
  return destinations.length === 0 ? "none" : formatItems(destinations, names?.destinations).join(", ");
}

export function changeEntry(change: ChangeDocument, names: PlanDocument["names"], now: number): Entry {
  const { action, name, where } = change;
  const isMuted = muteOf(change) === "muted";
  return {
    name,
    status: action,
    description: `${describeChange(change)}${describeMuteOf(change, now)}`,
    severity: action === "unchanged" && !isMuted ? "none" : "notice",
    fields: reportedFields(change).map((field) => formatFieldText(field, names)),
    fieldStyle: action === "create" ? "values" : "changes",
    notes: notesOf(change),
    problems: [],
    id: change.action === "create" ? undefined : change.id,
    isSilencing: action === "delete" || action === "replace" || isDisabled(change),
    ...(where === undefined ? {} : { where }),
  };
}

function describeChange(change: ChangeDocument): string {
  switch (change.action) {
    case "create":
      return "will be created";
    case "update":
      return `will be updated (id ${change.id})`;
    case "rename":
      return `will be renamed from ${quote(String(change.live.alert["name"]))} (id ${change.id})`;
    case "complete":
      return `is incomplete and will get its configuration (id ${change.id})`;
    case "replace":
      return `must be replaced (id ${change.id}): its kind changes`;
    case "delete":
      return `will be deleted (id ${change.id})`;
    case "unchanged":
      return "is in sync";
  }
}

function muteOf(change: ChangeDocument) {
  return change.action === "delete" ? undefined : change.mute;
}

/** The end of the description: `, muted until 2026-12-24T08:00Z (3 days)`. Empty without a mute. */
export function describeMuteOf(change: ChangeDocument, now: number): string {
  const mute = muteOf(change);
  if (mute === undefined || change.action === "delete") return "";
  const end = Date.parse(change.desired.muted_until ?? "");
  return mute === "muted" ? `, ${describeMute(end, now)}` : `, mute ended at ${formatMuteEnd(end)}`;
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

function notesOf(change: ChangeDocument): string[] {
  if (change.action === "create" || change.action === "delete") return [];
  const { ignore = [] } = change.desired;
  return [
    ...(change.action === "replace" ? ["The alert is deleted and created again, with a new id."] : []),
    ...(ignore.length === 0 ? [] : [`ignored: ${ignore.join(", ")}`]),
  ];
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
