/** The words that renderers share. Reports and their entries have only facts. */
import { formatPlace, isError, quote } from "../../../diagnostics";
import { describeBacktest, historySentence } from "../../../impact";
import { type RouteChange, type RouteChanges } from "../../../plan-document";
import { type Action } from "../../../reconcile";
import { describeMute, formatMuteEnd } from "../../../service";
import {
  type DestinationEffect,
  capitalize,
  type ChangeCounts,
  type ChangeEntry,
  type ChangeFinding,
  type DriftFinding,
  effectOf,
  type Entry,
  type EntryBacktest,
  type EntryStatus,
  joinCounts,
  joinFirst,
  pluralize,
  type Report,
  type ReportResult,
} from "../report/report";
import { type FieldText } from "../report/field-text";

const changeSymbols: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  rename: "~",
  complete: "~",
  replace: "±",
  delete: "-",
  unchanged: "=",
};

const symbols: Readonly<Partial<Record<EntryStatus, string>>> = changeSymbols;

/** Whether the entry is of a plan, including `unchanged`. */
export function isChange(entry: Entry): entry is ChangeEntry {
  return symbols[entry.status] !== undefined;
}

/** Formats one line for each of the first items, and counts the others. @param noun of the items */
export function firstLines<T>(
  items: readonly T[],
  max: number,
  format: (item: T) => string,
  noun?: string,
): string[] {
  const lines = items.slice(0, max).map(format);
  const omitted = items.length - lines.length;
  const rest = ["and", omitted, "more", ...(noun === undefined ? [] : [noun]), "(--json lists all)"];
  return omitted > 0 ? [...lines, rest.join(" ")] : lines;
}

/** Precedes the name: `+` or `drifted:`. */
export function labelOf({ status, outcome }: Entry): string {
  if (outcome === "failed") return "!";
  if (outcome === "skipped") return "?";
  return symbols[status] ?? `${status}:`;
}

/** `create`, `in sync` or `drifted`. */
export function verbOf(entry: Entry): string {
  const { status, outcome, isSilencing } = entry;
  if (outcome === "failed") return "failed";
  if (outcome === "skipped") return "not started";
  if (status === "unchanged" || status === "in-sync") return "in sync";
  if (isSilencing === true && effectOf(entry) === "change") return "disable";
  return status === "complete" ? "update" : status;
}

/** Follows the name: `will be created`. */
export function descriptionOf(entry: Entry): string {
  if (isChange(entry)) return describeChange(entry);
  if ("action" in entry) return describeDrift(entry, entry.id);
  switch (entry.status) {
    case "unmanaged":
      return `(id ${entry.id})`;
    case "valid":
    case "warning":
    case "invalid":
      return pluralize(entry.problems.length, "problem");
    case "passed":
    case "failed":
      return `(${formatPlace(entry.where ?? {})})`;
    case "tested":
      return "was back-tested";
    case "gone":
      return `(was ${entry.was})`;
  }
}

const participles: Readonly<Record<Action, string>> = {
  create: "created",
  update: "updated",
  rename: "renamed",
  complete: "completed",
  replace: "replaced",
  delete: "deleted",
  unchanged: "in sync",
};

function describeChange(change: ChangeEntry): string {
  const { status, id, outcome, written, mute } = change;
  if (outcome === undefined) return `${describePlanned(change, `(id ${id ?? 0})`)}${describeMuteState(mute)}`;
  switch (outcome) {
    case "failed":
      return `could not be ${participles[status]}`;
    case "skipped":
      return "was not started";
    case "done": {
      const replaced = written?.replacedId === undefined ? "" : `${written.replacedId} -> `;
      const suffix = written === undefined ? "" : ` (id ${replaced}${written.id})`;
      return `was ${participles[status]}${suffix}${describeMuteState(mute)}`;
    }
  }
}

function describePlanned({ status, liveName = "" }: ChangeFinding, id: string): string {
  switch (status) {
    case "create":
      return "will be created";
    case "update":
      return `will be updated ${id}`;
    case "rename":
      return `will be renamed from ${quote(liveName)} ${id}`;
    case "complete":
      return `is incomplete and will get its configuration ${id}`;
    case "replace":
      return `must be replaced ${id}: its kind changes`;
    case "delete":
      return `will be deleted ${id}`;
    case "unchanged":
      return "is in sync";
  }
}

/** `, muted until 2026-12-24T08:00Z (3 days)`. Empty without a mute. */
function describeMuteState(mute: ChangeFinding["mute"]): string {
  if (mute === undefined) return "";
  const { hasEnded, end, now } = mute;
  return hasEnded ? `, mute ended at ${formatMuteEnd(end)}` : `, ${describeMute(end, now)}`;
}

