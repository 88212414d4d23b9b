/** The common model of all results. Each command builds a report from its document, and each renderer prints any report. */
import { type Place, type Problem } from "../../../diagnostics";
import { type AlertDifference } from "../../../alerting";
import { type AlertBacktest, type RouteChanges } from "../../../plan-document";
import { type Action } from "../../../reconcile";
import { type FieldText } from "./field-text";

export interface Report {
  /** "Plan", "Drift". */
  readonly title: string;
  /** Follows the title: "2 to create. 3 in sync." */
  readonly summary: string;
  /** The result as a sentence for a heading. Undefined if the summary is one. */
  readonly verdict?: string;
  /** Name of the environment in the configuration. */
  readonly environment?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** One entry per alert in the document, including alerts without changes. */
  readonly entries: readonly Entry[];
  /** Problems of the run as a whole. Problems of one alert are in its entry. */
  readonly problems: readonly Problem[];
  /** Whether renderers list entries that need no attention too. */
  readonly listsAllEntries?: true;
  readonly consequencesTitle?: string | undefined;
  /** How long the changes of the entries took, in milliseconds. */
  readonly executionMs?: number;
  /** Who is notified before and after a plan. */
  readonly routes?: RouteChanges | undefined;
  /** Sentences between the entries and the summary. */
  readonly notes?: readonly string[];
  /** Counts of the alerts that change or differ. */
  readonly counts?: ChangeCounts;
  /** Whether the changes are not written yet. */
  readonly isPlan?: true;
  /** Hash of the live state that a plan was made from. */
  readonly fingerprint?: string | undefined;
  /** When a plan was made, and by which version: `2026-11-23T05:19:06Z by dbmon 0.1.0`. */
  readonly planned?: string | undefined;
  /** Computed on demand. */
  readonly destinationEffects?: (() => readonly DestinationEffect[]) | undefined;
  /** Precedes the entries. */
  readonly table?: ReportTable;
  /** Reports of environments. Their problems are also in {@link problems}. */
  readonly sections?: readonly Section[];
  /** Whether entries have only problems. Such entries are JUnit tests and are not listed elsewhere. */
  readonly hasOnlyProblems?: true;
}

export interface DestinationEffect {
  /** `#db-alerts`, or `destination 7` if the name is not known. */
  readonly name: string;
  /** Names of alerts that notify it only after the plan, sorted. */
  readonly gained: readonly string[];
  /** Names of alerts that notify it only before the plan, sorted. */
  readonly lost: readonly string[];
  /** Notifications by the changed alerts in the back-test. */
  readonly firings?: FiringCounts;
}

export interface FiringCounts {
  readonly before: number;
  readonly after: number;
  /** Number of alerts that the counts include. */
  readonly tested: number;
  /** Number of alerts whose notifications are not known. */
  readonly untested: number;
}

/** Undefined for counts that a command does not know. */
export interface ChangeCounts {
  readonly created?: number;
  readonly changed?: number;
  readonly deleted?: number;
  readonly drifted?: number;
  /** Changes that could not be written. */
  readonly failed?: number;
}

export interface ReportTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** Characters of a fingerprint that identify a plan where space is short. */
export const fingerprintLength = 12;

/** The environment, service and plan of a result. */
export type Origin = Pick<Report, "environment" | "baseUrl" | "planned" | "fingerprint">;

/** The report of environments whose results are equal. */
export interface Section {
  readonly environments: readonly string[];
  /** One per environment. Without a base URL for an environment without an open session. */
  readonly origins: readonly Origin[];
  readonly report: Report;
  /** Lines of a command without entries, which replace the report. */
  readonly lines?: readonly string[];
}

/** An alert with what the command found for it. */
export type Entry = EntryContent & Finding;
export type ChangeEntry = EntryContent & ChangeFinding;

interface EntryContent {
  readonly name: string;
  /** Outcome of a change. Undefined if the plan was not executed. */
  readonly outcome?: "done" | "failed" | "skipped";
  readonly severity: EntrySeverity;
  readonly fields: readonly FieldText[];
  readonly fieldStyle: FieldStyle;
  readonly problems: readonly Problem[];
  readonly backtest?: EntryBacktest | undefined;
  readonly differences?: EntryDifferences;
  readonly comparisons?: readonly Comparison[];
  /** ID of the live alert. */
  readonly id?: number | undefined;
  /** Whether the change ends notifications: a deletion, a replacement or a mute. */
  readonly isSilencing?: boolean;
  /** Computed on demand. */
  readonly detail?: () => EntryDetail;
  /** Where the alert is defined. */
  readonly where?: Place;
}

/** The facts that follow the name as words. */
type Finding =
  | ChangeFinding
  | DriftFinding
  | { readonly status: "unmanaged"; readonly id: number }
  /** Result of a check, a test or a back-test. */
  | { readonly status: "valid" | "warning" | "invalid" | "passed" | "failed" | "tested" }
  /** The entry of a previous report that this one does not contain. */
  | { readonly status: "gone"; readonly was: EntryStatus };

