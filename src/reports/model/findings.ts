/** What a command found for one alert or one test: one type for each command. */
import { type AlertDifference } from "../../alerting";
import { type Place, type Problem } from "../../diagnostics";
import { type AuditFinding } from "../../impact";
import {
  type AlertBacktest,
  type BacktestHistory,
  type PlanDocument,
  type RecordedFirings,
} from "../../plan-document";
import { type ChangeAction } from "../../reconcile";
import { type Mute } from "../../service";
import { type FormattedField } from "./formatted-field";

export type Finding =
  | ChangeFinding
  | DriftFinding
  | UnmanagedFinding
  | CheckFinding
  | TestFinding
  | BacktestFinding
  | AuditReportFinding
  | DrillFinding
  | GoneFinding;

interface FindingBase {
  readonly name: string;
  readonly severity: FindingSeverity;
  readonly where?: Place;
}

/** What renderers print alike for every kind of finding that has it. */
interface Details {
  readonly fields: readonly FormattedField[];
  readonly problems: readonly Problem[];
  readonly backtest: DescribedBacktest | undefined;
  readonly differences: ChangeDifferences | undefined;
  readonly comparisons: readonly TestComparison[];
  /** Computed on demand. */
  readonly detail: (() => AlertDetail) | undefined;
}

export type FindingFacts = FindingBase & Partial<Details>;

/** The attention that a finding needs, from most to least. Only `error` is a failed test in CI. */
const severities = ["error", "warning", "notice", "none"] as const;
export type FindingSeverity = (typeof severities)[number];

/** A desired alert compared with its live alert. */
interface ComparisonFacts extends FindingBase, Pick<Details, "fields" | "backtest" | "detail"> {
  readonly action: ChangeAction;
  /** ID of the live alert. */
  readonly id: number | undefined;
  /** The live name, if it differs. */
  readonly liveName?: string;
}

/** A change of a plan, which an apply may have executed. */
export interface ChangeFinding extends ComparisonFacts, Pick<Details, "differences"> {
  readonly kind: "change";
  /** Undefined for a change that an apply did not reach. */
  readonly outcome?: "done" | "failed" | "skipped";
  /** Of the execution. */
  readonly problems?: readonly Problem[];
  /** The ID that was written, and the one that it replaced. */
  readonly written?: { readonly id: number; readonly replacedId: number | undefined } | undefined;
  readonly mute: (Mute & { readonly hasEnded: boolean; readonly now: number }) | undefined;
  /** Whether the alert is disabled because its selection matches no host. */
  readonly isWithoutHosts: boolean;
  readonly ignored: readonly string[];
  /** Whether the definitions own the deleted alert, and no longer define it. */
  readonly isOwned: boolean;
  readonly isImported: boolean;
  /** Whether the change ends notifications: a deletion, a replacement or a mute. */
  readonly isSilencing: boolean;
}

export interface DriftFinding extends ComparisonFacts {
  readonly kind: "drift";
  readonly status: "in-sync" | "pending" | "mute ended" | "hosts" | "drifted" | "unknown";
  /** Numbers of hosts that match now and that the alert does not list, and the other way around. */
  readonly hosts?: { readonly added: number; readonly removed: number };
  /** A mute that has ended, as a clause. */
  readonly muteEnd?: string;
  /** When a pending change must have taken effect. */
  readonly until: string | undefined;
}

/** A live alert without a definition. Renderers list these last and briefly. */
export interface UnmanagedFinding extends FindingBase {
  /** `no longer defined`: the alert belongs to the definitions. */
  readonly kind: "unmanaged" | "no longer defined";
  readonly id: number;
}

export interface CheckFinding extends FindingBase, Pick<Details, "problems"> {
  readonly kind: "check";
  readonly severity: "error" | "warning" | "none";
}

export interface TestFinding extends FindingBase, Pick<Details, "problems" | "comparisons"> {
  readonly kind: "test";
  readonly status: "passed" | "failed";
  readonly where: Place;
}

export interface BacktestFinding extends FindingBase, Pick<Details, "backtest"> {
  readonly kind: "back-test";
}

