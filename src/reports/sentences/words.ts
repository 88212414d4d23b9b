/** The words that renderers share. Reports and their entries have only facts. */
import { formatPlace, quote } from "../../diagnostics";
import { describeBacktest, historySentence } from "../../impact";
import { type RouteChange, type RouteChanges } from "../../plan-document";
import { describeMute, formatMuteEnd } from "../../service";
import { type FieldText } from "../model/field-text";
import { effectOf, joinFirst, pluralize, type ChangeEntry, type ChangeFinding, type DestinationEffect, type DriftFinding, type Entry, type EntryBacktest, type EntryStatus, type Report } from "../model/report";
import { type ChangeAction } from "../../reconcile";

const changeSymbols: Readonly<Record<ChangeAction, string>> = {
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

/** Formats one line for each of the first items, and counts the others. */
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

const participles: Readonly<Record<ChangeAction, string>> = {
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
