/**
 * Sends requests to the REST API of GitHub or GitLab. The token is sent only to the origin of the API's URL. Retries what is safe to
 * retry, waits for rate limits, and follows pages.
 */
import * as z from "zod";
import {
  type Clock,
  type HttpResponse,
  parseRetryAfter,
  redirectTarget,
  selectProxy,
  systemClock,
  Transport,
  TransportError,
} from "../client";
import { ProblemError, type Secret } from "../diagnostics";
import { errorFromStatus, type FailedRestCall, RestError } from "./rest-error";

export interface RestConnection {
  /** "GitHub". */
  readonly service: string;
  /** Without a slash at the end. */
  readonly apiUrl: URL;
  readonly token: Secret;
  /** Headers with the token. */
  readonly authorize: (token: Secret) => Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly signal: AbortSignal;
}

export interface RestRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the URL of the API, or an absolute path of its origin. */
  readonly path: string | URL;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Whether the request may be repeated after a lost response. Default: all but POST. */
  readonly isRepeatable?: boolean;
  /** After "Cannot": "create the comment". */
  readonly purpose: string;
  /** The permission that the call needs, for the remedy of a refusal. */
  readonly permission: string;
}

interface Failure {
  readonly error: RestError;
  /** Milliseconds until the request may be repeated. Undefined if it may not be. */
  readonly delayMs: number | undefined;
}

const timeoutMs = 30_000;
const maxAttempts = 4;
const initialDelayMs = 500;
/** A rate limit that ends later fails the call. */
const maxWaitMs = 120_000;
const maxRedirects = 3;
const pageSize = 100;
/** 5,000 comments. */
const maxPages = 50;

export class RestClient {
  readonly #connection: RestConnection;
  readonly #transport: Transport;
  readonly #clock: Clock;
  /** Server time minus local time. */
  #offsetMs = 0;

  /** @throws ProblemError for an invalid proxy */
  constructor(connection: RestConnection, environment: NodeJS.ProcessEnv) {
    const selection = selectProxy(connection.apiUrl, environment);
    if (!selection.ok) throw new ProblemError([selection.problem]);
    this.#connection = connection;
    this.#transport = new Transport(connection.apiUrl, 1, selection.proxy);
    this.#clock = connection.clock ?? systemClock;
  }

  /** The clock of the server, from its last response, in Unix milliseconds. */
  now(): number {
    return this.#clock.now() + this.#offsetMs;
  }

  close(): void {
    this.#transport.close();
  }

  /** @throws RestError */
  async send<T>(request: RestRequest, schema: z.ZodType<T>): Promise<T> {
    return this.#parse(request, await this.#sendWithRetries(request), schema);
  }

  /** For a response whose body is not used. @throws RestError */
  async execute(request: RestRequest): Promise<void> {
    await this.#sendWithRetries(request);
  }

  /** Reads all pages of a list. @throws RestError, also if there are more than 5,000 items */
  async list<T>(request: Omit<RestRequest, "method" | "body">, item: z.ZodType<T>): Promise<readonly T[]> {
    const items: T[] = [];
    let page: RestRequest = {
      ...request,
      method: "GET",
      query: { ...request.query, per_page: pageSize },
    };
    for (let count = 1; ; count++) {
      const response = await this.#sendWithRetries(page);
      items.push(...this.#parse(page, response, z.array(item)));
      const next = nextPage(response.headers.get("link") ?? "", this.#connection.apiUrl);
      if (next === undefined) return items;
      if (next.origin !== this.#connection.apiUrl.origin)
        throw this.#fail(page, `continues its list at another address, ${next.origin}`);
      if (count === maxPages) throw this.#fail(page, `listed more than ${maxPages * pageSize} items`);
      const { query: _inUrl, ...rest } = page;
      page = { ...rest, path: next };
    }
  }

  async #sendWithRetries(request: RestRequest): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(request);
      if (!("error" in result)) return result;
      const { error, delayMs } = result;
      if (attempt === maxAttempts || delayMs === undefined) throw error;
      await this.#clock.sleep(
        Math.max(delayMs, initialDelayMs * 2 ** (attempt - 1)),
        this.#connection.signal,
      );
    }
  }

