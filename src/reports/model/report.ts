/** The common model of all results: facts. Each command builds a report from its document, and each renderer prints any report. */
import { type Problem } from "../../diagnostics";
import { type BacktestHistory, type RouteChanges, type RuleExceptions } from "../../plan-document";
import { type Action } from "../../reconcile";
import {
  type BacktestFinding,
  type ChangeFinding,
  type CheckFinding,
  type DriftFinding,
  type Finding,
  type PlanFinding,
  type TestFinding,
  type UnmanagedFinding,
} from "./findings";

export type Report =
  | PlanReport
  | ApplyReport
  | DriftReport
  | CheckReport
  | TestReport
  | BacktestReport
  | AcceptReport
  | FailureReport
  | EnvironmentsReport
  | ChangesReport;

interface ReportBase extends Origin {
  /** "Plan", "Drift". */
  readonly title: string;
  /** One per alert in the document, including alerts without changes. */
  readonly findings: readonly Finding[];
  /** Problems of the run as a whole. Problems of one alert are in its finding. */
  readonly problems: readonly Problem[];
}

/** The facts that renderers print of every report that has them. */
export interface ReportFacts extends ReportBase {
  /** The history of the back-tests. */
  readonly history?: BacktestHistory | undefined;
  /** Who is notified before and after a plan. */
  readonly routes?: RouteChanges | undefined;
  /** Computed on demand. */
  readonly destinationEffects?: () => readonly DestinationEffect[];
  readonly exceptions?: RuleExceptions | undefined;
  /** Problems of the previous report that this one does not contain. */
  readonly fixed?: readonly Problem[];
  /** Sentences between the findings and the summary. */
  readonly notes?: readonly string[];
}

export interface PlanReport extends ReportBase {
  readonly kind: "plan";
  readonly findings: readonly PlanFinding[];
  /** Number of unmanaged alerts. */
  readonly unmanaged: number;
  readonly destinationEffects: () => readonly DestinationEffect[];
  readonly history: BacktestHistory | undefined;
  readonly routes: RouteChanges | undefined;
  readonly exceptions: RuleExceptions | undefined;
}

export interface ApplyReport extends ReportBase {
  readonly kind: "apply";
  readonly findings: readonly ChangeFinding[];
  readonly unmanaged: number;
  readonly destinationEffects: () => readonly DestinationEffect[];
  /** Undefined if nothing was executed. */
  readonly execution: Execution | undefined;
}

export interface Execution {
  /** From the approval to the end, in milliseconds. */
  readonly durationMs: number;
  /** Whether the command has waited for the propagation window. */
  readonly isSettled: boolean;
}

export interface DriftReport extends ReportBase {
  readonly kind: "drift";
  readonly findings: readonly (DriftFinding | UnmanagedFinding)[];
  readonly history: BacktestHistory | undefined;
  readonly notes: readonly string[];
}

interface CheckReport extends ReportBase {
  readonly kind: "check";
  readonly findings: readonly CheckFinding[];
  readonly errors: number;
  readonly warnings: number;
  readonly environments: number;
  readonly exceptions: RuleExceptions | undefined;
}

export interface TestReport extends ReportBase {
  readonly kind: "test";
  readonly findings: readonly TestFinding[];
  readonly coverage:
    { readonly alerts: number; readonly fired: number; readonly percent: number } | undefined;
  readonly notes: readonly string[];
}

interface BacktestReport extends ReportBase {
  readonly kind: "back-test";
  readonly findings: readonly BacktestFinding[];
  readonly history: BacktestHistory;
}

interface AcceptReport extends ReportBase {
  readonly kind: "accept";
  readonly findings: readonly [];
  readonly accepted: number;
  readonly listed: number;
  readonly refused: number;
  readonly files: number;
  readonly isWritten: boolean;
  readonly notes: readonly string[];
}

/** A run that ended before it found anything. */
interface FailureReport extends ReportBase {
  readonly kind: "failure";
  readonly findings: readonly [];
}

export interface EnvironmentsReport extends ReportBase {
  readonly kind: "environments";
  readonly findings: readonly [];
  readonly environments: number;
  readonly failed: number;
  readonly isPlan: boolean;
  /** Of each environment that has counts. */
  readonly counts: readonly ChangeCounts[];
  /** Precedes the sections. */
  readonly table: ReportTable | undefined;
  /** Their problems are also in {@link problems}. */
  readonly sections: readonly Section[];
}

/** Only what changed since the previous report, for --watch. */
interface ChangesReport extends ReportBase {
  readonly kind: "changes";
  readonly complete: Report;
  readonly notes: readonly string[];
  readonly fixed: readonly Problem[];
}

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
  /** Lines of a command without findings, which replace the report. */
  readonly lines?: readonly string[];
}

/** Whether renderers list findings that need no attention too. */
export function listsAllFindings({ kind }: Report): boolean {
  return kind === "test" || kind === "changes";
}

/** Findings of a check have only problems. They are JUnit tests and are not listed elsewhere. */
export function listedFindings(report: Report): readonly Finding[] {
  const findings: readonly Finding[] = report.findings;
  if (listsAllFindings(report)) return findings;
  return report.kind === "check" ? [] : findings.filter(({ severity }) => severity !== "none");
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
export function countsOf(report: Report): ChangeCounts | undefined {
  if (report.kind === "drift")
    return { drifted: report.findings.filter(({ severity }) => severity === "error").length };
  if (report.kind !== "plan" && report.kind !== "apply") return undefined;
  const isPlan = report.kind === "plan";
  const changes: readonly ChangeFinding[] = report.findings;
  const count = (...actions: readonly Action[]) =>
    changes.filter(({ action, outcome }) => actions.includes(action) && (isPlan || outcome === "done"))
      .length;
  return {
    created: count("create"),
    changed: count("update", "rename", "complete", "replace"),
    deleted: count("delete"),
    ...(isPlan ? {} : { failed: changes.filter(({ outcome }) => outcome === "failed").length }),
  };
}
