/**
 * When a failed call is repeated, and after how long. Reads, PUT and DELETE may be repeated, for a second one does
 * no harm. A POST is repeated only where the first one surely did nothing.
 */
import { type Method } from "../service";
import {
  InterruptedError,
  RateLimitedError,
  type ServiceError,
  TimeoutError,
  UnavailableError,
  UnreachableError,
} from "./errors";

/** First delay; each further one doubles. Short, because a gateway's hiccup passes in a blink. */
const firstDelay = 250;
/** No delay of ours exceeds this. */
const longestDelay = 20_000;
/** What the service asks for is obeyed up to here; beyond it, the error is told instead. */
const longestObeyed = 120_000;

/**
 * Milliseconds to wait before the call is repeated, or undefined when it is not.
 * @param attempt how many times it was tried so far, from 1
 * @param random a number from 0 to 1: full jitter, so that many clients do not come back at once
 */
export function delayBeforeRetry(
  method: Method,
  error: ServiceError,
  attempt: number,
  maxRetries: number,
  random: number,
): number | undefined {
  if (attempt > maxRetries || !isTransient(error)) return undefined;
  if (method === "POST" && error.tookEffect !== "no") return undefined;
  const asked =
    error instanceof RateLimitedError || error instanceof UnavailableError ? error.retryAfter : undefined;
  if (asked !== undefined) return asked <= longestObeyed ? asked : undefined;
  return Math.min(longestDelay, firstDelay * 2 ** (attempt - 1)) * random;
}

function isTransient(error: ServiceError): boolean {
  return (
    error instanceof RateLimitedError ||
    error instanceof UnavailableError ||
    error instanceof UnreachableError ||
    error instanceof InterruptedError ||
    error instanceof TimeoutError
  );
}

/** `Retry-After` in milliseconds: seconds or an HTTP date. Undefined where it is absent or nonsense. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  // Other texts that Date.parse takes for dates ("1.5", "-5") are nonsense here.
  if (!/^\s*[A-Z][a-z]+, /.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
