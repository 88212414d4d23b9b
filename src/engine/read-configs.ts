/** Reads the configurations of many alerts concurrently, and reports all that do not match the API together. */
import { ServiceError, UnauthorizedError, UnexpectedResponseError, UnreachableError } from "../client";
import { type Problem, ProblemError } from "../diagnostics";
import { type LiveAlert } from "../reconcile";
import { type Alert } from "../service";
import { type EnvironmentSession } from "./session";

/** If no configuration can be parsed, the server is probably not the service. A few problems show this. */
const maxReported = 10;

/**
 * @param onRead receives the number of configurations read so far
 * @throws ProblemError with the name of the alert, or with all alerts whose configurations do not match the API
 */
export async function readConfigs(
  session: EnvironmentSession,
  alerts: readonly Alert[],
  onRead: (count: number) => void = () => undefined,
): Promise<LiveAlert[]> {
  const malformed: Problem[] = [];
  let count = 0;
  const read = await Promise.all(
    alerts.map(async (alert): Promise<LiveAlert[]> => {
      try {
        const live = await session.live.withConfig(alert);
        onRead(++count);
        return [live];
      } catch (error) {
        if (!concernsOneAlert(error)) throw error;
        const problems = error.problems.map((problem) => ({ ...problem, where: { subject: alert.name } }));
        if (!(error instanceof UnexpectedResponseError)) throw new ProblemError(problems, { cause: error });
        malformed.push(...problems);
        return [];
      }
    }),
  );
  if (malformed.length > 0) throw new ProblemError(limitProblems(malformed));
  return read.flat();
}

function concernsOneAlert(error: unknown): error is ServiceError {
  const concernsAll = error instanceof UnauthorizedError || error instanceof UnreachableError;
  return error instanceof ServiceError && !concernsAll;
}

function limitProblems(problems: readonly Problem[]): Problem[] {
  const hidden = problems.length - maxReported;
  if (hidden <= 0) return [...problems];
  const what = `${hidden} more alerts have configurations that do not match the API.`;
  return [...problems.slice(0, maxReported), { severity: "error", what }];
}
