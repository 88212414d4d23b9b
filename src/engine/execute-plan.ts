/** Carries a plan out: so many changes at a time, on past failures, with a report that is true in the end. */
import { type Problem, ProblemError } from "../diagnostics";
import { type Action, type Change, nameOf, type Plan } from "../reconcile";
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
  /** `not-begun`: the run was interrupted before it. */
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
      const result = await carryOut(session, change);
      results.set(change, result);
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
  await Promise.all(Array.from({ length: options.parallelism ?? defaultParallelism }, worker));
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

async function carryOut(session: EnvironmentSession, change: Change): Promise<ChangeResult> {
  const name = nameOf(change);
  try {
    await write(session, change);
    return { name, action: change.action, outcome: "done", problems: [] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problems = error.problems.map((problem) => ({
      ...problem,
      where: { subject: name, ...problem.where },
    }));
    return { name, action: change.action, outcome: "failed", problems };
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
      await updateAlert(
        session,
        await lookOnceMore(session, change.live.alert.id, change.desired.name),
        change.desired,
      );
      return;
    case "replace":
      await deleteAlert(session, change.live.alert.id);
      await createAlert(session, change.desired);
      return;
    case "delete":
      await deleteAlert(session, change.live.id);
      return;
  }
}

/** The alert as it is now, for the write that follows. */
async function lookOnceMore(session: EnvironmentSession, id: number, name: string) {
  const alert = await session.findById(id);
  if (alert !== undefined) return session.withConfig(alert);
  throw ProblemError.of(`The alert (id ${id}) was deleted since the plan was made.`, {
    where: { subject: name },
    remedy: "Plan again.",
  });
}
