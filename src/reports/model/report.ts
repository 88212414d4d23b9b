/** The common model of all results: facts. Each command builds a report from its document, and each renderer prints any report. */
import { type Problem } from "../../diagnostics";
import {
  type BacktestHistory,
  type RouteChanges,
  type RuleExceptions,
  type RunOrigin,
} from "../../plan-document";
import { type ChangeAction } from "../../reconcile";
import {
  type AuditReportFinding,
  type BacktestFinding,
  type ChangeFinding,
  type CheckFinding,
  type DriftFinding,
  type DrillFinding,
  type Finding,
  type FindingSeverity,
  type TestFinding,
  type UnmanagedFinding,
} from "./findings";

type ResultFacts =
  | { readonly kind: "plan"; readonly findings: readonly ChangeFinding[]; readonly unmanaged: number }
  | {
      readonly kind: "apply";
      readonly findings: readonly ChangeFinding[];
      readonly unmanaged: number;
      /** From the approval to the end, and whether the command waited for the propagation window. Undefined if nothing was executed. */
      readonly execution: { readonly durationMs: number; readonly isSettled: boolean } | undefined;
    }
  | {
      readonly kind: "drift";
      /** With the unmanaged alerts that count as drift, or all on request. */
      readonly findings: readonly (DriftFinding | UnmanagedFinding)[];
      readonly unmanaged: number;
    }
  | { readonly kind: "back-test"; readonly findings: readonly BacktestFinding[] }
  | {
      readonly kind: "check";
      readonly findings: readonly CheckFinding[];
      readonly errors: number;
      readonly warnings: number;
      readonly environments: number;
    }
  | {
      readonly kind: "audit";
      readonly findings: readonly AuditReportFinding[];
      readonly alerts: number;
    }
  | { readonly kind: "drill"; readonly findings: readonly DrillFinding[] }
  | {
      readonly kind: "test";
      readonly findings: readonly TestFinding[];
      readonly coverage?: { readonly alerts: number; readonly fired: number; readonly percent: number };
    }
  | {
      readonly kind: "accept";
      readonly findings: readonly [];
      readonly accepted: number;
      readonly listed: number;
      readonly refused: number;
      readonly files: number;
      readonly isWritten: boolean;
    }
  | { readonly kind: "failure"; readonly findings: readonly [] }
  | {
      readonly kind: "environments";
      readonly findings: readonly [];
      readonly environments: number;
      readonly failed: number;
      /** Precedes the sections. */
      readonly table?: ReportTable;
      /** Their problems are also in the problems of this report. */
      readonly sections: readonly Section[];
    }
  /** Only what changed since the previous report, for --watch. */
  | { readonly kind: "changes"; readonly findings: readonly Finding[]; readonly complete: Report };

interface ReportFacts extends Origin {
  /** "Plan", "Drift". */
  readonly title: string;
  /** Problems of the run as a whole. Problems of one alert are in its finding. */
  readonly problems: readonly Problem[];
  /** Problems of the previous report that this one does not contain. */
  readonly fixed?: readonly Problem[];
  readonly exceptions?: RuleExceptions | undefined;
  readonly history?: BacktestHistory | undefined;
  readonly routes?: RouteChanges | undefined;
  /** Computed on demand. */
  readonly destinationEffects?: () => readonly DestinationEffect[];
  /** Sentences between the findings and the summary. */
  readonly notes?: readonly string[];
}

export type Report = ReportFacts & ResultFacts;
export type ReportOf<Kind extends ResultFacts["kind"]> = Extract<Report, { readonly kind: Kind }>;

/** The environment and plan of a result. */
export interface Origin extends RunOrigin {
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
  /** Notifications in the back-test, by the changed alerts that were tested, and the number of the others. */
  readonly firings: FiringCounts | undefined;
}

interface FiringCounts {
  readonly before: number;
  readonly after: number;
  readonly tested: number;
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

/** Its sections, or the report itself. */
export function partsOf(report: Report): readonly Pick<Section, "environments" | "report">[] {
  return report.kind === "environments" ? report.sections : [{ environments: [], report }];
}

/** Whether renderers list findings that need no attention too. */
export function listsAllFindings({ kind }: Report): boolean {
  return kind === "test" || kind === "drill" || kind === "changes";
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
  /** Findings of an audit. */
  readonly errors?: number;
  readonly warnings?: number;
  readonly failed?: number;
}

/** Whether a plan or a run has changes, or a comparison found differences. */
export function hasCounts(report: Report): boolean {
  return partsOf(report).some((part) =>
    Object.values(countsOf(part.report) ?? {}).some((count) => Number(count) > 0),
  );
}

/** Counts what an apply has done, and what a plan would do. */
export function countsOf(report: Report): ChangeCounts | undefined {
  if (report.kind === "drift")
    return { drifted: report.findings.filter(({ severity }) => severity === "error").length };
  if (report.kind === "audit") {
    const ofSeverity = (severity: FindingSeverity) =>
      report.findings.filter((finding) => finding.severity === severity).length;
    return { errors: ofSeverity("error"), warnings: ofSeverity("warning") };
  }
  if (report.kind !== "plan" && report.kind !== "apply") return undefined;
  const isPlan = report.kind === "plan";
  const changes: readonly ChangeFinding[] = report.findings;
  const count = (...actions: readonly ChangeAction[]) =>
    changes.filter(({ action, outcome }) => actions.includes(action) && (isPlan || outcome === "done"))
      .length;
  return {
    created: count("create"),
    changed: count("update", "rename", "complete", "replace"),
    deleted: count("delete"),
    ...(isPlan ? {} : { failed: changes.filter(({ outcome }) => outcome === "failed").length }),
  };
}