export type EntryStatus = Finding["status"];

/** A change of a plan. */
export interface ChangeFinding {
  readonly status: Action;
  /** The name that a rename replaces. */
  readonly liveName?: string | undefined;
  readonly mute?: Mute | undefined;
  /** Attributes that the definition ignores. */
  readonly ignored?: readonly string[];
  /** What an apply has written: the ID, and the one that it replaced. */
  readonly written?: { readonly id: number; readonly replacedId?: number | undefined } | undefined;
}

/** The result of a comparison. */
export interface DriftFinding {
  readonly status: "in-sync" | "pending" | "mute ended" | "drifted" | "unknown";
  /** Action of an apply. */
  readonly action: Action;
  /** The live name, if it differs. */
  readonly liveName?: string | undefined;
  /** End of the mute, in Unix milliseconds. */
  readonly mutedUntil?: number | undefined;
  /** When a pending change must have taken effect. */
  readonly until?: string | undefined;
}

/** A mute of a definition. Times are in Unix milliseconds. */
interface Mute {
  readonly hasEnded: boolean;
  readonly end: number;
  readonly now: number;
}

/** Facts about the alert of an entry that only some renderers show. */
export interface EntryDetail {
  /** What the alert does before and after the change, in plain words. */
  readonly sentences?: { readonly before?: string; readonly after?: string };
  /** The formatted destinations before the change. */
  readonly destinationsBefore?: readonly string[];
  /** Can contain the address of a runbook. */
  readonly annotations: string;
}

export interface EntryBacktest {
  /** `3 -> 41 firings in 14d`. */
  readonly text: string;
  /** Start and end of the period, in RFC 3339. */
  readonly from: string;
  readonly until: string;
  readonly timeline?: AlertBacktest["timeline"];
  /** Which versions of the alert exist. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/** What a change means. */
interface EntryDifferences {
  /** `At 85 on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.` At least one. */
  readonly sentences: readonly string[];
  /** The situation of the first sentence, computed on demand. Undefined if the alert behaves the same. */
  readonly shortest: () => AlertDifference | undefined;
}

/** Expected texts beside actual ones. */
export interface Comparison {
  readonly title: string;
  readonly rows: readonly ComparisonRow[];
}

interface ComparisonRow {
  /** Empty if there is none. */
  readonly expected: string;
  readonly actual: string;
  readonly isSame: boolean;
}

/** The attention that an entry needs. Only `error` is a failed test in CI. */
export type EntrySeverity = "none" | "notice" | "warning" | "error";

/** The effect on the alert, or the result of a test, which renderers show as a color. */
export type Effect = "create" | "change" | "delete" | "pending" | "passed" | "failed" | "none";

const effects: Readonly<Record<EntryStatus, Effect>> = {
  create: "create",
  update: "change",
  rename: "change",
  complete: "change",
  replace: "delete",
  delete: "delete",
  unchanged: "none",
  "in-sync": "none",
  pending: "pending",
  "mute ended": "change",
  drifted: "delete",
  unknown: "change",
  unmanaged: "none",
  valid: "none",
  warning: "change",
  invalid: "delete",
  passed: "passed",
  failed: "failed",
  tested: "none",
  gone: "none",
};

export function effectOf(entry: Entry): Effect {
  return effects[entry.status === "gone" ? entry.was : entry.status];
}

/** Whether the entry is a live alert without a definition. Renderers list these last and briefly. */
export function isUnmanaged({ status }: Entry): boolean {
  return status === "unmanaged";
}

/** For an entry without fields and problems. */
export const noDetails = { fields: [], fieldStyle: "values", problems: [] } as const;

/** `values`: the desired value only. `changes`: from live to desired. `differences`: live beside desired. */
export type FieldStyle = "values" | "changes" | "differences";

export function listedEntries({ entries, hasOnlyProblems, listsAllEntries }: Report): readonly Entry[] {
  if (listsAllEntries === true) return entries;
  return hasOnlyProblems === true ? [] : entries.filter(({ severity }) => severity !== "none");
}

/** Sorts by severity. Within a severity, deletions come first. */
export function byImportance(a: Entry, b: Entry): number {
  const rank = (entry: Entry) =>
    severities.indexOf(entry.severity) * 2 + (effectOf(entry) === "delete" ? 0 : 1);
  return rank(a) - rank(b);
}

const severities: readonly EntrySeverity[] = ["error", "warning", "notice", "none"];

export function allProblems({ problems, entries }: Report): readonly Problem[] {
  return [...problems, ...entries.flatMap((entry) => entry.problems)];
}

/** "3 alerts", "1 alert". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function capitalize(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Joins the counts that are not zero: "2 to create, 1 to delete". */
export function joinCounts(counts: readonly (readonly [count: number, label: string])[]): string {
  return counts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(", ");
}

/** Joins the first texts, and counts the others: "a, b and 3 more". */
export function joinFirst(texts: readonly string[], max: number): string {
  const omitted = texts.length - max;
  return `${texts.slice(0, max).join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}
