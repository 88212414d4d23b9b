/** The sentences of a whole report, for all renderers: one line for each kind of result, and a verdict for headings. */
import { isError } from "../../diagnostics";
import { capitalize, effectOf, joinCounts, pluralize, type ChangeCounts, type ChangeEntry, type Entry, type EntryStatus, type Report, type ReportResult } from "../model/report";
import { isChange } from "./words";
import { type ChangeAction } from "../../reconcile";

/** The result in one line, which follows the title: `2 to create. 3 in sync.` */
export function summaryOf({ complete, entries, result }: Report): string {
  if (complete !== undefined) return summaryOf(complete);
  switch (result.kind) {
    case "plan":
      return planSummary(entries, result.unmanaged);
    case "apply":
      if (result.execution === undefined)
        return `Nothing was written. ${planSummary(entries, result.unmanaged)}`;
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

const writeActions: readonly ChangeAction[] = ["create", "update", "rename", "complete", "replace", "delete"];

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
  if (result.kind === "environments")
    return result.counts.length === 0 ? undefined : environmentsVerdict(result);
  if (result.kind === "plan") {
    if (errors > 0) return `This plan cannot be applied: ${pluralize(errors, "error")}.`;
    return planVerdict(entries.filter(isChange));
  }
  if (result.kind !== "drift") return undefined;
  return errors > 0 ? `The comparison failed: ${pluralize(errors, "error")}.` : driftVerdict(entries);
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
