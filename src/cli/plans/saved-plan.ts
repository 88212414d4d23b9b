/** A plan that is kept in a file, for an apply that carries out just what was looked at. */
import { readFileSync, writeFileSync } from "node:fs";
import { ProblemError } from "../../diagnostics";
import { type PlanDocument, readPlan, writePlan } from "../../reconcile";

/** @throws ProblemError where the file cannot be written */
export function savePlan(file: string, document: PlanDocument): void {
  try {
    writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`);
  } catch (error) {
    throw ProblemError.of(`The plan cannot be kept: ${reasonOf(error)}.`, {
      where: { file },
      remedy: "Name a file in a folder that you may write to.",
    });
  }
}

/** @throws ProblemError where the file holds no plan, or one that was changed by hand */
export function readSavedPlan(file: string): ReturnType<typeof readPlan> {
  const value = readJson(file);
  try {
    return readPlan(value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((problem) => ({ ...problem, where: { file } })));
  }
}

/** The same, to be shown. */
export function readSavedDocument(file: string): PlanDocument {
  const plan = readSavedPlan(file);
  return writePlan(plan, plan);
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw ProblemError.of(`The plan cannot be read: ${reasonOf(error)}.`, {
      where: { file },
      remedy: "Name a file that dbmon plan --out has written.",
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
