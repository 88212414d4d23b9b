/**
 * Sends requests to the endpoints of the service. Adds the token, retries calls that are safe to retry, limits concurrency, logs each
 * request, and maps each failure to an error with a remedy.
 */
import { setMaxListeners } from "node:events";
import { omitUndefined, type Secret } from "../diagnostics";
import { type Endpoint, MalformedResponseError, pathOf } from "../service";
import { type AttemptEnd, ConcurrencyLimiter } from "./concurrency-limiter";
import { type Connection, environmentVariables, type SettingNames } from "./connection";
import {
  type CallSettings,
  ConnectionLostError,
  type FailedCall,
  ResponseTooLargeError,
  RunInterruptedError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
  UnreachableError,
} from "./errors";
import { errorFromResponse, parseJsonResponse, redirectTarget } from "./response";
import { affectsAllCalls, type Clock, delayBeforeRetry, isOverload, systemClock } from "./retry";
import { type HttpRequest, type HttpResponse, Transport, TransportError } from "./transport";

export interface ClientOptions {
  /** Max milliseconds for one attempt of a call, response included. Default 30,000. */
  readonly requestTimeout?: number | undefined;
  /** Max concurrent calls. Default 16. */
  readonly maxConcurrency?: number | undefined;
  /** Max retries of a failed call. Default 4. */
  readonly maxRetries?: number | undefined;
  /** `User-Agent` of every request. */
  readonly userAgent?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Receives one record per HTTP request. Without it, no record is built. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  /** Receives each failed attempt that is retried, before the delay. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Receives the number of requests that wait for a response, whenever it changes. */
  readonly onPending?: ((pending: number) => void) | undefined;
  /** Names for remedies. Default: the environment variables. */
  readonly settingNames?: SettingNames | undefined;
  /** Returns numbers from 0 to 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

export interface Retry {
  readonly error: ServiceError;
  /** Number of the retry, from 1. */
  readonly attempt: number;
  readonly maxRetries: number;
  readonly delayMs: number;
}

export const clientDefaults = { requestTimeout: 30_000, maxConcurrency: 16, maxRetries: 4 } as const;

const maxRedirects = 3;

export class ClientClosedError extends Error {
  override readonly name = "ClientClosedError";

  constructor() {
    super("the client was closed");
  }
}

export interface CallInput {
  /** Replaces the parameter in the endpoint's path: the ID of an alert or a query. */
  readonly id?: number | string;
  /** Query parameters; undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** What all attempts of a call share. */
interface PendingCall {
  readonly endpoint: Endpoint;
  readonly input: CallInput;
  /** Aborts when the caller's signal aborts or the client is closed. */
  readonly signal: AbortSignal;
  readonly description: FailedCall;
}

export class HttpClient {
  readonly maxConcurrency: number;
  /** How far the service's clock is ahead of `clock` by the last response, in milliseconds. 0 if the response does not prove a difference. */
  clockOffsetMs = 0;
  readonly #options: ReturnType<typeof withDefaults>;
  readonly #baseUrl: string;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #headers: Readonly<Record<"api" | "agent", Readonly<Record<string, string>>>>;
  readonly #settings: Readonly<Record<"api" | "agent", CallSettings>>;
  readonly #secrets: readonly Secret[];
  readonly #transport: Transport;
  readonly #limiter: ConcurrencyLimiter;
  #pending = 0;
  readonly #closing = new AbortController();
  /** Each caller's signal combined with `#closing`. Cached, because many calls share a signal. */
  readonly #combinedSignals = new WeakMap<AbortSignal, AbortSignal>();

