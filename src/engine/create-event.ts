/**
 * The creation of an event, exactly once: events cannot be deleted, so a second one would stay (EVENT-1, EVENT-4).
 *
 *     POST answered        -> created
 *     POST refused         -> error; nothing exists
 *     POST's answer lost   -> list the events around its start until they show it, or can no longer be stale
 *     listed               -> created
 *     surely not listed    -> POST again, a few times at most
 *     the list is not sure -> error that says so
 */
import { environmentVariables, ForbiddenError, ServiceError, UnauthorizedError } from "../client";
import { ProblemError } from "../diagnostics";
import { type NewEvent, type ServiceEvent } from "../service";
import { areEqual, type CreatedEvents } from "./own-events";
import { type EnvironmentSession } from "./session";

/** Never more POSTs than this for one event, however often an answer is lost. */
const mostAttempts = 3;
/** Milliseconds between two looks at the list. */
const lookInterval = 5_000;

/**
 * @param signal once it aborts, a lost answer is looked up once more and not waited for
 * @returns the event's uuid, where the service tells it
 * @throws ServiceError, or ProblemError where it is not sure whether the event was created
 */
export async function createEvent(
  session: EnvironmentSession,
  event: NewEvent,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return session.ownEvents.creating(event, async (before) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await session.client.createEvent(event);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.tookEffect === "no") throw withRemedy(error);
        const found = await lookFor(session, event, before, signal);
        if (found !== undefined) return found.uuid;
        if (attempt === mostAttempts || signal?.aborted === true) throw error;
      }
    }
  });
}

/** Lists until the event is shown, or until one window has passed and its absence is sure. */
async function lookFor(
  session: EnvironmentSession,
  event: NewEvent,
  before: CreatedEvents,
  signal: AbortSignal | undefined,
): Promise<ServiceEvent | undefined> {
  const until = session.run.clock.now() + session.run.propagationWindowMs;
  for (;;) {
    // Taken before the list is asked for: only a list begun after the window is sure.
    const remaining = until - session.run.clock.now();
    const looked = await look(session, event, before);
    if (!(looked instanceof ServiceError) && (looked !== undefined || remaining <= 0)) return looked;
    if (remaining <= 0) throw unsure(event, "the events could not be listed", looked);
    if (signal?.aborted === true) throw unsure(event, "the run was interrupted", looked);
    await session.run.clock.sleep(Math.min(remaining, lookInterval), signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  }
}

/** @returns a list that failed as its error: the next one may tell, and a creation given up would be made twice */
async function look(
  { client }: EnvironmentSession,
  event: NewEvent,
  before: CreatedEvents,
): Promise<ServiceEvent | ServiceError | undefined> {
  const { start, host } = event;
  try {
    const listed = await client.listEvents({
      // One that is 0 or negative would be relative to now.
      from: Math.max(1, start - 1),
      until: start + 1,
      ...(host === undefined ? {} : { hosts: [host] }),
    });
    const equal = listed.filter((one) => areEqual(event, one));
    if (equal.length <= before.count) return undefined;
    return equal.findLast(({ uuid }) => uuid === undefined || !before.uuids.includes(uuid));
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function unsure({ start }: NewEvent, why: string, cause: unknown): ProblemError {
  // Without its remedy, which is to run again.
  const told = cause instanceof ServiceError ? cause.problems.map(({ what }) => what) : [];
  const reason = told.length === 0 ? "." : `: ${told.join(" ")}`;
  return ProblemError.of(
    `The event may have been created: the service's answer was lost, and ${why}${reason}`,
    {
      remedy: `The next run creates it again. Look first whether the service lists it, at its start (${start}).`,
    },
    { cause },
  );
}

/** Events take another token than everything else (AUTH-2). */
function withRemedy(error: ServiceError): ProblemError {
  if (!(error instanceof ForbiddenError || error instanceof UnauthorizedError)) return error;
  const remedy =
    `Events are created with the token of an agent that runs in the environment: set ${environmentVariables.agentToken} ` +
    "(or agent_token) to it. Where it is not set, the API token is used.";
  return new ProblemError(
    error.problems.map((problem) => ({ ...problem, remedy })),
    { cause: error },
  );
}
