import { type Problem } from "../../diagnostics";
import { type ChangeResult } from "../../engine";
import { type PlanDocument, readOrigin, writeOrigin } from "../../plan-document";
import { type ApplyDocument } from "../inputs/apply-document";

export function writeApply(
  plan: PlanDocument,
  results: readonly ChangeResult[],
  problems: readonly Problem[],
): ApplyDocument {
  return {
    version: 1,
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
