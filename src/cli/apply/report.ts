/** Builds the report of an apply or a destroy: the plan with the outcome of each change. */
import { isError } from "../../diagnostics";
import { type ApplyDocument } from "./document";
import { countActions, originOf, planReport } from "../shared/plan/plan-report";
import { type ChangeEntry, joinCounts, type Report } from "../shared/report/report";

type Result = ApplyDocument["results"][number];

interface ApplyReportOptions {
  readonly title: string;
  /** From the approval to the end, in milliseconds. */
  readonly executionMs: number;
  /** Whether the command has waited for the propagation window. */
  readonly isSettled: boolean;
  /** In Unix milliseconds, for the rest of mutes. */
  readonly now: number;
}

export function applyReport(
  { plan, results, problems }: ApplyDocument,
  { title, executionMs, isSettled, now }: ApplyReportOptions,
): Report {
  const resultsByName = new Map(results.map((result) => [result.name, result]));
  const { summary, entries, destinationEffects } = planReport(plan, now);
  return {
    ...originOf(plan),
    title,
    summary: results.length === 0 ? `Nothing was written. ${summary}` : summaryOf(results, isSettled),
    ...(results.length === 0 ? {} : { executionMs }),
    destinationEffects,
    entries: entries.map((entry) => {
      const result = resultsByName.get(entry.name);
      return result === undefined ? entry : { ...entry, ...resultFacts(entry, result) };
    }),
    problems: [...plan.problems, ...problems],
    counts: {
      ...countActions(results.flatMap(({ action, outcome }) => (outcome === "done" ? [action] : []))),
      failed: results.filter(({ outcome }) => outcome === "failed").length,
    },
  };
}

function resultFacts(planned: ChangeEntry, { action, id, outcome, problems }: Result) {
  switch (outcome) {
    case "done": {
      const written =
        id === undefined ? undefined : { id, replacedId: action === "replace" ? planned.id : undefined };
      return { outcome, problems, id: id ?? planned.id, written };
    }
    case "failed":
      return { outcome, problems, severity: problems.some(isError) ? ("error" as const) : planned.severity };
    case "skipped":
      return { outcome, problems, severity: "warning" as const };
  }
}

function summaryOf(results: readonly Result[], isSettled: boolean): string {
  const count = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  const rest = joinCounts([
    [count("failed"), "failed"],
    [count("skipped"), "not started"],
  ]);
  return [
    `${count("done")} of ${results.length} changes applied${rest === "" ? "" : `, ${rest}`}.`,
    ...(count("done") > 0 && !isSettled ? ["Changes take effect within a minute."] : []),
    ...(count("skipped") > 0 ? ["The next plan includes the changes that were not started."] : []),
  ].join(" ");
}