export interface AuditReportFinding
  extends FindingBase, Omit<AuditFinding, "severity" | "alert" | "host" | "destination"> {
  readonly kind: "audit";
  readonly severity: "error" | "warning" | "notice";
  /** ID of the live alert. */
  readonly id: number | undefined;
}

/** A destination that was notified, or the alert of a drill that was killed. */
export interface DrillFinding extends FindingBase {
  readonly kind: "drill";
  readonly status: "planned" | "delivered" | "not confirmed" | "not asked" | "to delete" | "deleted" | "kept";
  /** Follows the name. */
  readonly what: string;
  readonly evidence: readonly string[];
}

/** A finding of a previous report that the next one does not contain. */
export interface GoneFinding extends FindingBase {
  readonly kind: "gone";
  readonly was: Finding;
}

/** Facts about an alert that only some renderers show. */
export interface AlertDetail {
  /** What the alert does before and after the change, in plain words. */
  readonly sentences: { readonly before?: string; readonly after?: string };
  /** The formatted destinations before the change. */
  readonly destinationsBefore?: readonly string[];
  /** Can contain the address of a runbook. */
  readonly annotations: string;
}

export interface DescribedBacktest extends AlertBacktest {
  readonly history: BacktestHistory;
  readonly recorded: RecordedFirings | undefined;
  readonly names: PlanDocument["names"];
}

interface ChangeDifferences {
  /** `At 85 on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.` At least one. */
  readonly sentences: readonly string[];
  /** The situation of the first sentence, computed on demand. Undefined if the alert behaves the same. */
  readonly shortest: () => AlertDifference | undefined;
}

/** Expected firings beside actual ones, which are empty if there is none. */
export interface TestComparison {
  readonly title: string;
  readonly rows: readonly { readonly expected: string; readonly actual: string; readonly isSame: boolean }[];
}

const checkStatuses = { error: "invalid", warning: "warning", none: "valid" } as const;

/** What was found, in one word. */
export function statusOf(finding: Finding) {
  if ("status" in finding) return finding.status;
  if (finding.kind === "change") return finding.action;
  if (finding.kind === "audit") return finding.check;
  if (finding.kind === "check") return checkStatuses[finding.severity];
  return finding.kind === "back-test" ? "tested" : finding.kind;
}

export type FindingStatus = ReturnType<typeof statusOf>;

/** The effect on the alert, or the result of a test, which renderers show as a color. */
export type FindingEffect = "create" | "change" | "delete" | "pending" | "passed" | "failed" | "none";

const effects: Readonly<Partial<Record<FindingStatus, FindingEffect>>> = {
  create: "create",
  update: "change",
  rename: "change",
  complete: "change",
  replace: "delete",
  delete: "delete",
  pending: "pending",
  "mute ended": "change",
  hosts: "change",
  "no longer defined": "delete",
  drifted: "delete",
  unknown: "change",
  warning: "change",
  invalid: "delete",
  delivered: "passed",
  "not confirmed": "failed",
  "not asked": "pending",
  passed: "passed",
  failed: "failed",
};

const effectsOfSeverity = { error: "delete", warning: "change", notice: "none" } as const;

export function effectOf(finding: Finding): FindingEffect {
  if (finding.kind === "audit") return effectsOfSeverity[finding.severity];
  return effects[statusOf(finding.kind === "gone" ? finding.was : finding)] ?? "none";
}

export function isUnmanaged({ kind }: Finding): boolean {
  return kind === "unmanaged";
}

export function isSilencing(finding: Finding): boolean {
  return finding.kind === "change" && finding.isSilencing;
}

export function findingProblems({ problems = [] }: FindingFacts): readonly Problem[] {
  return problems;
}

/** `values`: the desired value only. `changes`: from live to desired. `differences`: live beside desired. */
export type FieldStyle = "values" | "changes" | "differences";

export function fieldStyleOf(finding: Finding): FieldStyle {
  if (finding.kind === "drift") return "differences";
  return finding.kind === "change" && finding.action !== "create" ? "changes" : "values";
}

/** Sorts by severity. Within a severity, deletions come first. */
export function byImportance(a: Finding, b: Finding): number {
  const rank = (finding: Finding) =>
    severities.indexOf(finding.severity) * 2 + (effectOf(finding) === "delete" ? 0 : 1);
  return rank(a) - rank(b);
}
