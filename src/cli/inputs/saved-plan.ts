/** Saved plans: files that `dbmon plan --out` writes, and that `dbmon apply --plan` and `dbmon show` read. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as z from "zod";
import {
  errorMessage,
  errorOf,
  JsonLimitError,
  parseJson,
  type Problem,
  ProblemError,
  quote,
  toSafeLine,
} from "../../diagnostics";
import { version } from "../../distribution";
import { type EnvironmentSession } from "../../engine";
import {
  formatOrigin,
  type PlanDocument,
  type PlanOrigin,
  readPlan,
  type RunOrigin,
} from "../../plan-document";
import { formatPlanned } from "../../reports";
import { type CliContext } from "../framework/context";
import { type EnvironmentResult } from "../framework/environment-command";
import { writeFile } from "../framework/files";
import { documentText, environmentsDocument } from "../terminal/output";
import { type PlacedAlert, placesOf } from "./definitions";
import { type OpenSession } from "./session";

export type SavedPlan = ReturnType<typeof readPlan>;

/** Saves what `dbmon plan --json` prints. */
export function savePlan(context: CliContext, file: string, results: readonly EnvironmentResult[]): void {
  const [first] = results;
  const document = first?.environment === "" ? first.document : environmentsDocument(results);
  const status = results.some((one) => one.status === "changes") ? "changes" : "done";
  writeFile(file, `${documentText(context, document, status)}\n`);
}

export function parseSavedPlan(value: unknown, file: string): SavedPlan {
  try {
    return readPlan(value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((problem) => ({ ...problem, where: { file } })));
  }
}

const plansSchema = z.object({ dbmon: z.literal(1), environments: z.record(z.string(), z.unknown()) });

/** The content of a file: the plan of one environment, or plans by environment. */
export interface SavedPlanFile {
  readonly text: string;
  readonly plan: unknown;
  /** Undefined if the file holds the plan of one environment. */
  readonly environments: Readonly<Record<string, unknown>> | undefined;
}

export function readPlanFile(file: string): SavedPlanFile {
  try {
    const text = readFileSync(file, "utf8");
    const plan = parseJson(text, file);
    return { text, plan, environments: plansSchema.safeParse(plan).data?.environments };
  } catch (error) {
    if (error instanceof JsonLimitError) throw error;
    throw ProblemError.of("plan-invalid", `The plan cannot be read: ${errorMessage(error)}.`, {
      where: { file },
      remedy: "Choose a file that dbmon plan --out has written.",
    });
  }
}

export function originOfNewPlan(
  { session, origin }: OpenSession,
  known: Pick<PlanOrigin, "held" | "definitions">,
  alerts: readonly PlacedAlert[],
): PlanOrigin {
  return {
    ...origin,
    ...known,
    plannedAt: Math.floor(session.run.clock.now() / 1000) * 1000,
    version,
    places: placesOf(alerts),
  };
}

/** More do not recognize an environment better. */
const maxHeld = 500;

/** Hashes of the ids and names of alerts, destinations and hosts. Policies and durations are often the same everywhere. */
async function hashAllObjects({ live, catalog }: EnvironmentSession): Promise<readonly string[]> {
  const lists = await Promise.all([live.alerts(), catalog.destinations(), catalog.hosts()]);
  return lists
    .flatMap((list, kind) => list.map(({ id, name = "" }) => JSON.stringify([kind, id, name])))
    .map((text) => createHash("sha256").update(text).digest("hex").slice(0, 12))
    .sort();
}

/** What recognizes the environment later, although some of it changes. The lowest hashes are a sample. */
export async function hashHeldObjects(session: EnvironmentSession): Promise<readonly string[]> {
  return (await hashAllObjects(session)).slice(0, maxHeld);
}

/** Whether the address or the name differs. A run without a name can be in any environment of the address. */
export function isOtherOrigin(plan: RunOrigin, { baseUrl, environment }: RunOrigin): boolean {
  return plan.baseUrl !== baseUrl || (plan.environment ?? environment) !== (environment ?? plan.environment);
}

/** Why the plan was not made for this environment. Environments with the same content cannot be distinguished. */
export async function findOtherEnvironment(
  { session, origin }: OpenSession,
  plan: SavedPlan,
  file: string,
): Promise<Problem | undefined> {
  const { baseUrl, held } = plan;
  if (baseUrl === undefined || held === undefined) {
    const what = "The plan does not recognize its environment: an older version or --json wrote it.";
    throw ProblemError.of("plan-invalid", what, {
      where: { file },
      remedy: "Create a new plan with dbmon plan --out.",
    });
  }
  const refuse = (what: string, remedy: string): Problem => {
    const planned = `The plan was made for ${quote(formatOrigin({ ...plan, baseUrl }))}`;
    return errorOf("environment-differs", `${planned}, ${what}.`, { where: { file }, remedy });
  };
  if (isOtherOrigin(plan, origin)) {
    const remedy = "Apply it to its environment, or create a new plan.";
    return refuse(`and not for ${quote(formatOrigin(origin))}`, remedy);
  }
  const current = new Set(await hashAllObjects(session));
  const kept = held.filter((hash) => current.has(hash)).length;
  if (2 * kept >= held.length) return undefined;
  const counts = `${kept} of ${held.length} alerts, destinations and hosts of that environment exist`;
  return refuse(
    `but the token selects another one: ${counts}`,
    "Set the token of that environment, or create a new plan.",
  );
}

/** Prints when saved plans were made, and by which version. */
export function reportPlanned({ err }: Pick<CliContext, "err">, documents: readonly PlanDocument[]): void {
  const times = new Set(documents.flatMap((document) => formatPlanned(document) ?? []));
  for (const planned of times) err(`The plan was made at ${toSafeLine(planned)}.`);
}
