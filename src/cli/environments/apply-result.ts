/** What an apply did, as a document and as a report. */
import { isError, type Problem } from "../../diagnostics";
import { type ChangeResult } from "../../engine";
import { type PlanDocument, readOrigin, writeOrigin } from "../../plan-document";
import { type ChangeFinding, type ReportOf } from "../../reports";
import { type ApplyDocument } from "../inputs/apply-document";

export function writeApply(
  plan: PlanDocument,
  results: readonly ChangeResult[],
  problems: readonly Problem[],
): ApplyDocument {
  return {
    ...writeOrigin(readOrigin(plan)),
    plan,
    results: results.map(({ name, action, outcome, written, problems: own }) => ({
      name,
      action,
      outcome,
      ...(written === undefined ? {} : { id: written.id, written_at: new Date(written.at).toISOString() }),
      problems: [...own],
    })),
    problems: [...problems],
  };
}

type WrittenResult = ApplyDocument["results"][number];

export function applyReport(
  planned: ReportOf<"plan">,
  { results, problems }: Pick<ApplyDocument, "results" | "problems">,
  title: string,
  execution: ReportOf<"apply">["execution"],
): ReportOf<"apply"> {
  const { routes: _, history: __, exceptions: ___, notes: ____, ...plan } = planned;
  const resultsByName = new Map(results.map((result) => [result.name, result]));
  return {
    ...plan,
    kind: "apply",
    title,
    execution: results.length === 0 ? undefined : execution,
    findings: plan.findings.map((finding) => {
      const result = resultsByName.get(finding.name);
      return result === undefined ? finding : { ...finding, ...resultFacts(finding, result) };
    }),
    problems: [...plan.problems, ...problems],
  };
}

function resultFacts(planned: ChangeFinding, { action, id, outcome, problems }: WrittenResult) {
  switch (outcome) {
    case "done": {
      const written =
        id === undefined ? undefined : { id, replacedId: action === "replace" ? planned.id : undefined };
      // Another run may have created an alert that this one was to create.
      const fields = action === planned.action ? planned.fields : [];
      return { outcome, problems, action, fields, id: id ?? planned.id, written };
    }
    case "failed":
      return { outcome, problems, severity: problems.some(isError) ? ("error" as const) : planned.severity };
    case "skipped":
      return { outcome, problems, severity: "warning" as const };
  }
}
