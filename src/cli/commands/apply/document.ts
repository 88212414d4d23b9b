import { type Problem } from "../../../diagnostics";
import { type ChangeResult } from "../../../engine";
import { type PlanDocument } from "../../../plan-document";
import { type ApplyDocument } from "../../inputs/apply-document";

export function writeApply(
  plan: PlanDocument,
  results: readonly ChangeResult[],
  problems: readonly Problem[],
): ApplyDocument {
  return {
    version: 1,
    ...(plan.base_url === undefined ? {} : { base_url: plan.base_url }),
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
