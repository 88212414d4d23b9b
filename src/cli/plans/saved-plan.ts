/** Saved plans: files that `dbmon plan --out` writes, and that `dbmon apply --plan` and `dbmon show` read. */
import { readFileSync, writeFileSync } from "node:fs";
import { errorMessage, ProblemError } from "../../diagnostics";
import { type ExecutablePlan, type PlanOrigin, readPlan, writePlan } from "../../reconcile";

export type SavedPlan = ReturnType<typeof readPlan>;

/** @throws ProblemError if the file cannot be written */
export function savePlan(file: string, plan: ExecutablePlan, origin: PlanOrigin): void {
  try {
    writeFileSync(file, `${JSON.stringify(writePlan(plan, origin), undefined, 2)}\n`);
  } catch (error) {
    throw ProblemError.of(`The plan cannot be saved: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a writable folder.",
    });
  }
}

/** @throws ProblemError if the file is not a plan, or if the plan was edited */
export function readSavedPlan(file: string): SavedPlan {
  const value = readJson(file);
  try {
    return readPlan(value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((problem) => ({ ...problem, where: { file } })));
  }
}

/** @returns undefined if the text is not JSON, which {@link readPlan} reports */
function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw ProblemError.of(`The plan cannot be read: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a file that dbmon plan --out has written.",
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