  constructor(connection: Connection, options: ClientOptions) {
    const { baseUrl, apiToken, agentToken, proxy } = connection;
    this.#options = withDefaults(options);
    const { maxConcurrency, userAgent, settingNames, clock } = this.#options;
    this.maxConcurrency = maxConcurrency;
    this.#baseUrl = baseUrl.href.replace(/\/+$/, "");
    this.#origin = baseUrl.origin;
    this.#basePath = baseUrl.pathname.replace(/\/+$/, "");
    this.#secrets = [apiToken, agentToken];
    this.#transport = new Transport(baseUrl, maxConcurrency, proxy);
    this.#limiter = new ConcurrencyLimiter(maxConcurrency, clock);
    this.#headers = { api: headersOf(apiToken, userAgent), agent: headersOf(agentToken, userAgent) };
    this.#settings = callSettings(connection, settingNames);
    // Every running call listens to this signal. Node reports more than 10 listeners as a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Cancels all calls, including those that wait for a retry, and closes the connections. */
  close(): void {
    this.#closing.abort(new ClientClosedError());
    this.#transport.close();
  }

  /** Makes a call and parses its JSON response. @throws UnexpectedResponseError if `parse` rejects the response */
  async requestJson<T>(
    endpoint: Endpoint,
    input: CallInput,
    parse: (value: unknown, response: HttpResponse) => T,
  ): Promise<T> {
    const call = this.#prepareCall(endpoint, input);
    const response = await this.#requestWithRetries(call);
    const { description } = call;
    try {
      return parse(parseJsonResponse(description, response), response);
    } catch (error) {
      if (!(error instanceof MalformedResponseError)) throw error;
      const what = `the response does not match the API: ${error.message}.`;
      const options = { cause: error, remedy: error.remedy };
      throw new UnexpectedResponseError({ ...description, status: response.status }, what, options);
    }
  }

  /** @returns a response with status 2xx @throws ServiceError, RunInterruptedError when the signal aborts, ClientClosedError */
  async request(endpoint: Endpoint, input: CallInput): Promise<HttpResponse> {
    return this.#requestWithRetries(this.#prepareCall(endpoint, input));
  }

  async #requestWithRetries(call: PendingCall): Promise<HttpResponse> {
    try {
      return await this.#limiter.run((attempt) => this.#attempt(call, attempt), call.signal);
    } catch (error) {
      if (error instanceof ServiceError || call.input.signal?.aborted !== true) throw error;
      throw new RunInterruptedError(call.description, { cause: error });
    }
  }

  /** Sends the request and follows redirects. @throws the reason of the signal when it aborts */
  async #attempt(call: PendingCall, attempt: number): Promise<AttemptEnd<HttpResponse>> {
    const { endpoint, input, signal, description } = call;
    const { clock } = this.#options;
    let path = this.#basePath + description.path + formatQuery(input.query);
    for (let redirects = 0; ; redirects++) {
      signal.throwIfAborted();
      const request = this.#requestTo(path, call);
      const startedAt = clock.now();
      const report = (outcome: HttpResponse | string, retryInMs?: number) => {
        const durationMs = Math.max(0, clock.now() - startedAt);
        const details = { attempt, durationMs, retryInMs };
        this.#options.onCall?.(createCallRecord(request, outcome, details, this.#secrets));
      };
      const fail = (error: ServiceError, outcome: HttpResponse | string) => {
        const retryInMs = this.#delayBeforeRetry(call, attempt, error);
        report(outcome, retryInMs);
        return { error, retryInMs, isOverload: isOverload(error), pausesAllCalls: affectsAllCalls(error) };
      };
      const outcome = await this.#send(request, report);
      if (outcome instanceof TransportError)
        return fail(this.#errorFromTransport(description, outcome), outcome.code);
      if (outcome.status >= 200 && outcome.status < 300) {
        this.#compareClocks(outcome, startedAt);
        report(outcome);
        return { response: outcome };
      }
      const url = new URL(this.#origin + path);
      const target = redirects < maxRedirects ? redirectTarget(endpoint, url, outcome) : undefined;
      if (target === undefined)
        return fail(errorFromResponse(description, outcome, this.#secrets, clock.now()), outcome);
      report(outcome);
      path = target.pathname + target.search;
    }
  }

  #delayBeforeRetry({ endpoint }: PendingCall, attempt: number, error: ServiceError): number | undefined {
    const { maxRetries, random, onRetry } = this.#options;
    const delayMs = delayBeforeRetry(endpoint.method, error, attempt, maxRetries, random());
    if (delayMs !== undefined) onRetry?.({ error, attempt, maxRetries, delayMs });
    return delayMs;
  }

  #requestTo(path: string, { endpoint, input: { body }, signal }: PendingCall): HttpRequest {
    const { method, token = "api" } = endpoint;
    const headers = this.#headers[token];
    const timeout = this.#options.requestTimeout;
    if (body === undefined) return { method, path, headers, timeout, signal };
    const headersOfBody = { ...headers, "Content-Type": "application/json" };
    return { method, path, headers: headersOfBody, body: JSON.stringify(body), timeout, signal };
  }

  /** @throws the reason of the signal when it aborts */
  async #send(
    request: HttpRequest,
    report: (outcome: string) => void,
  ): Promise<HttpResponse | TransportError> {
    this.#options.onPending?.(++this.#pending);
    try {
      return await this.#transport.send(request);
    } catch (error) {
      if (error instanceof TransportError) return error;
      report("canceled");
      throw error;
    } finally {
      this.#options.onPending?.(--this.#pending);
    }
  }

