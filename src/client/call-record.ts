/** Log records of HTTP requests. They never contain a token, a query string or a body. */
import { omitUndefined, type Secret } from "../diagnostics";
import { type HttpRequest, type HttpResponse } from "./transport";

export interface CallRecord {
  readonly method: string;
  /** Path without the query string; secrets are redacted. */
  readonly path: string;
  /** HTTP status, unless no complete response arrived. */
  readonly status: number | undefined;
  /** From 1; each retry of a call increments it. */
  readonly attempt: number;
  readonly durationMs: number;
  /** Size of the response body. */
  readonly bytes: number;
  /** Why no complete response arrived, for example `ECONNREFUSED` or `timeout`. */
  readonly error: string | undefined;
  /** Delay before the next attempt, if the call is retried. */
  readonly retryInMs: number | undefined;
}

/** @param outcome the response, or why there is none */
export function createCallRecord(
  { method, path }: HttpRequest,
  outcome: HttpResponse | string,
  details: Pick<CallRecord, "attempt" | "durationMs" | "retryInMs">,
  secrets: readonly Secret[],
): CallRecord {
  const [pathWithoutQuery = ""] = path.split("?", 1);
  const isResponse = typeof outcome !== "string";
  return {
    ...details,
    method,
    path: secrets.reduce((text, secret) => secret.redact(text), pathWithoutQuery),
    status: isResponse ? outcome.status : undefined,
    bytes: isResponse ? outcome.bytes : 0,
    error: isResponse ? undefined : outcome,
  };
}

/** The record's fields as they appear in logs; method and path are the log message. */
export function fieldsOfCallRecord(record: CallRecord): Record<string, string | number> {
  const { status, attempt, durationMs, bytes, error, retryInMs } = record;
  const retry_in_ms = retryInMs === undefined ? undefined : Math.round(retryInMs);
  return omitUndefined({ status, attempt, duration_ms: durationMs, bytes, error, retry_in_ms });
}
