/** Reads the configurations of many alerts concurrently, and reports all that do not match the API together. */
import { ServiceError, UnauthorizedError, UnexpectedResponseError, UnreachableError } from "../../client";
import { errorOf, type Problem, ProblemError } from "../../diagnostics";
import { type LiveAlert } from "../../reconcile";
import { type Alert } from "../../service";
import { type EnvironmentSession } from "../session";

/** If no configuration can be parsed, the server is probably not the service. A few problems show this. */
const maxReported = 10;

/**
 * Started reads per concurrent call of the client, so that it always has a call to start. Each started read needs memory:
 * with all of 100,000 reads started at once, a plan needs 1 GiB more.
 */
const startedReadsPerCall = 2;

export async function readConfigs(
  session: EnvironmentSession,
  alerts: readonly Alert[],
): Promise<LiveAlert[]> {
  const malformed: Problem[] = [];
  const read: (LiveAlert | undefined)[] = new Array<undefined>(alerts.length);
  let count = 0;
  const maxStarted = startedReadsPerCall * session.client.maxConcurrency;
  await forEachConcurrently(alerts, maxStarted, async (alert, index) => {
    try {
      read[index] = await session.live.withConfig(alert);
      session.run.report({ type: "reading-configurations", read: ++count, total: alerts.length });
    } catch (error) {
      if (!affectsOneAlert(error)) throw error;
      const problems = error.problems.map((problem) => ({ ...problem, where: { subject: alert.name } }));
      if (!(error instanceof UnexpectedResponseError)) throw new ProblemError(problems, { cause: error });
      malformed.push(...problems);
    }
  });
  if (malformed.length > 0) throw new ProblemError(limitProblems(malformed));
  return read.filter((live) => live !== undefined);
}

/** Starts no further work after a failure. */
async function forEachConcurrently<T>(
  items: readonly T[],
  maxConcurrency: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  let hasFailed = false;
  const workThroughQueue = async () => {
    for (const [index, item] of queue) {
      if (hasFailed) return;
      await work(item, index);
    }
  };
  const stop = (error: unknown) => {
    hasFailed = true;
    throw error;
  };
  const length = Math.min(maxConcurrency, items.length);
  await Promise.all(Array.from({ length }, () => workThroughQueue().catch(stop)));
}

function affectsOneAlert(error: unknown): error is ServiceError {
  const affectsAll = error instanceof UnauthorizedError || error instanceof UnreachableError;
  return error instanceof ServiceError && !affectsAll;
}

function limitProblems(problems: readonly Problem[]): Problem[] {
  const hidden = problems.length - maxReported;
  if (hidden <= 0) return [...problems];
  const what = `${hidden} more alerts have configurations that do not match the API.`;
  return [...problems.slice(0, maxReported), errorOf("response-invalid", what)];
}
