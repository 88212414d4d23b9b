/**
 * Temporary alerts. Each is created exactly once, and removed in every end of a run except a kill. A killed run leaves at most one, which later
 * runs recognize by its form: its name, and the category of its name, or no configuration.
 */
import { randomBytes } from "node:crypto";
import { ServiceError } from "../../client";
import { errorOf, type Problem, ProblemError, quote, warningOf } from "../../diagnostics";
import { type DesiredAlert } from "../../reconcile";
import { type Alert, allHosts, formatTimestamp, isSupported, type ListedAlert } from "../../service";
import { createAlert, ExistingAlertError } from "../alerts/create-alert";
import { pollIntervalMs, reasonOf, UnknownOutcomeError } from "../alerts/post-once";
import { deleteAlert } from "../alerts/write-alert";
import { type RunControl } from "../run-control";
import { type EnvironmentSession } from "../session";

export interface TemporaryName {
  /** Four hexadecimal digits. */
  readonly key: string;
  /** `dbmon drill 2090-11-26T08:20Z 4f81`. */
  readonly name: string;
  /** `dbmon-drill-4f81`. */
  readonly category: string;
}

/** A live alert that has the form of a temporary one. */
export interface TemporaryAlert {
  readonly alert: Alert;
  /** Unix milliseconds, without seconds. */
  readonly createdAt: number;
}

const form = /^dbmon drill (\d{4}-\d\d-\d\dT\d\d:\d\d)Z ([0-9a-f]{4})$/;

/** @param now Unix milliseconds */
export function createTemporaryName(now: number): TemporaryName {
  const key = randomBytes(2).toString("hex");
  const time = formatTimestamp(now).slice(0, "2090-11-26T08:20".length);
  return { key, name: `dbmon drill ${time}Z ${key}`, category: temporaryCategory(key) };
}

export function temporaryCategory(key: string): string {
  return `dbmon-drill-${key}`;
}

/** Reads the configuration of each alert that has such a name. @param before only alerts with lower IDs */
export async function findTemporaryAlerts(
  { live }: EnvironmentSession,
  before = Infinity,
): Promise<TemporaryAlert[]> {
  const found: TemporaryAlert[] = [];
  for (const alert of await live.alerts()) {
    const [, time = "", key = ""] = form.exec(alert.name) ?? [];
    if (key === "" || alert.id >= before || !isSupported(alert) || alert.kind !== "event") continue;
    const condition = (await live.withConfig(alert)).config?.condition;
    const categories = condition?.kind === "event" ? condition.categories : undefined;
    if (categories !== undefined && categories.join("\n") !== temporaryCategory(key)) continue;
    found.push({ alert, createdAt: Date.parse(`${time}:00Z`) });
  }
  return found;
}

const reported = new WeakSet<RunControl>();

/** The live alerts without temporary ones, of which a run reports each once. */
export async function listLastingAlerts(
  session: EnvironmentSession,
  report = (problem: Problem) => {
    session.run.report({ type: "temporary-alert-ignored", problem });
  },
): Promise<readonly ListedAlert[]> {
  const { live, run } = session;
  const temporary = await findTemporaryAlerts(session);
  if (!reported.has(run)) temporary.map(describeTemporary).forEach(report);
  if (temporary.length > 0) reported.add(run);
  const ids = new Set(temporary.map(({ alert }) => alert.id));
  return (await live.alerts()).filter(({ id }) => !ids.has(id));
}

function describeTemporary({ alert: { id, name } }: TemporaryAlert): Problem {
  const what = `The alert (id ${id}) belongs to a fire drill, which is running or was killed. It is ignored.`;
  return warningOf("drill-failed", what, {
    where: { subject: name },
    remedy: "If the drill was killed, delete the alert with dbmon drill --clean.",
  });
}

/** Deletes the alert, unless it was changed to another form since it was found. @returns whether it did */
export async function removeTemporaryAlert(
  session: EnvironmentSession,
  { alert: { id } }: TemporaryAlert,
): Promise<boolean> {
  session.live.invalidate();
  if (!(await findTemporaryAlerts(session)).some(({ alert }) => alert.id === id)) return false;
  await deleteAlert(session, id);
  return true;
}

/** Creates the alert for all hosts, which fires on events of its category, and removes it in the end. Writes must not be canceled. */
export async function withTemporaryAlert<T>(
  session: EnvironmentSession,
  { name, category }: TemporaryName,
  settings: Pick<DesiredAlert, "annotations" | "policy" | "destinations">,
  use: (id: number) => Promise<T>,
): Promise<T> {
  const condition = { kind: "event", categories: [category] } as const;
  const desired = { ...settings, ...allHosts, name, disabled: false, condition };
  let id: number | undefined;
  let failure: unknown;
  try {
    ({ id } = await createAlert(session, desired, "none"));
    return await use(id);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // An alert that existed before is not that of this run.
    if (!(failure instanceof ExistingAlertError)) await removeOwn(session, name, id, failure);
  }
}

/** @param id undefined if the creation failed. Its alert may exist, and nobody else's has this name */
async function removeOwn(
  session: EnvironmentSession,
  name: string,
  id: number | undefined,
  failure: unknown,
): Promise<void> {
  try {
    const existing = id ?? (await findOwn(session, name, failure instanceof UnknownOutcomeError));
    if (existing !== undefined) await deleteAlert(session, existing);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const state = id === undefined ? "may exist, and was not found" : `(id ${id}) could not be deleted`;
    const what = `The temporary alert ${quote(name)} ${state}: ${reasonOf(error)}`;
    const problem: Problem = errorOf("drill-failed", what, { remedy: "Delete it with dbmon drill --clean." });
    throw new ProblemError([...(failure instanceof ProblemError ? failure.problems : []), problem], {
      cause: failure ?? error,
    });
  }
}

/** @param isUnknown whether the alert may have been created although no list has shown it. Then a list must be fresh to prove that it was not */
async function findOwn(
  { live, run }: EnvironmentSession,
  name: string,
  isUnknown: boolean,
): Promise<number | undefined> {
  const until = run.clock.now() + (isUnknown ? run.propagationWindowMs : 0);
  if (isUnknown) run.report({ type: "looking-for-alert", reason: "response-lost", name, until });
  for (;;) {
    const remainingMs = until - run.clock.now();
    const found = await live.refetchByName(name).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || remainingMs <= 0) throw error;
      return undefined;
    });
    if (found !== undefined || remainingMs <= 0) return found?.id;
    await run.clock.sleep(Math.min(remainingMs, pollIntervalMs));
  }
}
