/** The common model of all results: facts. Each command builds a report from its document, and each renderer prints any report. */
import { type AlertDifference } from "../../alerting";
import { type Place, type Problem } from "../../diagnostics";
import { type AlertBacktest, type BacktestHistory, type PlanDocument, type RouteChanges } from "../../plan-document";
import { type FieldText } from "./field-text";
import { type ChangeAction } from "../../reconcile";

export interface Report extends Origin {
  /** "Plan", "Drift". */
  readonly title: string;
  readonly result: ReportResult;
  /** One entry per alert in the document, including alerts without changes. */
  readonly entries: readonly Entry[];
  /** Problems of the run as a whole. Problems of one alert are in its entry. */
  readonly problems: readonly Problem[];
  /** The history of the back-tests. */
  readonly history?: BacktestHistory | undefined;
  /** Who is notified before and after a plan. */
  readonly routes?: RouteChanges | undefined;
  /** Sentences between the entries and the summary. */
  readonly notes?: readonly string[];
  /** Computed on demand. */
  readonly destinationEffects?: (() => readonly DestinationEffect[]) | undefined;
  /** Precedes the entries. */
  readonly table?: ReportTable;
  /** Reports of environments. Their problems are also in {@link problems}. */
  readonly sections?: readonly Section[];
  /** The complete report, if this one has only what changed since the previous one. */
  readonly complete?: Report;
}

/** What a summary says besides the counts of entries. */
export type ReportResult =
  | { readonly kind: "plan"; readonly unmanaged: number }
  | {
      readonly kind: "apply";
      readonly unmanaged: number;
      /** Undefined if nothing was executed. */
      readonly execution?: {
        /** From the approval to the end, in milliseconds. */
        readonly durationMs: number;
        /** Whether the command has waited for the propagation window. */
        readonly isSettled: boolean;
      };
    }
  | { readonly kind: "drift" | "back-test" | "failure" }
  | {
      readonly kind: "check";
      readonly errors: number;
      readonly warnings: number;
      readonly environments: number;
    }
  | {
      readonly kind: "test";
      readonly coverage?: { readonly alerts: number; readonly fired: number; readonly percent: number };
    }
  | {
      readonly kind: "accept";
      readonly accepted: number;
      readonly listed: number;
      readonly refused: number;
      readonly files: number;
      readonly isWritten: boolean;
    }
  | {
      readonly kind: "environments";
      readonly environments: number;
      readonly failed: number;
      readonly isPlan: boolean;
      /** Of each environment that has counts. */
      readonly counts: readonly ChangeCounts[];
    };

