/**
 * Shows the HTTP calls that a command waits for. On a terminal: retries with a countdown, and requests without a response. Elsewhere: one
 * line per long pause. Logs each attempt to stderr if DBMON_LOG is `debug`, `trace` or `json`.
 */
import {
  type CallRecord,
  type ClientOptions,
  ConnectionLostError,
  fieldsOfCallRecord,
  type Retry,
  TimeoutError,
  UnreachableError,
} from "../../client";
import { ProblemError, quote } from "../../diagnostics";
import { type CliContext } from "../framework/context";

const refreshIntervalMs = 500;
/** A shorter wait is not shown. */
const minShownWaitMs = 1500;
/** Requests that follow each other within this time are one wait. */
const maxGapMs = 500;
/** Without a terminal, a shorter pause is not shown. */
const minLoggedPauseMs = 2000;

export class ServiceCalls {
  readonly #onCall: ClientOptions["onCall"] | undefined;
  #pending = 0;
  /** Start of the first request of the current wait, in Unix milliseconds. */
  #waitingSince = 0;
  /** In Unix milliseconds. */
  #lastResponse = 0;
  /** End of the current pause, in Unix milliseconds. */
  #pauseUntil = 0;
  #pauseText = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: Pick<CliContext, "env" | "err" | "setWait">,
    environment?: string,
  ) {
    const format = logFormat(context.env);
    if (format === undefined) return;
    if (environment !== undefined) context.err(format({ environment }, new Date()));
    this.#onCall = (record) => {
      context.err(format(record, new Date()));
    };
  }

  get clientOptions(): Pick<ClientOptions, "onCall" | "onPending" | "onRetry"> {
    return { onCall: this.#onCall, onPending: this.#setPending, onRetry: this.#startPause };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.context.setWait?.("");
  }

  readonly #setPending = (pending: number): void => {
    const now = Date.now();
    if (this.#pending === 0 && now - this.#lastResponse > maxGapMs) this.#waitingSince = now;
    if (pending < this.#pending) this.#lastResponse = now;
    this.#pending = pending;
    if (this.context.setWait === undefined) return;
    this.#timer ??= setInterval(this.#show, refreshIntervalMs).unref();
  };

  readonly #startPause = ({ error, attempt, maxRetries, delayMs }: Retry): void => {
    const now = Date.now();
    // Concurrent calls pause together. Only the longest pause is shown.
    if (now + delayMs <= this.#pauseUntil) return;
    const isPaused = now < this.#pauseUntil;
    this.#pauseUntil = now + delayMs;
    this.#pauseText = `${describe(error)} Retry ${attempt} of ${maxRetries}`;
    if (this.context.setWait !== undefined) this.#show();
    else if (!isPaused && delayMs >= minLoggedPauseMs) this.context.err(this.#formatPause(delayMs));
  };

  readonly #show = (): void => {
    this.context.setWait?.(this.#format(Date.now()));
  };

  #format(now: number): string {
    if (now < this.#pauseUntil) return this.#formatPause(this.#pauseUntil - now);
    const waited = now - this.#waitingSince;
    const isWaiting = this.#pending > 0 || now - this.#lastResponse <= maxGapMs;
    if (!isWaiting || waited < minShownWaitMs) return "";
    return `Waiting for the service: ${Math.floor(waited / 1000)} s`;
  }

  #formatPause(milliseconds: number): string {
    return `${this.#pauseText} in ${Math.ceil(milliseconds / 1000)} s.`;
  }
}

function describe(error: Retry["error"]): string {
  const { status } = error.call;
  if (status !== undefined) return `The service is busy (status ${status}).`;
  if (error instanceof UnreachableError) return "Cannot connect to the service.";
  if (error instanceof ConnectionLostError) return "The connection was lost.";
  if (error instanceof TimeoutError) return "The service did not respond.";
  return "The call failed.";
}

type LogEntry = CallRecord | { readonly environment: string };

/** @throws ProblemError for another value of DBMON_LOG */
function logFormat({
  DBMON_LOG: level = "",
}: NodeJS.ProcessEnv): ((entry: LogEntry, time: Date) => string) | undefined {
  if (level === "") return undefined;
  if (/^json$/i.test(level)) return formatJson;
  if (/^(debug|trace)$/i.test(level)) return formatText;
  throw ProblemError.of("usage", `DBMON_LOG is ${quote(level)}, which is not a log level.`, {
    remedy: "Set DBMON_LOG to debug, or to json for JSON lines, or unset it.",
  });
}

/** `2026-11-22T12:00:00.000Z DEBUG GET /api/v2/hosts status=200 attempt=1 duration_ms=12 bytes=345` */
function formatText(entry: LogEntry, time: Date): string {
  const isCall = "method" in entry;
  const words = isCall ? ["DEBUG", entry.method, quoteIfNeeded(entry.path)] : ["INFO"];
  const fields = Object.entries(isCall ? fieldsOfCallRecord(entry) : entry);
  return [
    time.toISOString(),
    ...words,
    ...fields.map(([name, value]) => `${name}=${quoteIfNeeded(value)}`),
  ].join(" ");
}

/** `{"level":"debug","time":"2026-11-22T12:00:00.000Z","message":"GET /api/v2/hosts: 200","request":"GET /api/v2/hosts",...}` */
function formatJson(entry: LogEntry, time: Date): string {
  if (!("method" in entry)) {
    const message = `Environment ${entry.environment}`;
    return JSON.stringify({ level: "info", time, message, environment: entry.environment });
  }
  const request = `${entry.method} ${entry.path}`;
  const message = `${request}: ${entry.status ?? entry.error ?? ""}`;
  const { duration_ms: duration, ...fields } = fieldsOfCallRecord(entry);
  return JSON.stringify({ level: "debug", time, message, request, duration, ...fields });
}

/** Quotes text that could start a new field or a new line. */
function quoteIfNeeded(value: string | number): string {
  const text = String(value);
  return /^[\w./:%~-]+$/.test(text) ? text : quote(text);
}