  #compareClocks({ headers }: HttpResponse, startedAt: number): void {
    const time = Date.parse(headers.get("date") ?? "");
    // `Age` is in responses of a cache, whose `Date` may be old.
    if (Number.isNaN(time) || headers.get("age") !== undefined) return;
    // The response was sent after the request, and `Date` has no milliseconds.
    const [ahead, behind] = [time - this.#options.clock.now(), startedAt - (time + 999)];
    this.clockOffsetMs = Math.max(ahead, 0) - Math.max(behind, 0);
  }

  #prepareCall(endpoint: Endpoint, input: CallInput): PendingCall {
    const { method, token = "api" } = endpoint;
    const description = { method, path: pathOf(endpoint, input.id), settings: this.#settings[token] };
    return { endpoint, input, signal: this.#signalOf(input), description };
  }

  #signalOf({ signal }: CallInput): AbortSignal {
    if (signal === undefined) return this.#closing.signal;
    const existing = this.#combinedSignals.get(signal);
    if (existing !== undefined) return existing;
    const combined = AbortSignal.any([signal, this.#closing.signal]);
    setMaxListeners(0, combined);
    this.#combinedSignals.set(signal, combined);
    return combined;
  }

  #errorFromTransport(call: FailedCall, error: TransportError): ServiceError {
    switch (error.reason) {
      case "unreachable":
        return new UnreachableError(call, `${this.#baseUrl} (${error.message})`, { cause: error });
      case "connection-lost":
        return new ConnectionLostError(call, error.message, { cause: error });
      case "timeout":
        return new TimeoutError(call, `${this.#options.requestTimeout / 1000} s`);
      case "too-large":
        return new ResponseTooLargeError(call, error.message);
    }
  }
}

function withDefaults(options: ClientOptions) {
  return {
    ...options,
    requestTimeout: options.requestTimeout ?? clientDefaults.requestTimeout,
    maxConcurrency: options.maxConcurrency ?? clientDefaults.maxConcurrency,
    maxRetries: options.maxRetries ?? clientDefaults.maxRetries,
    userAgent: options.userAgent ?? "dbmon-iac",
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    settingNames: options.settingNames ?? environmentVariables,
  };
}

function headersOf(token: Secret, userAgent: string): Record<string, string> {
  return {
    Accept: "application/json",
    Authorization: `Bearer ${token.reveal()}`,
    "User-Agent": userAgent,
  };
}

function formatQuery(query: CallInput["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

function callSettings(
  connection: Connection,
  { apiToken, agentToken, maxConcurrency, requestTimeout }: SettingNames,
): Record<"api" | "agent", CallSettings> {
  // Both tokens share one Secret if only one is set.
  const isShared = connection.apiToken === connection.agentToken;
  const agentTokens = isShared ? `${agentToken} or ${apiToken}` : agentToken;
  return {
    api: { token: apiToken, maxConcurrency, requestTimeout },
    agent: { token: agentTokens, maxConcurrency, requestTimeout },
  };
}

/** The log record of a request. It never contains a token, a query string or a body. */
export interface CallRecord {
  readonly method: string;
  /** Path without the query string; secrets are redacted. */
  readonly path: string;
  /** HTTP status, unless no complete response arrived. */
  readonly status: number | undefined;
  /** From 1; each retry of a call increments it. */
  readonly attempt: number;
  readonly durationMs: number;
  readonly bytes: number;
  /** Why no complete response arrived, for example `ECONNREFUSED` or `timeout`. */
  readonly error: string | undefined;
  /** Delay before the next attempt, if the call is retried. */
  readonly retryInMs: number | undefined;
}

/** @param outcome the response, or why there is none */
function createCallRecord(
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