/** The environment, service and plan of a result. */
export interface Origin {
  /** Name of the environment in the configuration. */
  readonly environment?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** When a plan was made, and by which version: `2026-11-23T05:19:06Z by dbmon 0.1.0`. */
  readonly planned?: string | undefined;
  /** Hash of the live state that a plan was made from. */
  readonly fingerprint?: string | undefined;
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

export interface ReportTable {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

/** Characters of a fingerprint that identify a plan where space is short. */
export const fingerprintLength = 12;

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
  readonly status: ChangeAction;
  /** The name that a rename replaces. */
  readonly liveName?: string | undefined;
  /** A mute of the definition, with times in Unix milliseconds. */
  readonly mute?: { readonly hasEnded: boolean; readonly end: number; readonly now: number } | undefined;
  /** Attributes that the definition ignores. */
  readonly ignored?: readonly string[];
  /** What an apply has written: the ID, and the one that it replaced. */
  readonly written?: { readonly id: number; readonly replacedId?: number | undefined } | undefined;
}

/** The result of a comparison. */
export interface DriftFinding {
  readonly status: "in-sync" | "pending" | "mute ended" | "drifted" | "unknown";
  /** Action of an apply. */
  readonly action: ChangeAction;
  /** The live name, if it differs. */
  readonly liveName?: string | undefined;
  /** End of the mute, in Unix milliseconds. */
  readonly mutedUntil?: number | undefined;
  /** When a pending change must have taken effect. */
  readonly until?: string | undefined;
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

export interface EntryBacktest extends AlertBacktest {
  readonly history: BacktestHistory;
  readonly names: PlanDocument["names"];
}

/** What a change means. */
interface EntryDifferences {
  /** `At 85 on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.` At least one. */
  readonly sentences: readonly string[];
  /** The situation of the first sentence, computed on demand. Undefined if the alert behaves the same. */
  readonly shortest: () => AlertDifference | undefined;
}

/** Expected values beside actual ones, which are empty if there is none. */
export interface Comparison {
  readonly title: string;
  readonly rows: readonly { readonly expected: string; readonly actual: string; readonly isSame: boolean }[];
}

/** The attention that an entry needs, from most to least. Only `error` is a failed test in CI. */
const severities = ["error", "warning", "notice", "none"] as const;
export type EntrySeverity = (typeof severities)[number];

/** The effect on the alert, or the result of a test, which renderers show as a color. */
export type Effect = "create" | "change" | "delete" | "pending" | "passed" | "failed" | "none";

const effects: Readonly<Partial<Record<EntryStatus, Effect>>> = {
  create: "create",
  update: "change",
  rename: "change",
  complete: "change",
  replace: "delete",
  delete: "delete",
  pending: "pending",
  "mute ended": "change",
  drifted: "delete",
  unknown: "change",
  warning: "change",
  invalid: "delete",
  passed: "passed",
  failed: "failed",
};

export function effectOf(entry: Entry): Effect {
  return effects[entry.status === "gone" ? entry.was : entry.status] ?? "none";
}

/** Whether the entry is a live alert without a definition. Renderers list these last and briefly. */
export function isUnmanaged({ status }: Entry): boolean {
  return status === "unmanaged";
}

/** For an entry without fields and problems. */
export const noDetails = { fields: [], fieldStyle: "values", problems: [] } as const;

/** `values`: the desired value only. `changes`: from live to desired. `differences`: live beside desired. */
export type FieldStyle = "values" | "changes" | "differences";

/** Whether renderers list entries that need no attention too. */
export function listsAllEntries({ result, complete }: Report): boolean {
  return result.kind === "test" || complete !== undefined;
}

/** Entries of a check have only problems. They are JUnit tests and are not listed elsewhere. */
export function listedEntries(report: Report): readonly Entry[] {
  const { entries, result } = report;
  if (listsAllEntries(report)) return entries;
  return result.kind === "check" ? [] : entries.filter(({ severity }) => severity !== "none");
}

/** Counts of the alerts that change or differ. Undefined for counts that a command does not know. */
export interface ChangeCounts {
  readonly created?: number;
  readonly changed?: number;
  readonly deleted?: number;
  readonly drifted?: number;
  /** Changes that could not be written. */
  readonly failed?: number;
}

/** Counts what an apply has done, and what a plan would do. */
export function countsOf({ entries, result: { kind } }: Report): ChangeCounts | undefined {
  const count = (isCounted: (entry: Entry) => boolean) => entries.filter(isCounted).length;
  if (kind === "drift") return { drifted: count(({ severity }) => severity === "error") };
  if (kind !== "plan" && kind !== "apply") return undefined;
  const countDone = (...statuses: readonly EntryStatus[]) =>
    count(({ status, outcome }) => statuses.includes(status) && (kind === "plan" || outcome === "done"));
  return {
    created: countDone("create"),
    changed: countDone("update", "rename", "complete", "replace"),
    deleted: countDone("delete"),
    ...(kind === "plan" ? {} : { failed: count(({ outcome }) => outcome === "failed") }),
  };
}

/** Sorts by severity. Within a severity, deletions come first. */
export function byImportance(a: Entry, b: Entry): number {
  const rank = (entry: Entry) =>
    severities.indexOf(entry.severity) * 2 + (effectOf(entry) === "delete" ? 0 : 1);
  return rank(a) - rank(b);
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

/** Joins the first strings, and counts the others: "a, b and 3 more". */
export function joinFirst(texts: readonly string[], max: number): string {
  const omitted = texts.length - max;
  return `${texts.slice(0, max).join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}
