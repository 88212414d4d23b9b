/**
 * Sends requests to the endpoints of the service: adds the right token, retries what is safe to retry, limits concurrency, logs
 * each request, and maps each failure to an error with a remedy.
 */
import { setMaxListeners } from "node:events";
import { type Secret } from "../diagnostics";
import { type Endpoint, MalformedResponseError, pathOf } from "../service";
import { type CallRecord, createCallRecord, reportRecords } from "./call-record";
import { ConcurrencyLimiter } from "./concurrency-limiter";
import { type Connection, environmentVariables, type SettingNames } from "./connection";
import {
  type CallSettings,
  ConnectionLostError,
  type FailedCall,
  RateLimitedError,
  ResponseTooLargeError,
  RunInterruptedError,
  ServiceError,
  TimeoutError,
  UnavailableError,
  UnexpectedResponseError,
  UnreachableError,
} from "./errors";
import { errorFromResponse, parseJsonBody, redirectTarget } from "./response";
import { type Clock, delayBeforeRetry, systemClock } from "./retry";
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
  /** Receives the service's clock from the `Date` header of each response, in Unix milliseconds with a precision of one second. */
  readonly onServiceTime?: ((time: number) => void) | undefined;
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

/** A failed attempt that is retried. */
export interface Retry {
  readonly error: ServiceError;
  /** Number of the retry, from 1. */
  readonly attempt: number;
  readonly maxRetries: number;
  readonly delayMs: number;
}

export const clientDefaults = { requestTimeout: 30_000, maxConcurrency: 16, maxRetries: 4 } as const;

const maxRedirects = 3;

/** The client was closed during a call. */
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
interface Call {
  readonly endpoint: Endpoint;
  readonly input: CallInput;
  /** The signal of the caller, or the closing of the client. */
  readonly signal: AbortSignal;
  /** For errors. */
  readonly description: FailedCall;
}

/** The retry of a failed attempt. */
interface PendingRetry {
  /** Milliseconds. Undefined if the attempt is not retried. */
  delay?: number | undefined;
  pause?: Promise<void>;
}

export class HttpClient {
  readonly maxConcurrency: number;
  readonly #baseUrl: string;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #headers: Readonly<Record<"api" | "agent", Readonly<Record<string, string>>>>;
  readonly #secrets: readonly Secret[];
  readonly #transport: Transport;
  readonly #limiter: ConcurrencyLimiter;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #clock: Clock;
  readonly #onServiceTime: ClientOptions["onServiceTime"];
  readonly #onCall: ClientOptions["onCall"];
  readonly #onRetry: ClientOptions["onRetry"];
  readonly #onPending: ClientOptions["onPending"];
  #pending = 0;
  readonly #random: () => number;
  readonly #settings: Readonly<Record<"api" | "agent", CallSettings>>;
  readonly #closing = new AbortController();
  /** By signal of a caller: that signal combined with `#closing`. Many calls have the same signal. */
  readonly #combinedSignals = new WeakMap<AbortSignal, AbortSignal>();

