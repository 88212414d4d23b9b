/**
 * Creates events exactly once: they cannot be deleted, so a duplicate would remain (EVENT-1, EVENT-4). Two definitions may create equal
 * events, which a list cannot distinguish. So equal events are created one after another, and counted.
 */
import { environmentVariables, ForbiddenError, UnauthorizedError } from "../client";
import { ProblemError } from "../diagnostics";
import { type NewEvent, type ServiceEvent } from "../service";
import { postOnce } from "./alerts/post-once";
import { type CreatedEvents, type EnvironmentSession } from "./session";

/** Returns the event's uuid, if the service returns it. Once `signal` aborts, a lost response is looked up one last time, without a wait. */
export async function createEvent(
  session: EnvironmentSession,
  event: NewEvent,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const key = keyOf(event);
  const previous = session.events.get(key) ?? Promise.resolve({ count: 0, uuids: [] });
  const creation = previous.then((existing) => createAfter(session, event, existing, signal));
  const added = creation.then(async (uuid): Promise<CreatedEvents> => {
    const { count, uuids } = await previous;
    return { count: count + 1, uuids: uuid === undefined ? uuids : [...uuids, uuid] };
  });
  session.events.set(
    key,
    added.catch(() => previous),
  );
  return creation;
}

async function createAfter(
  session: EnvironmentSession,
  event: NewEvent,
  existing: CreatedEvents,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const result = await postOnce({
      run: session.run,
      signal,
      retriesFailedLookup: true,
      post: () => session.client.createEvent(event),
      find: () => findEvent(session, event, existing),
      unknownOutcome: {
        object: "event",
        lookupFailed: "the events could not be listed:",
        remedy: `Before you run again, check whether the service lists the event at its start (${event.start}): the next run creates it again.`,
      },
    });
    return result.outcome === "posted" ? result.object : result.object.uuid;
  } catch (error) {
    throw withTokenRemedy(error);
  }
}

/** The fields that identify an event if the service returns no uuid. */
function keyOf({ start, type, message, host }: NewEvent | ServiceEvent): string {
  return JSON.stringify([start, type, message, host]);
}

/** Finds a listed event that equals the new one and is not one of `existing`. */
async function findEvent(
  { client }: EnvironmentSession,
  event: NewEvent,
  existing: CreatedEvents,
): Promise<ServiceEvent | undefined> {
  const { start, host } = event;
  const listed = await client.listEvents({
    // Zero and negative times are relative to now (GEN-4).
    from: Math.max(1, start - 1),
    until: start + 1,
    ...(host === undefined ? {} : { hosts: [host] }),
  });
  const equal = listed.filter((candidate) => keyOf(candidate) === keyOf(event));
  if (equal.length <= existing.count) return undefined;
  return equal.findLast(({ uuid }) => uuid === undefined || !existing.uuids.includes(uuid));
}

/** Names the agent token, which creates events (AUTH-2). */
function withTokenRemedy(error: unknown): unknown {
  if (!(error instanceof ForbiddenError || error instanceof UnauthorizedError)) return error;
  const remedy =
    `Set ${environmentVariables.agentToken} (or agent_token) to the token of an agent that runs in the environment. ` +
    "If it is not set, the API token is used.";
  return new ProblemError(
    error.problems.map((problem) => ({ ...problem, remedy })),
    { cause: error },
  );
}