function describeDrift({ until, ...finding }: DriftFinding, id = 0): string {
  return `${describeDifference(finding, `(id ${id})`)}${until === undefined ? "" : ` and should settle by ${until}`}`;
}

function describeDifference(
  { status, action, liveName = "", mutedUntil = 0 }: DriftFinding,
  id: string,
): string {
  if (status === "mute ended") return `was muted until ${formatMuteEnd(mutedUntil)} ${id}`;
  switch (action) {
    case "create":
      return "does not exist";
    case "replace":
      return `is of a different kind ${id}`;
    case "complete":
      return `has no configuration ${id}`;
    case "rename":
      return `is named ${quote(liveName)} ${id}`;
    case "update":
    case "delete":
      return `differs ${id}`;
    case "unchanged":
      return "is in sync";
  }
}

/** Sentences about the change, below its fields: how it is made, and what it means. */
export function notesOf(entry: Entry): string[] {
  if (!isChange(entry)) return [];
  const { status, ignored = [], differences } = entry;
  return [
    ...(status === "replace" ? ["The alert is deleted and created again, with a new id."] : []),
    ...(status === "create" || ignored.length === 0 ? [] : [`ignored: ${ignored.join(", ")}`]),
    ...(differences?.sentences ?? []),
  ];
}

/** What a deleted or replaced alert was, and whom it notified: `was: warn when ...`. Empty for other entries. */
export function removedAlertLines(entry: Entry): string[] {
  if (entry.isSilencing !== true || effectOf(entry) !== "delete") return [];
  const { sentences, destinationsBefore: destinations } = entry.detail?.() ?? {};
  return [
    ...(sentences?.before === undefined ? [] : [`was: ${sentences.before}`]),
    ...(destinations === undefined
      ? []
      : [`destinations: ${destinations.length === 0 ? "none" : destinations.join(", ")}`]),
  ];
}

/** The history of the back-tests as a sentence. Undefined without back-tests. */
export function historyText({ history }: Report): string | undefined {
  return history && historySentence(history);
}

/** `3 -> 41 firings in 14d` */
export function backtestText({ history, names, ...alert }: EntryBacktest): string {
  return describeBacktest(alert, history, names);
}

/** The back-test of an entry, with label and name: `~ "Deploys": 3 -> 41 firings in 14d`. */
export function backtestLines({ history }: Report, entry: Entry): string[] {
  const { backtest, name } = entry;
  if (history === undefined || backtest === undefined) return [];
  const symbol = symbols["action" in entry ? entry.action : entry.status];
  return [`${symbol === undefined ? "" : `${symbol} `}${quote(name)}: ${backtestText(backtest)}`];
}

/** A value, or that the alert has none. */
export function valueText(value: FieldText["to"]): string {
  return value ?? "(none)";
}

/** `2 → 44`, `2 → 44, and 1 alert not tested` or `not known`. */
export function formatFirings(firings: DestinationEffect["firings"]): string {
  if (firings === undefined || firings.tested === 0) return "not known";
  const { before, after, untested } = firings;
  return `${before} → ${after}${untested === 0 ? "" : `, and ${pluralize(untested, "alert")} not tested`}`;
}

/** Hosts of one line. */
const maxHosts = 20;
/** Lines of one section. */
const maxLines = 100;

type Target = Pick<RouteChange, "scope" | "host_types"> & { readonly hosts?: readonly NamedObject[] };
interface NamedObject {
  readonly id?: number;
  readonly name?: string;
}

export const routesTitle = "Notifications";

type Row = readonly [target: string, cause: string, before: string, after: string];

/** The difference that a plan makes. */
export function routeRows({ changes, excluded_alerts: excluded }: RouteChanges): Row[] {
  const nobody = excluded === 0 ? undefined : nobodyByDefinitions;
  const format = (destinations: RouteChange["before"]) => formatDestinations(destinations, nobody);
  return changes
    .slice(0, maxLines)
    .map((change) => [
      formatTarget(change),
      formatCause(change),
      format(change.before),
      format(change.after),
    ]);
}

/** `db-2: crit: #db-alerts -> nobody`, if no other alert can notify anybody. */
export function routeLines(routes: RouteChanges): string[] {
  return routeRows(routes).map(
    ([target, cause, before, after]) => `${target}: ${cause}: ${before} -> ${after}`,
  );
}

/** Sentences after the rows. */
export function routeNotes({ changes, excluded_alerts: excluded }: RouteChanges): string[] {
  const omitted = changes.length - maxLines;
  return [
    ...(omitted > 0 ? [`and ${omitted} more (--json lists all)`] : []),
    ...(excluded === 0
      ? []
      : [`Not included: ${pluralize(excluded, "unmanaged alert")} whose configurations were not read.`]),
  ];
}