  constructor(connection: Connection, options: ClientOptions) {
    const maxConcurrency = options.maxConcurrency ?? clientDefaults.maxConcurrency;
    this.maxConcurrency = maxConcurrency;
    const { baseUrl, apiToken, agentToken, proxy } = connection;
    this.#baseUrl = baseUrl.href.replace(/\/+$/, "");
    this.#origin = baseUrl.origin;
    this.#basePath = baseUrl.pathname.replace(/\/+$/, "");
    this.#secrets = [apiToken, agentToken];
    this.#transport = new Transport(baseUrl, maxConcurrency, proxy);
    this.#limiter = new ConcurrencyLimiter(maxConcurrency);
    this.#timeout = options.requestTimeout ?? clientDefaults.requestTimeout;
    this.#maxRetries = options.maxRetries ?? clientDefaults.maxRetries;
    const userAgent = options.userAgent ?? "dbmon-iac";
    this.#headers = { api: headersOf(apiToken, userAgent), agent: headersOf(agentToken, userAgent) };
    this.#clock = options.clock ?? systemClock;
    this.#onServiceTime = options.onServiceTime;
    this.#onCall = options.onCall;
    this.#onRetry = options.onRetry;
    this.#onPending = options.onPending;
    this.#random = options.random ?? Math.random;
    this.#settings = callSettings(connection, options.settingNames ?? environmentVariables);
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
      return parse(parseJsonBody(description, response), response);
    } catch (error) {
      if (!(error instanceof MalformedResponseError)) throw error;
      const what = `the response does not match the API: ${error.message}.`;
      throw new UnexpectedResponseError({ ...description, status: response.status }, what, { cause: error });
    }
  }

  /** @returns a response with status 2xx @throws ServiceError, RunInterruptedError when the signal aborts, ClientClosedError */
  async request(endpoint: Endpoint, input: CallInput): Promise<HttpResponse> {
    return this.#requestWithRetries(this.#prepareCall(endpoint, input));
  }

  async #requestWithRetries(call: Call): Promise<HttpResponse> {
    const { input, signal, description } = call;
    try {
      for (let attempt = 1; ; attempt++) {
        const retry: PendingRetry = {};
        const work = () => this.#attempt(call, attempt, retry);
        try {
          return await this.#limiter.run(work, attempt - 1, (error) => {
            if (retry.delay === undefined) return undefined;
            retry.pause = this.#clock.sleep(retry.delay, signal);
            return affectsAllCalls(error) ? retry.pause : undefined;
          });
        } catch (error) {
          if (retry.pause === undefined) throw error;
          // The limiter itself waits for a pause of all calls, and then starts retries before new calls.
          if (!affectsAllCalls(error)) await retry.pause;
        }
      }
    } catch (error) {
      if (error instanceof ServiceError || input.signal?.aborted !== true) throw error;
      throw new RunInterruptedError(description, { cause: error });
    }
  }

  #delayBeforeRetry({ method }: Endpoint, error: ServiceError, attempt: number): number | undefined {
    const maxRetries = this.#maxRetries;
    const delayMs = delayBeforeRetry(method, error, attempt, maxRetries, this.#random());
    if (delayMs !== undefined) this.#onRetry?.({ error, attempt, maxRetries, delayMs });
    return delayMs;
  }

  /** Sends the request and follows redirects. @param retry receives the delay, if a failed attempt is retried */
  async #attempt(call: Call, attempt: number, retry: PendingRetry): Promise<HttpResponse> {
    const { endpoint, input, signal, description } = call;
    const records: CallRecord[] = [];
    let path = this.#basePath + description.path + formatQuery(input.query);
    try {
      for (let redirects = 0; ; redirects++) {
        signal.throwIfAborted();
        const request = this.#requestTo(path, call);
        const response = await this.#send(request, attempt, records);
        this.#reportServiceTime(response);
        if (response.status >= 200 && response.status < 300) return response;
        const url = new URL(this.#origin + path);
        const target = redirects < maxRedirects ? redirectTarget(endpoint, url, response) : undefined;
        if (target === undefined)
          throw errorFromResponse(description, response, this.#secrets, this.#clock.now());
        path = target.pathname + target.search;
      }
    } catch (cause) {
      const error = cause instanceof TransportError ? this.#errorFromTransport(description, cause) : cause;
      if (error instanceof ServiceError) retry.delay = this.#delayBeforeRetry(endpoint, error, attempt);
      throw error;
    } finally {
      if (this.#onCall !== undefined) reportRecords(records, retry.delay, this.#onCall);
    }
  }

  #requestTo(path: string, { endpoint, input: { body }, signal }: Call): HttpRequest {
    const { method, token = "api" } = endpoint;
    const headers = this.#headers[token];
    const timeout = this.#timeout;
    if (body === undefined) return { method, path, headers, timeout, signal };
    const headersOfBody = { ...headers, "Content-Type": "application/json" };
    return { method, path, headers: headersOfBody, body: JSON.stringify(body), timeout, signal };
  }

  async #send(request: HttpRequest, attempt: number, records: CallRecord[]): Promise<HttpResponse> {
    const start = this.#clock.now();
    const record = (outcome: HttpResponse | string) => {
      const durationMs = Math.max(0, this.#clock.now() - start);
      records.push(createCallRecord(request, outcome, { attempt, durationMs, secrets: this.#secrets }));
    };
    this.#onPending?.(++this.#pending);
    try {
      const response = await this.#transport.send(request);
      if (this.#onCall !== undefined) record(response);
      return response;
    } catch (error) {
      if (this.#onCall !== undefined) record(error instanceof TransportError ? error.code : "canceled");
      throw error;
    } finally {
      this.#onPending?.(--this.#pending);
    }
  }

  #reportServiceTime({ headers }: HttpResponse): void {
    if (this.#onServiceTime === undefined) return;
    const time = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(time)) this.#onServiceTime(time);
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

  #prepareCall(endpoint: Endpoint, input: CallInput): Call {
    const { method, token = "api" } = endpoint;
    const description = { method, path: pathOf(endpoint, input.id), settings: this.#settings[token] };
    return { endpoint, input, signal: this.#signalOf(input), description };
  }

  #errorFromTransport(call: FailedCall, error: TransportError): ServiceError {
    switch (error.reason) {
      case "unreachable":
        return new UnreachableError(call, this.#baseUrl, error.message, { cause: error });
      case "connection-lost":
        return new ConnectionLostError(call, error.message, { cause: error });
      case "timeout":
        return new TimeoutError(call, this.#timeout);
      case "too-large":
        return new ResponseTooLargeError(call, error.message);
    }
  }
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

/** Whether other calls would fail in the same way: the service limits the rate, or announces when it is available again. */
function affectsAllCalls(error: unknown): boolean {
  return (
    error instanceof RateLimitedError || (error instanceof UnavailableError && error.retryAfter !== undefined)
  );
}
