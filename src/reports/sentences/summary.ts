/** The sentences of a whole report, for all renderers: one line for each kind of result, and a verdict for headings. */
import { capitalize, formatCount, isError } from "../../diagnostics";
import { type ChangeAction } from "../../reconcile";
import {
  type BacktestFinding,
  type ChangeFinding,
  effectOf,
  type Finding,
  type FindingStatus,
  statusOf,
} from "../model/findings";
import { type ChangeCounts, countsOf, type Report, type ReportOf } from "../model/report";
import { isDisabling } from "./findings";
import { joinCounts } from "./lists";

/** The result in one line, which follows the title: `2 to create. 3 in sync.` */
export function summaryOf(report: Report): string {
  switch (report.kind) {
    case "plan":
      return planSummary(report.findings, report.unmanaged, report.problems.filter(isError).length);
    case "apply":
      if (report.execution === undefined)
        return `Nothing was written. ${planSummary(report.findings, report.unmanaged)}`;
      return executionSummary(report.findings, report.execution.isSettled);
    case "drift":
      return driftSummary(report);
    case "back-test":
      return backtestSummary(report.findings);
    case "check": {
      const { findings } = report;
      const environments = report.environments > 1 ? ` in ${report.environments} environments` : "";
      return `${formatCount(findings.length, "alert")} checked${environments}: ${severityCounts(report)}.`;
    }
    case "audit":
      return `${severityCounts(countsOf(report))} in ${formatCount(report.alerts, "alert")}.`;
    case "drill":
      return drillSummary(report.findings);
    case "test":
      return testSummary(report);
    case "accept": {
      const { accepted, listed, refused, files, isWritten } = report;
      const written = files === 0 ? "" : ` ${isWritten ? "written to" : "for"} ${formatCount(files, "file")}`;
      const rest = joinCounts([
        [listed, "to change in code"],
        [refused, "not accepted"],
      ]);
      return `${formatCount(accepted, "alert")}${written}${followedBy(rest)}.`;
    }
    case "environments": {
      const failed = report.failed > 0 ? `, ${report.failed} failed` : "";
      return `${formatCount(report.environments, "environment")}${failed}.`;
    }
    case "failure":
      return "failed.";
    case "changes":
      return summaryOf(report.complete);
  }
}

function followedBy(rest: string): string {
  return rest === "" ? "" : `, ${rest}`;
}

function countStatus(findings: readonly Finding[], status: FindingStatus): number {
  return findings.filter((finding) => statusOf(finding) === status).length;
}

const writeActions: readonly ChangeAction[] = ["create", "update", "rename", "complete", "replace", "delete"];

function planSummary(changes: readonly ChangeFinding[], unmanaged: number, errors = 0): string {
  const failure = errors > 0 ? [`failed, ${formatCount(errors, "error")}`] : [];
  const planned = joinCounts(writeActions.map((action) => [countStatus(changes, action), `to ${action}`]));
  const rest = joinCounts([
    [changes.filter(({ isImported }) => isImported).length, "to import"],
    [changes.filter(({ mute }) => mute?.hasEnded === false).length, "muted"],
    [changes.filter(({ mute }) => mute?.hasEnded === true).length, "with a mute that ended"],
    [changes.filter(({ ignored }) => ignored.length > 0).length, "with ignored attributes"],
    [unmanaged, "unmanaged"],
  ]);
  const inSync = `${countStatus(changes, "unchanged")} in sync`;
  const result = planned === "" && errors === 0 ? "No changes" : planned;
  return `${[...failure, result, inSync].filter(Boolean).join(". ")}${followedBy(rest)}.`;
}

