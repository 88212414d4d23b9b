/** Saved plans: files that `dbmon plan --out` writes, and that `dbmon apply --plan` and `dbmon show` read. */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { errorMessage, ProblemError } from "../../../diagnostics";
import { type ExecutablePlan } from "../../../reconcile";
import { type PlanDocument, type PlanOrigin, readPlan, writePlan } from "../../../plan-document";

export type SavedPlan = ReturnType<typeof readPlan>;

/** @throws ProblemError if the file cannot be written */
export function savePlan(file: string, plan: ExecutablePlan, origin: PlanOrigin): void {
  writePlanFile(file, writePlan(plan, origin));
}

function writePlanFile(file: string, document: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`);
  } catch (error) {
    throw ProblemError.of(`The plan cannot be saved: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a writable folder.",
    });
  }
}

/** @throws ProblemError if the file is not a plan, or if the plan was edited */
export function readSavedPlan(file: string): SavedPlan {
  return parseSavedPlan(readJson(file), file);
}

/** @param file for problems @throws ProblemError if the value is not a plan, or if the plan was edited */
export function parseSavedPlan(value: unknown, file: string): SavedPlan {
  try {
    return readPlan(value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((problem) => ({ ...problem, where: { file } })));
  }
}

const plansSchema = z.object({ version: z.literal(1), environments: z.record(z.string(), z.unknown()) });

/** Saves the plans of several environments in one file. @throws ProblemError if the file cannot be written */
export function savePlans(file: string, plans: Readonly<Record<string, PlanDocument>>): void {
  writePlanFile(file, { version: 1, environments: plans });
}

/** The plans by environment. Undefined if the file holds the plan of one environment. @throws ProblemError if it cannot be read */
export function readSavedPlans(file: string): Readonly<Record<string, unknown>> | undefined {
  return plansSchema.safeParse(readJson(file)).data?.environments;
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
