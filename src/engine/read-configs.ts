/** Many configurations, read together, for who wants to know of all that cannot be read. */
import { ServiceError, UnauthorizedError, UnexpectedResponseError, UnreachableError } from "../client";
import { type Problem, ProblemError } from "../diagnostics";
import { type LiveAlert } from "../reconcile";
import { type Alert } from "../service";
import { type EnvironmentSession } from "./session";

/** Where none is understood, something else than the service answers: then a few say it. */
const mostTold = 10;

/**
 * @param onRead told after each how many have been read
 * @throws ProblemError with the name of the alert; for answers that are not understood, with all of them
 */
export async function readConfigs(
  session: EnvironmentSession,
  alerts: readonly Alert[],
  onRead: (read: number) => void = () => undefined,
): Promise<LiveAlert[]> {
  const strange: Problem[] = [];
  let read = 0;
  const whole = await Promise.all(
    alerts.map(async (alert): Promise<LiveAlert> => {
      try {
        const one = await session.live.withConfig(alert);
        onRead(++read);
        return one;
      } catch (error) {
        if (!isAboutOne(error)) throw error;
        const named = error.problems.map((problem) => ({ ...problem, where: { subject: alert.name } }));
        if (!(error instanceof UnexpectedResponseError)) throw new ProblemError(named, { cause: error });
        strange.push(...named);
        return { alert, config: undefined };
      }
    }),
  );
  if (strange.length > 0) throw new ProblemError(shortened(strange));
  return whole;
}

function isAboutOne(error: unknown): error is ServiceError {
  const isAboutAll = error instanceof UnauthorizedError || error instanceof UnreachableError;
  return error instanceof ServiceError && !isAboutAll;
}

function shortened(problems: readonly Problem[]): Problem[] {
  const rest = problems.length - mostTold;
  if (rest <= 0) return [...problems];
  const what = `The configurations of more alerts could not be understood either: ${rest}.`;
  return [...problems.slice(0, mostTold), { severity: "error", what }];
}
