/** Saved plans: files that `dbmon plan --out` writes, and that `dbmon apply --plan` and `dbmon show` read. */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { errorMessage, ProblemError, toSafeLine } from "../../diagnostics";
import { type PlanDocument, type PlanOrigin, readPlan } from "../../plan-document";
import { formatPlanned } from "../../reports";
import { version } from "../distribution/distribution";
import { type CliContext } from "../framework/context";
import { environmentNameOf } from "../framework/target";
import { type PlacedAlert, placesOf } from "./definitions";
import { type OpenSession } from "./session";

export type SavedPlan = ReturnType<typeof readPlan>;

/** Saves the plan of one environment, or of several. */
export function savePlan(file: string, document: unknown): void {
  try {
    writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`);
  } catch (error) {
    throw ProblemError.of(`The plan cannot be saved: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a writable folder.",
    });
  }
}

export function parseSavedPlan(value: unknown, file: string): SavedPlan {
  try {
    return readPlan(value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((problem) => ({ ...problem, where: { file } })));
  }
}

const plansSchema = z.object({ version: z.literal(1), environments: z.record(z.string(), z.unknown()) });

/** The content of a file: the plan of one environment, or plans by environment. */
export interface SavedPlanFile {
  readonly plan: unknown;
  /** Undefined if the file holds the plan of one environment. */
  readonly environments: Readonly<Record<string, unknown>> | undefined;
}

export function readPlanFile(file: string): SavedPlanFile {
  const plan = readJson(file);
  return { plan, environments: plansSchema.safeParse(plan).data?.environments };
}

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

/** The origin of a new plan. */
export function originOfNewPlan(
  context: CliContext,
  { session, baseUrl }: OpenSession,
  alerts: readonly PlacedAlert[],
): PlanOrigin {
  const environment = environmentNameOf(context);
  return {
    baseUrl,
    ...(environment === undefined ? {} : { environment }),
    plannedAt: Math.floor(session.run.clock.now() / 1000) * 1000,
    version,
    places: placesOf(alerts),
  };
}

/** Prints when saved plans were made, and by which version. */
export function reportPlanned({ err }: Pick<CliContext, "err">, documents: readonly PlanDocument[]): void {
  const times = new Set(documents.flatMap((document) => formatPlanned(document) ?? []));
  for (const planned of times) err(`The plan was made at ${toSafeLine(planned)}.`);
}