  async #attempt(request: RestRequest): Promise<HttpResponse | Failure> {
    const call = this.#describe(request);
    const { isRepeatable = request.method !== "POST" } = request;
    try {
      const response = await this.#follow(request);
      const time = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(time)) this.#offsetMs = time - this.#clock.now();
      if (response.status >= 200 && response.status < 300) return response;
      const retryAt = rateLimitEnd(response, this.now());
      const error = errorFromStatus(call, response, retryAt);
      if (retryAt === undefined)
        return { error, delayMs: isRepeatable && response.status >= 500 ? 0 : undefined };
      const delayMs = Math.max(0, retryAt - this.now());
      return { error, delayMs: delayMs <= maxWaitMs ? delayMs : undefined };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const isReceived = error.reason !== "unreachable";
      const failure = new RestError(
        `Cannot ${call.purpose}: ${call.service} did not answer at ${this.#connection.apiUrl.origin}: ${error.message}.`,
        "Check the address and the network, and run the job again.",
        undefined,
        isReceived,
        { cause: error },
      );
      return { error: failure, delayMs: isRepeatable || !isReceived ? 0 : undefined };
    }
  }

  async #follow(request: RestRequest): Promise<HttpResponse> {
    const { apiUrl, token, authorize, signal } = this.#connection;
    let url =
      request.path instanceof URL ? request.path : new URL(apiUrl.href.replace(/\/$/, "") + request.path);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      url.searchParams.set(name, String(value));
    }
    for (let redirects = 0; ; redirects++) {
      const response = await this.#transport.send({
        method: request.method,
        path: url.pathname + url.search,
        headers: {
          Accept: "application/json",
          "User-Agent": "dbmon-iac",
          ...authorize(token),
          ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        timeout: timeoutMs,
        signal,
      });
      const target = redirects < maxRedirects ? redirectTarget(request, url, response) : undefined;
      if (target === undefined) return response;
      url = target;
    }
  }

  #parse<T>(request: RestRequest, { body }: HttpResponse, schema: z.ZodType<T>): T {
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch (error) {
      throw this.#fail(request, "did not answer with JSON", error);
    }
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const field = issue?.path.join(".") ?? "";
    throw this.#fail(request, `answered with an unexpected ${field === "" ? "value" : field}`, result.error);
  }

  #fail(request: RestRequest, reason: string, cause?: unknown): RestError {
    const { service, purpose } = this.#describe(request);
    const remedy = "Check that the URL of the API is right, and run the job again.";
    return new RestError(`Cannot ${purpose}: ${service} ${reason}.`, remedy, undefined, false, { cause });
  }

  #describe({ purpose, permission }: RestRequest): FailedRestCall {
    const { service, token } = this.#connection;
    return { service, purpose, permission, token };
  }
}

/**
 * When a rate limit ends, in Unix milliseconds. Undefined if the response is no rate limit.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
function rateLimitEnd({ status, headers, body }: HttpResponse, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const retryAfter = parseRetryAfter(headers.get("retry-after"), now);
  if (retryAfter !== undefined) return now + retryAfter;
  const remaining = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining");
  const reset = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset"));
  if (remaining === "0" && Number.isSafeInteger(reset) && reset > 0) return Math.max(now, reset * 1000);
  // GitHub asks to wait for a minute after a secondary limit without a time.
  if (status === 429 || /secondary rate limit/i.test(body.slice(0, 1000))) return now + 60_000;
  return undefined;
}

/** The URL of the next page in a `Link` header (RFC 8288). Undefined on the last page. */
function nextPage(header: string, apiUrl: URL): URL | undefined {
  for (const link of header.split(",")) {
    const [, target = ""] = /^\s*<([^<>]*)>[^<>]*;\s*rel="?next"?/.exec(link) ?? [];
    if (target !== "" && URL.canParse(target, apiUrl.href)) return new URL(target, apiUrl);
  }
  return undefined;
}
