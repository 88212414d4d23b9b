/** The log record of one HTTP request. It never contains a token, a query string or a body. */
export interface CallRecord {
  readonly method: string;
  /** Path without the query string; secrets are redacted. */
  readonly path: string;
  /** HTTP status; undefined if no complete response arrived. */
  readonly status: number | undefined;
  /** From 1; each retry of a call increments it. */
  readonly attempt: number;
  readonly durationMs: number;
  /** Size of the response body. */
  readonly bytes: number;
  /** Why no complete response arrived, for example `ECONNREFUSED` or `timeout`. */
  readonly error: string | undefined;
  /** Delay before the next attempt; undefined if the call is not retried. */
  readonly retryInMs: number | undefined;
}

/** The record's fields as they appear in logs; method and path are the log message. */
export function fieldsOfCallRecord(record: CallRecord): Record<string, string | number> {
  const { status, attempt, durationMs, bytes, error, retryInMs } = record;
  return {
    ...(status === undefined ? {} : { status }),
    attempt,
    duration_ms: durationMs,
    bytes,
    ...(error === undefined ? {} : { error }),
    ...(retryInMs === undefined ? {} : { retry_in_ms: Math.round(retryInMs) }),
  };
}