function executionSummary(changes: readonly ChangeFinding[], isSettled: boolean): string {
  const results = changes.flatMap(({ outcome }) => outcome ?? []);
  const count = (outcome: ChangeFinding["outcome"]) => results.filter((one) => one === outcome).length;
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

function driftSummary({ findings, unmanaged }: ReportOf<"drift">): string {
  const rest = joinCounts([
    [countStatus(findings, "pending"), "pending"],
    [countStatus(findings, "mute ended"), "with a mute that ended"],
    [countStatus(findings, "hosts"), "with other hosts"],
    [countStatus(findings, "unknown"), "unknown"],
    [countStatus(findings, "no longer defined"), "no longer defined"],
    [unmanaged, "unmanaged"],
  ]);
  const inSync = `${countStatus(findings, "in-sync")} in sync`;
  return `${inSync}, ${countStatus(findings, "drifted")} drifted${followedBy(rest)}.`;
}

function backtestSummary(findings: readonly BacktestFinding[]): string {
  const known = findings.flatMap(({ backtest }) => backtest?.after?.firings ?? []);
  const firing = known.filter((firings) => firings > 0).length;
  const rest = joinCounts([
    [firing, "fired"],
    [known.length - firing, "did not fire"],
    [findings.length - known.length, "without a count of firings"],
  ]);
  return `${formatCount(findings.length, "alert")}${rest === "" ? "" : `: ${rest}`}.`;
}

function severityCounts({ errors = 0, warnings = 0 }: ChangeCounts = {}): string {
  return `${formatCount(errors, "error")}, ${formatCount(warnings, "warning")}`;
}

const drillStatuses = [
  ["planned", "to notify"],
  ["delivered", "delivered"],
  ["not confirmed", "not confirmed"],
  ["not asked", "not asked"],
  ["to delete", "to delete"],
  ["deleted", "deleted"],
  ["kept", "kept"],
] as const;

function drillSummary(findings: readonly Finding[]): string {
  const counts = joinCounts(
    drillStatuses.map(([status, label]) => [countStatus(findings, status), label] as const),
  );
  return `${counts === "" ? "nothing to do" : counts}.`;
}

function testSummary({ findings, coverage }: ReportOf<"test">): string {
  const counts = joinCounts([
    [countStatus(findings, "passed"), "passed"],
    [countStatus(findings, "failed"), "failed"],
  ]);
  if (coverage === undefined || findings.length === 0) return `${counts === "" ? "no tests" : counts}.`;
  const { alerts, fired, percent } = coverage;
  return `${counts}. ${fired} of ${formatCount(alerts, "alert")} ${fired === 1 ? "fires" : "fire"} in a test (${percent}%).`;
}

/** The result as a sentence for a heading. Undefined if the summary is one. */
export function verdictOf(report: Report): string | undefined {
  const errors = report.problems.filter(isError).length;
  if (report.kind === "environments") return environmentsVerdict(report);
  if (report.kind === "plan") {
    if (errors > 0) return `This plan cannot be applied: ${formatCount(errors, "error")}.`;
    return planVerdict(report.findings);
  }
  if (report.kind !== "drift") return undefined;
  return errors > 0
    ? `The comparison failed: ${formatCount(errors, "error")}.`
    : driftVerdict(report.findings);
}

/** For a reviewer, so that changes that end notifications are first: `Deletes 1 alert, disables 2 alerts.` */
function planVerdict(changes: readonly ChangeFinding[]): string {
  const verbs = ["delete", "replace", "disable", "update", "create"].flatMap((verb) => {
    const { length } = changes.filter((change) => verdictVerb(change) === verb);
    return length > 0 ? [`${verb}s ${formatCount(length, "alert")}`] : [];
  });
  if (verbs.length === 0) return `Changes nothing: ${formatCount(changes.length, "alert")} in sync.`;
  return `${capitalize(verbs.join(", "))}.`;
}

function verdictVerb(change: ChangeFinding): string {
  if (effectOf(change) !== "change") return change.action;
  return isDisabling(change) ? "disable" : "update";
}

/** Lists differences first: `2 alerts have drifted, 1 mute has ended, 1 alert has no definition.` */
function driftVerdict(findings: ReportOf<"drift">["findings"]): string {
  const refused = findings.filter(({ kind, severity }) => kind === "unmanaged" && severity === "error");
  const undefinedNow = countStatus(findings, "no longer defined");
  const counts: readonly (readonly [count: number, noun: string, predicate: string])[] = [
    [countStatus(findings, "drifted"), "alert", "drifted"],
    [countStatus(findings, "mute ended"), "mute", "ended"],
    [countStatus(findings, "hosts"), "alert", "other hosts"],
    [countStatus(findings, "unknown"), "alert", "an unknown state"],
    [refused.length, "alert", "no definition"],
  ];
  const differences = counts.flatMap(([count, noun, predicate]) =>
    count === 0 ? [] : [`${formatCount(count, noun)} ${count === 1 ? "has" : "have"} ${predicate}`],
  );
  if (undefinedNow > 0)
    differences.push(
      `${formatCount(undefinedNow, "alert")} ${undefinedNow === 1 ? "is" : "are"} no longer defined`,
    );
  if (differences.length > 0) return `${differences.join(", ")}.`;
  const pending = joinCounts([[countStatus(findings, "pending"), "pending"]]);
  return `No alert has drifted: ${countStatus(findings, "in-sync")} in sync${followedBy(pending)}.`;
}

/** Undefined if no environment has counts. */
function environmentsVerdict(report: ReportOf<"environments">): string | undefined {
  const { environments, failed, sections } = report;
  const counts = sections.flatMap((section) =>
    section.environments.flatMap(() => countsOf(section.report) ?? []),
  );
  if (counts.length === 0) return undefined;
  const isPlan = sections.some(({ report }) => report.kind === "plan");
  const sum = (key: keyof ChangeCounts) => counts.reduce((total, { [key]: count = 0 }) => total + count, 0);
  const parts = joinCounts([
    [sum("deleted"), isPlan ? "to delete" : "deleted"],
    [sum("changed"), isPlan ? "to change" : "changed"],
    [sum("created"), isPlan ? "to create" : "created"],
    [sum("drifted"), "drifted or unknown"],
    [sum("failed"), "failed"],
  ]);
  const failure = failed === 0 ? "" : `${failed} of ${formatCount(environments, "environment")} failed. `;
  const subject = `Alerts in ${formatCount(counts.length, "environment")}`;
  const isAudit = sections.some(({ report }) => report.kind === "audit");
  const changes = parts === "" ? "no changes" : parts;
  return `${failure}${subject}: ${isAudit ? severityCounts({ errors: sum("errors"), warnings: sum("warnings") }) : changes}.`;
}