/** `db-1, db-2`, `hosts of type mysql`, `other hosts`, `all hosts` or `global events`. */
export function formatTarget({ scope, hosts = [], host_types: types = [] }: Target): string {
  switch (scope) {
    case "hosts":
      return joinFirst(
        hosts.map((host) => formatObject(host, "host")),
        maxHosts,
      );
    case "host_types":
      return `hosts of type ${joinFirst(types, maxHosts)}`;
    case "other_hosts":
      return "other hosts";
    case "all_hosts":
      return "all hosts";
    case "global_events":
      return "global events";
  }
}

/** `crit` or `event "code deployment"`. */
export function formatCause({ level, event }: Pick<RouteChange, "level" | "event">): string {
  return level ?? `event ${quote(event ?? "")}`;
}

/** Where live alerts that are not included may notify destinations. */
export const nobodyByDefinitions = "nobody by these definitions";

export function formatDestinations(destinations: readonly NamedObject[], nobody = "nobody"): string {
  if (destinations.length === 0) return nobody;
  return destinations.map((destination) => formatObject(destination, "destination")).join(", ");
}

function formatObject({ id, name }: NamedObject, kind: string): string {
  return name ?? `${kind} ${id ?? "?"}`;
}

/** The result in one line, which follows the title: `2 to create. 3 in sync.` */
export function summaryOf({ complete, entries, result }: Report): string {
  if (complete !== undefined) return summaryOf(complete);
  switch (result.kind) {
    case "plan":
      return planSummary(entries, result.unmanaged);
    case "apply":
      if (result.execution === undefined) return `Nothing was written. ${planSummary(entries, result.unmanaged)}`;
      return executionSummary(entries, result.execution.isSettled);
    case "drift":
      return driftSummary(entries);
    case "back-test":
      return backtestSummary(entries);
    case "check": {
      const environments = result.environments > 1 ? ` in ${result.environments} environments` : "";
      const problems = `${pluralize(result.errors, "error")}, ${pluralize(result.warnings, "warning")}`;
      return `${pluralize(entries.length, "alert")} checked${environments}: ${problems}.`;
    }
    case "test":
      return testSummary(entries, result.coverage);
    case "accept": {
      const { accepted, listed, refused, files, isWritten } = result;
      const written = files === 0 ? "" : ` ${isWritten ? "written to" : "for"} ${pluralize(files, "file")}`;
      const rest = joinCounts([
        [listed, "to change in code"],
        [refused, "not accepted"],
      ]);
      return `${pluralize(accepted, "alert")}${written}${followedBy(rest)}.`;
    }
    case "environments": {
      const failed = result.failed > 0 ? `, ${result.failed} failed` : "";
      return `${pluralize(result.environments, "environment")}${failed}.`;
    }
    case "failure":
      return "failed.";
  }
}

function followedBy(rest: string): string {
  return rest === "" ? "" : `, ${rest}`;
}

function countStatus(entries: readonly Entry[], status: EntryStatus): number {
  return entries.filter((entry) => entry.status === status).length;
}

const writeActions: readonly Action[] = ["create", "update", "rename", "complete", "replace", "delete"];

function planSummary(entries: readonly Entry[], unmanaged: number): string {
  const changes = entries.filter(isChange);
  const planned = joinCounts(writeActions.map((action) => [countStatus(changes, action), `to ${action}`]));
  const rest = joinCounts([
    [changes.filter(({ mute }) => mute?.hasEnded === false).length, "muted"],
    [changes.filter(({ mute }) => mute?.hasEnded === true).length, "with a mute that ended"],
    [changes.filter(({ ignored = [] }) => ignored.length > 0).length, "with ignored attributes"],
    [unmanaged, "unmanaged"],
  ]);
  const inSync = `${countStatus(changes, "unchanged")} in sync`;
  return `${planned === "" ? "No changes" : planned}. ${inSync}${followedBy(rest)}.`;
}

function executionSummary(entries: readonly Entry[], isSettled: boolean): string {
  const results = entries.flatMap(({ outcome }) => outcome ?? []);
  const count = (outcome: Entry["outcome"]) => results.filter((one) => one === outcome).length;
  const rest = joinCounts([
    [count("failed"), "failed"],
    [count("skipped"), "not started"],
  ]);
  return [
    `${count("done")} of ${results.length} changes applied${followedBy(rest)}.`,
    ...(count("done") > 0 && !isSettled ? ["Changes take effect within a minute."] : []),
    ...(count("skipped") > 0 ? ["The next plan includes the changes that were not started."] : []),
  ].join(" ");
}

