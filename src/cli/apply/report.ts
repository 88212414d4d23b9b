/** Builds the report of an apply or a destroy: the plan with the outcome of each change. */
import { isError } from "../../diagnostics";
import { type ApplyDocument } from "./document";
import { destinationEffects } from "../shared/report/destination-effects";
import {
  changeDetail,
  changeEntry,
  countActions,
  describeMuteOf,
  originOf,
  planReport,
} from "../shared/plan/plan-report";
import { type Entry, joinCounts, type Report } from "../shared/report/report";

type Result = ApplyDocument["results"][number];

const participles: Readonly<Record<Result["action"], string>> = {
  create: "created",
  update: "updated",
  rename: "renamed",
  complete: "completed",
  replace: "replaced",
  delete: "deleted",
};

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
  return {
    title,
    summary:
      results.length === 0
        ? `Nothing was written. ${planReport(plan, now).summary}`
        : summaryOf(results, isSettled),
    ...(results.length === 0 ? {} : { executionMs }),
    ...originOf(plan),
    destinationEffects: () => destinationEffects(plan),
    entries: plan.changes.map((change) => {
      const planned = { ...changeEntry(change, plan.names, now), detail: () => changeDetail(change, plan) };
      const result = resultsByName.get(change.name);
      if (result === undefined) return planned;
      return { ...resultEntry(planned, result, describeMuteOf(change, now)), outcome: result.outcome };
    }),
    problems: [...plan.problems, ...problems],
    counts: {
      ...countActions(results.flatMap(({ action, outcome }) => (outcome === "done" ? [action] : []))),
      failed: results.filter(({ outcome }) => outcome === "failed").length,
    },
  };
}

function resultEntry(planned: Entry, { action, id, outcome, problems }: Result, mute: string): Entry {
  switch (outcome) {
    case "done": {
      const replaced = action === "replace" && planned.id !== undefined ? `${planned.id} -> ` : "";
      const suffix = id === undefined ? "" : ` (id ${replaced}${id})`;
      const description = `was ${participles[action]}${suffix}${mute}`;
      return { ...planned, ...(id === undefined ? {} : { id }), description, problems };
    }
    case "failed": {
      const severity = problems.some(isError) ? "error" : planned.severity;
      const description = `could not be ${participles[action]}`;
      return { ...planned, description, severity, problems };
    }
    case "skipped":
      return { ...planned, description: "was not started", severity: "warning", problems };
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
