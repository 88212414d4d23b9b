/**
 * Decides whether a failed call is retried, and after what delay. GET, PUT and DELETE are idempotent and may be retried. A POST
 * is retried only if it certainly had no effect.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Method } from "../service";
import {
  ConnectionLostError,
  RateLimitedError,
  type ServiceError,
  TimeoutError,
  UnavailableError,
  UnreachableError,
} from "./errors";

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Resolves after `milliseconds`. @throws AbortError when `signal` aborts */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

/** Delay before the first retry; it doubles with each further one. */
const initialDelayMs = 250;
const maxDelayMs = 20_000;
/** A longer `Retry-After` ends the call with its error. */
const maxRetryAfterMs = 120_000;

/**
 * Milliseconds to wait before the next attempt; undefined if the call is not retried. `attempt` starts at 1, and `random` is a number from
 * 0 to 1 for full jitter, which spreads the retries of many clients.
 */
export function delayBeforeRetry(
  method: Method,
  error: ServiceError,
  attempt: number,
  maxRetries: number,
  random: number,
): number | undefined {
  if (!transientErrors.some((transient) => error instanceof transient)) return undefined;
  if (method === "POST" && error.tookEffect !== "no") return undefined;
  return delayAfter(attempt, maxRetries, error.call.retryAfter, random);
}

/** The delay of a call that may be repeated. @param retryAfter how long the server asks to wait, in milliseconds */
export function delayAfter(
  attempt: number,
  maxRetries: number,
  retryAfter = 0,
  random = 1,
): number | undefined {
  if (attempt > maxRetries || retryAfter > maxRetryAfterMs) return undefined;
  const backoff = Math.min(maxDelayMs, initialDelayMs * 2 ** (attempt - 1)) * random;
  // `Retry-After: 0` and past dates must not use up all retries at once.
  return Math.max(backoff, retryAfter);
}

const transientErrors = [
  RateLimitedError,
  UnavailableError,
  UnreachableError,
  ConnectionLostError,
  TimeoutError,
];

/** Whether the service refuses calls because it gets too many. */
export function isOverload(error: ServiceError): boolean {
  return error.call.status === 429 || error.call.status === 503;
}

/** Whether other calls would fail in the same way: the service limits the rate, or announces when it is available again. */
export function affectsAllCalls(error: ServiceError): boolean {
  return (
    error instanceof RateLimitedError ||
    (error instanceof UnavailableError && error.call.retryAfter !== undefined)
  );
}

/** The max wait. A longer value is read as one day, because it may not be a valid date. */
const maxReportedMs = 86_400_000;

/** Limits a time that the service asks clients to wait to one day. In milliseconds. */
export function clampWait(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), maxReportedMs);
}

/** Parses `Retry-After`, in seconds or as an HTTP date, into at most one day in milliseconds. Ignores invalid values. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return clampWait(Number(value) * 1000);
  // Date.parse also accepts strings such as "1.5" and "-5".
  if (!/^\s*[A-Z][a-z]+, /.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : clampWait(date - now);
}
