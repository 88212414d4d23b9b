import { isError } from "../../../diagnostics";
import { type ChangeEntry, originOf, planReport, type Report } from "../../../reports";
import { type ApplyDocument } from "../../inputs/apply-document";

type Result = ApplyDocument["results"][number];

interface ApplyReportOptions {
  readonly title: string;
  /** From the approval to the end, in milliseconds. */
  readonly durationMs: number;
  /** Whether the command has waited for the propagation window. */
  readonly isSettled: boolean;
  /** In Unix milliseconds, for the rest of mutes. */
  readonly now: number;
}

export function applyReport(
  { plan, results, problems }: ApplyDocument,
  { title, durationMs, isSettled, now }: ApplyReportOptions,
): Report {
  const resultsByName = new Map(results.map((result) => [result.name, result]));
  const { entries, destinationEffects } = planReport(plan, now);
  return {
    ...originOf(plan),
    title,
    result: {
      kind: "apply",
      unmanaged: plan.unmanaged.length,
      ...(results.length === 0 ? {} : { execution: { durationMs, isSettled } }),
    },
    destinationEffects,
    entries: entries.map((entry) => {
      const result = resultsByName.get(entry.name);
      return result === undefined ? entry : { ...entry, ...resultFacts(entry, result) };
    }),
    problems: [...plan.problems, ...problems],
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