function driftSummary(entries: readonly Entry[]): string {
  const rest = joinCounts([
    [countStatus(entries, "pending"), "pending"],
    [countStatus(entries, "mute ended"), "with a mute that ended"],
    [countStatus(entries, "unknown"), "unknown"],
    [countStatus(entries, "unmanaged"), "unmanaged"],
  ]);
  const inSync = `${countStatus(entries, "in-sync")} in sync`;
  return `${inSync}, ${countStatus(entries, "drifted")} drifted${followedBy(rest)}.`;
}

function backtestSummary(entries: readonly Entry[]): string {
  const known = entries.flatMap(({ backtest }) => backtest?.after?.firings ?? []);
  const firing = known.filter((firings) => firings > 0).length;
  const rest = joinCounts([
    [firing, "fired"],
    [known.length - firing, "did not fire"],
    [entries.length - known.length, "without a count of firings"],
  ]);
  return `${pluralize(entries.length, "alert")}${rest === "" ? "" : `: ${rest}`}.`;
}

function testSummary(
  entries: readonly Entry[],
  coverage: Extract<ReportResult, { kind: "test" }>["coverage"],
): string {
  const counts = joinCounts([
    [countStatus(entries, "passed"), "passed"],
    [countStatus(entries, "failed"), "failed"],
  ]);
  if (coverage === undefined || entries.length === 0) return `${counts === "" ? "no tests" : counts}.`;
  const { alerts, fired, percent } = coverage;
  return `${counts}. ${fired} of ${pluralize(alerts, "alert")} ${fired === 1 ? "fires" : "fire"} in a test (${percent}%).`;
}

/** The result as a sentence for a heading. Undefined if the summary is one. */
export function verdictOf(report: Report): string | undefined {
  const { entries, problems, result } = report;
  const errors = problems.filter(isError).length;
  switch (result.kind) {
    case "plan":
      return errors > 0
        ? `This plan cannot be applied: ${pluralize(errors, "error")}.`
        : planVerdict(entries.filter(isChange));
    case "drift":
      return errors > 0 ? `The comparison failed: ${pluralize(errors, "error")}.` : driftVerdict(entries);
    case "environments":
      return result.counts.length === 0 ? undefined : environmentsVerdict(result);
    default:
      return undefined;
  }
}

/** For a reviewer, so that changes that end notifications are first: `Deletes 1 alert, disables 2 alerts.` */
function planVerdict(changes: readonly ChangeEntry[]): string {
  const verbs = ["delete", "replace", "disable", "update", "create"].flatMap((verb) => {
    const { length } = changes.filter((change) => verdictVerb(change) === verb);
    return length > 0 ? [`${verb}s ${pluralize(length, "alert")}`] : [];
  });
  if (verbs.length === 0) return `Changes nothing: ${pluralize(changes.length, "alert")} in sync.`;
  return `${capitalize(verbs.join(", "))}.`;
}

function verdictVerb(change: ChangeEntry): string {
  if (effectOf(change) !== "change") return change.status;
  return change.isSilencing === true ? "disable" : "update";
}

/** Lists differences first: `2 alerts have drifted, 1 mute has ended, 1 alert has no definition.` */
function driftVerdict(entries: readonly Entry[]): string {
  const refused = entries.filter(({ status, severity }) => status === "unmanaged" && severity === "error");
  const has = (count: number, noun: string, participle: string) =>
    count === 0 ? [] : [`${pluralize(count, noun)} ${count === 1 ? "has" : "have"} ${participle}`];
  const differences = [
    ...has(countStatus(entries, "drifted"), "alert", "drifted"),
    ...has(countStatus(entries, "mute ended"), "mute", "ended"),
    ...has(countStatus(entries, "unknown"), "alert", "an unknown state"),
    ...has(refused.length, "alert", "no definition"),
  ];
  if (differences.length > 0) return `${differences.join(", ")}.`;
  const pending = joinCounts([[countStatus(entries, "pending"), "pending"]]);
  return `No alert has drifted: ${countStatus(entries, "in-sync")} in sync${followedBy(pending)}.`;
}

function environmentsVerdict({
  counts,
  environments,
  failed,
  isPlan,
}: Extract<ReportResult, { kind: "environments" }>): string {
  const sum = (key: keyof ChangeCounts) => counts.reduce((total, { [key]: count = 0 }) => total + count, 0);
  const parts = joinCounts([
    [sum("deleted"), isPlan ? "to delete" : "deleted"],
    [sum("changed"), isPlan ? "to change" : "changed"],
    [sum("created"), isPlan ? "to create" : "created"],
    [sum("drifted"), "drifted or unknown"],
    [sum("failed"), "failed"],
  ]);
  const failure = failed === 0 ? "" : `${failed} of ${pluralize(environments, "environment")} failed. `;
  const subject = `Alerts in ${pluralize(counts.length, "environment")}`;
  return `${failure}${subject}: ${parts === "" ? "no changes" : parts}.`;
}
