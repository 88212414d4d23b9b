/** An apply, as it ended: what was done and what was not, change by change. */
import { isError } from "../../diagnostics";
import { type ApplyDocument } from "../documents/apply-document";
import { entryOf, planReport } from "./plan-report";
import { joinCounts, type Entry, type Report } from "./report";

type Result = ApplyDocument["results"][number];

const pasts: Readonly<Record<Result["action"], string>> = {
  create: "was created",
  update: "was updated",
  rename: "was renamed",
  complete: "got its configuration",
  replace: "was replaced",
  delete: "was deleted",
};

export function applyReport({ plan, results, problems }: ApplyDocument, hasWaited: boolean): Report {
  const byName = new Map(results.map((result) => [result.name, result]));
  return {
    title: "Apply",
    summary:
      results.length === 0
        ? `nothing was written. ${planReport(plan).summary}`
        : summaryOf(results, hasWaited),
    entries: plan.changes.map((change) => {
      const planned = entryOf(change, plan.names);
      const result = byName.get(change.name);
      return result === undefined ? planned : ended(planned, result);
    }),
    problems: [...plan.problems, ...problems],
  };
}

function ended(planned: Entry, result: Result): Entry {
  const id = result.id === undefined ? "" : ` (id ${result.id})`;
  switch (result.outcome) {
    case "done":
      return { ...planned, says: `${pasts[result.action]}${id}`, problems: result.problems };
    case "failed": {
      const weight = result.problems.some(isError) ? "error" : planned.weight;
      return {
        ...planned,
        label: "!",
        says: `failed to ${result.action}`,
        weight,
        problems: result.problems,
      };
    }
    case "not-begun":
      return { ...planned, label: "?", says: "was not begun", weight: "warning", problems: result.problems };
  }
}

function summaryOf(results: readonly Result[], hasWaited: boolean): string {
  const count = (outcome: Result["outcome"]) => results.filter((one) => one.outcome === outcome).length;
  const rest = joinCounts([
    [count("failed"), "failed"],
    [count("not-begun"), "not begun"],
  ]);
  const effect = count("done") > 0 && !hasWaited ? " They take effect within a minute." : "";
  const next = count("not-begun") > 0 ? " What was not begun is in the next plan." : "";
  return `${count("done")} of ${results.length} changes made${rest === "" ? "" : `, ${rest}`}.${effect}${next}`;
}
