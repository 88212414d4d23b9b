/**
 * Exactly-once creation with an API whose POST is not idempotent. A lost response is never blindly retried:
 *
 *     response received      -> posted
 *     POST refused           -> error; nothing exists
 *     name refused as taken  -> look for it until the list is fresh; error if it never appears
 *     response lost          -> look for it until it appears, or until a list is fresh
 *     absent in a fresh list -> POST again, up to `maxPosts` times
 */
import { ConflictError, ServiceError } from "../../client";
import { errorOf, ProblemError } from "../../diagnostics";
import { type LookupReason, type RunControl } from "../run-control";

const maxPosts = 3;
export const pollIntervalMs = 5_000;

type PostOutcome<Posted, Found> =
  | { readonly outcome: "posted"; readonly object: Posted }
  | { readonly outcome: "found"; readonly object: Found; readonly wasResponseLost: boolean };

interface PostOnceOptions<Posted, Found> {
  readonly run: RunControl;
  /** Once aborted, one last lookup follows without a wait. */
  readonly signal: AbortSignal | undefined;
  readonly post: () => Promise<Posted>;
  /** Looks for the object in a new list. */
  readonly find: () => Promise<Found | undefined>;
  /** Whether a failed lookup is retried until the window has passed; otherwise it fails the creation. */
  readonly retriesFailedLookup: boolean;
  readonly onLookup?: (reason: LookupReason, until: number) => void;
  /** Parts of the problem of a creation whose outcome is unknown. */
  readonly unknownOutcome: {
    readonly subject?: string;
    /** What may have been created: "alert". */
    readonly object: string;
    /** That the lookup failed, as a clause that its reason follows. */
    readonly lookupFailed: string;
    readonly remedy: string;
  };
}

/** The object may exist. */
export class UnknownOutcomeError extends ProblemError {}

/** @throws ServiceError if nothing was created; UnknownOutcomeError */
export async function postOnce<Posted, Found>(
  options: PostOnceOptions<Posted, Found>,
): Promise<PostOutcome<Posted, Found>> {
  let wasResponseLost = false;
  for (let posts = 1; ; posts++) {
    try {
      return { outcome: "posted", object: await options.post() };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isNameTaken = error instanceof ConflictError;
      if (!isNameTaken && error.tookEffect === "no") throw error;
      wasResponseLost ||= !isNameTaken;
      const found = await lookUp(options, isNameTaken ? "name-taken" : "response-lost");
      if (found !== undefined) return { outcome: "found", object: found, wasResponseLost };
      if (isNameTaken || posts >= maxPosts || options.signal?.aborted === true) throw error;
    }
  }
}

/** Polls until the object appears, or until a list that started after the propagation window lacks it. */
async function lookUp<Found>(
  { run, signal, find, retriesFailedLookup, onLookup, unknownOutcome }: PostOnceOptions<unknown, Found>,
  reason: LookupReason,
): Promise<Found | undefined> {
  const until = run.clock.now() + run.propagationWindowMs;
  onLookup?.(reason, until);
  for (;;) {
    // Computed before the list is fetched: only a list that starts after the window is fresh.
    const remainingMs = until - run.clock.now();
    const isLast = signal?.aborted === true;
    const found = await find().catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (!retriesFailedLookup || remainingMs <= 0) throw maybeCreated(unknownOutcome, error);
      return error;
    });
    if (!(found instanceof ServiceError) && (found !== undefined || remainingMs <= 0)) return found;
    if (isLast) throw maybeCreated(unknownOutcome, undefined);
    await run.clock.sleep(Math.min(remainingMs, pollIntervalMs), signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  }
}

/** @param cause why the lookup failed; undefined if the run was interrupted */
function maybeCreated(
  { subject, object, lookupFailed, remedy }: PostOnceOptions<unknown, unknown>["unknownOutcome"],
  cause: ServiceError | undefined,
): UnknownOutcomeError {
  const reason = cause === undefined ? "the run was interrupted." : `${lookupFailed} ${reasonOf(cause)}`;
  const what = `The ${object} may have been created: the response was lost, and ${reason}`;
  const where = subject === undefined ? {} : { where: { subject } };
  return new UnknownOutcomeError(
    [errorOf("write-unknown", what, { ...where, remedy })],
    cause === undefined ? {} : { cause },
  );
}

/** What failed, without remedies: the enclosing problem has its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problems.map(({ what }) => what).join(" ");
  return error instanceof Error ? error.message : String(error);
}
