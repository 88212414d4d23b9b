/** Carries a plan out: so many changes at a time, on past failures, with a report that is true in the end. */
import { UnauthorizedError, UnreachableError } from "../client";
import { type Problem, ProblemError } from "../diagnostics";
import {
  type Action,
  type Change,
  compare,
  type DesiredAlert,
  isInSync,
  isSameLive,
  type LiveAlert,
  nameOf,
  type Plan,
} from "../reconcile";
import { createAlert } from "./create-alert";
import { deleteAlert } from "./delete-alert";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

export interface ExecutionOptions {
  /** How many changes are under way at once. Default 8. */
  readonly parallelism?: number;
  /** Once aborted, no further change is begun; those under way are finished. */
  readonly signal?: AbortSignal;
}

export interface ChangeResult {
  readonly name: string;
  readonly action: Action;
  /** `not-begun`: the run was interrupted before it, or met what would meet every change. */
  readonly outcome: "done" | "failed" | "not-begun";
  readonly problems: readonly Problem[];
}

export interface Report {
  /** In the order of the plan. */
  readonly results: readonly ChangeResult[];
}

const defaultParallelism = 8;

export async function executePlan(
  session: EnvironmentSession,
  plan: Plan,
  options: ExecutionOptions = {},
): Promise<Report> {
  const changes = plan.changes.filter((change) => change.action !== "unchanged");
  const results = new Map<Change, ChangeResult>();
  const queue = [...changes];
  const worker = async (): Promise<void> => {
    for (let change = queue.shift(); change !== undefined; change = queue.shift()) {
      if (options.signal?.aborted === true) return;
      session.report({ type: "change-started", name: nameOf(change), action: change.action });
      const { meetsEveryChange, ...result } = await carryOut(session, change);
      results.set(change, result);
      if (meetsEveryChange) queue.length = 0;
      session.report({
        type: "change-finished",
        name: result.name,
        action: result.action,
        problems: result.problems,
        finished: results.size,
        total: changes.length,
      });
    }
  };
  // The list that the changes are compared with is begun after approval.
  session.forgetList();
  const workers = Array.from({ length: options.parallelism ?? defaultParallelism }, worker);
  // A bug in one of them must not cut the others off between two steps.
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return {
    results: changes.map(
      (change) =>
        results.get(change) ?? {
          name: nameOf(change),
          action: change.action,
          outcome: "not-begun",
          problems: [],
        },
    ),
  };
}

/** @returns with the result, whether what went wrong would meet every further change too */
async function carryOut(
  session: EnvironmentSession,
  change: Change,
): Promise<ChangeResult & { readonly meetsEveryChange: boolean }> {
  const name = nameOf(change);
  try {
    await write(session, change);
    return { name, action: change.action, outcome: "done", problems: [], meetsEveryChange: false };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problems = error.problems.map((problem) => ({
      ...problem,
      where: { subject: name, ...problem.where },
    }));
    const meetsEveryChange = error instanceof UnreachableError || error instanceof UnauthorizedError;
    return { name, action: change.action, outcome: "failed", problems, meetsEveryChange };
  }
}

async function write(session: EnvironmentSession, change: Change): Promise<void> {
  switch (change.action) {
    case "unchanged":
      return;
    case "create":
      await createAlert(session, change.desired);
      return;
    case "update":
    case "complete":
      await updateAlert(session, await lookOnceMore(session, change.live, change.desired), change.desired);
      return;
    case "replace":
      await lookOnceMore(session, { alert: change.live.alert, config: undefined });
      await deleteAlert(session, change.live.alert.id);
      await createInPlaceOf(session, change.live.alert.id, change.desired);
      return;
    case "delete":
      await lookOnceMore(session, { alert: change.live, config: undefined });
      await deleteAlert(session, change.live.id);
      return;
  }
}

/** The second half of a replacement: names are unique, so the old alert had to go first. */
async function createInPlaceOf(
  session: EnvironmentSession,
  id: number,
  desired: DesiredAlert,
): Promise<void> {
  try {
    await createAlert(session, desired);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const deleted: Problem = {
      severity: "error",
      what: `The alert (id ${id}) was deleted to be replaced, and its replacement could not be created.`,
      where: { subject: desired.name },
      remedy: "Correct what is said below, and run again: the next run creates it.",
    };
    throw new ProblemError([deleted, ...error.problems], { cause: error });
  }
}

/**
 * The alert as it is now, for the write that follows. What somebody changed since the plan was made was not approved,
 * unless it was changed to just what is desired.
 * @param desired left out where the alert goes, and its configuration with it: then its settings alone are compared
 */
async function lookOnceMore(
  session: EnvironmentSession,
  planned: LiveAlert,
  desired?: DesiredAlert,
): Promise<LiveAlert> {
  const { id, name } = planned.alert;
  const alert = await session.findById(id);
  if (alert === undefined) {
    await session.confirmAbsent(id, name);
    throw staleChange(name, `The alert (id ${id}) was deleted since the plan was made.`);
  }
  const now = desired === undefined ? { alert, config: undefined } : await session.withConfig(alert);
  if (isSameLive(planned, now)) return now;
  if (desired !== undefined && isInSync(compare(desired, now))) return now;
  throw staleChange(name, `The alert (id ${id}) was changed since the plan was made.`);
}

function staleChange(name: string, what: string): ProblemError {
  return ProblemError.of(what, {
    where: { subject: name },
    remedy: "Nothing was written to it. Plan again.",
  });
}
