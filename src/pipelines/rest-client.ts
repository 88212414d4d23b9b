/**
 * Sends requests to the REST API of GitHub or GitLab. The token is sent only to the origin of the API's URL. Retries what is safe to
 * retry, waits for rate limits, and follows pages.
 */
import * as z from "zod";
import {
  type AttemptEnd,
  clampWait,
  clientDefaults,
  ConcurrencyLimiter,
  delayAfter,
  type HttpResponse,
  isLoopback,
  parseRetryAfter,
  selectProxy,
  systemClock,
  Transport,
  TransportError,
} from "../client";
import { errorOf, parseJson, ProblemError, quote, Secret, truncate } from "../diagnostics";
import { requireVariable } from "./variables";

export interface RestApi {
  /** For example `GitHub`. */
  readonly service: string;
  readonly urlVariable: string;
  readonly tokenVariable: string;
  /** How to set the token: imperative sentences. */
  readonly tokenRemedy: string;
  readonly authorize: (token: string) => Readonly<Record<string, string>>;
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

const pageSize = 100;
/** 5,000 comments. */
const maxPages = 50;

/** A failed call, as a problem with a remedy. */
export class RestError extends ProblemError {
  override name = "RestError";

  constructor(
    what: string,
    remedy: string,
    /** Undefined without a response. */
    readonly status: number | undefined,
    /** Whether the server may have executed the request although it failed. */
    readonly mayHaveTakenEffect: boolean,
    options?: ErrorOptions,
  ) {
    super([errorOf("code-host-failed", what, { remedy })], options);
  }
}

export class RestClient {
  readonly apiUrl: URL;
  readonly #token: Secret;
  readonly #transport: Transport;
  readonly #limiter = new ConcurrencyLimiter(1, systemClock);
  /** Server time minus local time. */
  #offsetMs = 0;

  /** @throws ProblemError if a variable or the proxy is missing or invalid */
  constructor(
    private readonly api: RestApi,
    environment: NodeJS.ProcessEnv,
    private readonly signal: AbortSignal,
  ) {
    this.apiUrl = parseApiUrl(requireVariable(environment, api.urlVariable), api.urlVariable);
    this.#token = readToken(environment, api);
    const selection = selectProxy(this.apiUrl, environment);
    if (!selection.ok) throw new ProblemError([selection.problem]);
    this.#transport = new Transport(this.apiUrl, 1, selection.proxy);
  }

  /** The clock of the server, from its last response, in Unix milliseconds. */
  now(): number {
    return systemClock.now() + this.#offsetMs;
  }

  close(): void {
    this.#transport.close();
  }

  /** @throws RestError */
  async send<T>(request: RestRequest, schema: z.ZodType<T>): Promise<T> {
    return this.#parse(request, await this.execute(request), schema);
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
      const response = await this.execute(page);
      items.push(...this.#parse(page, response, z.array(item)));
      const next = nextPage(response.headers.get("link") ?? "", this.apiUrl);
      if (next === undefined) return items;
      if (next.origin !== this.apiUrl.origin)
        throw this.#fail(page, `continues its list at another address, ${next.origin}`);
      if (count === maxPages) throw this.#fail(page, `listed more than ${maxPages * pageSize} items`);
      const { query: _inUrl, ...rest } = page;
      page = { ...rest, path: next };
    }
  }

  /** @returns a response with status 2xx @throws RestError */
  async execute(request: RestRequest): Promise<HttpResponse> {
    return this.#limiter.run((attempt) => this.#attempt(request, attempt), this.signal);
  }

  async #attempt(request: RestRequest, attempt: number): Promise<AttemptEnd<HttpResponse>> {
    const { method, purpose, isRepeatable = method !== "POST" } = request;
    const { service } = this.api;
    const fail = (error: RestError, canRetry: boolean, waitMs?: number) => {
      const retryInMs = canRetry ? delayAfter(attempt, clientDefaults.maxRetries, waitMs) : undefined;
      return { error, retryInMs };
    };
    try {
      const response = await this.#request(request);
      const time = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(time)) this.#offsetMs = time - systemClock.now();
      if (response.status >= 200 && response.status < 300) return { response };
      const retryAt = rateLimitEnd(response, this.now());
      const error = errorFromStatus(this.api, request, response, this.#token, retryAt);
      return retryAt === undefined
        ? fail(error, isRepeatable && response.status >= 500)
        : fail(error, true, Math.max(0, retryAt - this.now()));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      const isReceived = error.reason !== "unreachable";
      const what = `Cannot ${purpose}: ${service} did not answer at ${this.apiUrl.origin}: ${error.message}.`;
      const remedy = "Check the address and the network, and run the job again.";
      const failure = new RestError(what, remedy, undefined, isReceived, { cause: error });
      return fail(failure, isRepeatable || !isReceived);
    }
  }

  #request({ method, path, query = {}, body }: RestRequest): Promise<HttpResponse> {
    const url = path instanceof URL ? path : new URL(this.apiUrl.href.replace(/\/$/, "") + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    return this.#transport.send({
      method,
      path: url.pathname + url.search,
      headers: {
        Accept: "application/json",
        "User-Agent": "dbmon-iac",
        ...this.api.authorize(this.#token.reveal()),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeout: clientDefaults.requestTimeout,
      signal: this.signal,
    });
  }

  #parse<T>(request: RestRequest, { body }: HttpResponse, schema: z.ZodType<T>): T {
    let value: unknown;
    try {
      value = parseJson(body);
    } catch (error) {
      throw this.#fail(request, "answered with JSON over a limit", error);
    }
    if (value === undefined) throw this.#fail(request, "did not answer with JSON");
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const field = issue?.path.join(".") ?? "";
    throw this.#fail(request, `answered with an unexpected ${field === "" ? "value" : field}`, result.error);
  }

  #fail({ purpose }: RestRequest, reason: string, cause?: unknown): RestError {
    const remedy = "Check the URL of the API, and run the job again.";
    const what = `Cannot ${purpose}: ${this.api.service} ${reason}.`;
    return new RestError(what, remedy, undefined, false, { cause });
  }
}

function readToken(environment: NodeJS.ProcessEnv, { tokenVariable, tokenRemedy }: RestApi): Secret {
  const token = (environment[tokenVariable] ?? "").trim();
  if (/^[\x21-\x7e]+$/.test(token)) return new Secret(token);
  const what = token === "" ? "is not set" : "contains a character that is not valid in a token";
  throw ProblemError.of("code-host-failed", `${tokenVariable} ${what}.`, { remedy: tokenRemedy });
}

function parseApiUrl(text: string, variable: string): URL {
  const refuse = (what: string) =>
    ProblemError.of("code-host-failed", `${variable} ${what}.`, {
      remedy: "Set it to the URL of the API, with https://.",
    });
  if (!URL.canParse(text)) throw refuse("is not a URL");
  const url = new URL(text);
  const isEncrypted = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isEncrypted) throw refuse("does not start with https://, which would expose the token");
  if (url.username !== "" || url.password !== "" || /[?#]/.test(text)) {
    throw refuse("contains a user name, a password, a query or a fragment");
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/**
 * When a rate limit ends, in Unix milliseconds. Undefined if the response does not report one.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
function rateLimitEnd({ status, headers, body }: HttpResponse, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const retryAfter = parseRetryAfter(headers.get("retry-after"), now);
  if (retryAfter !== undefined) return now + retryAfter;
  const remaining = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining");
  const reset = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset"));
  if (remaining === "0" && Number.isSafeInteger(reset) && reset > 0)
    return now + clampWait(reset * 1000 - now);
  // GitHub asks to wait for a minute after a secondary limit without a time.
  if (status === 429 || /secondary rate limit/i.test(body.slice(0, 1000))) return now + 60_000;
  return undefined;
}

/** The URL of the next page in a `Link` header (RFC 8288). */
function nextPage(header: string, apiUrl: URL): URL | undefined {
  for (const link of header.split(",")) {
    const [, target = ""] = /^\s*<([^<>]*)>[^<>]*;\s*rel="?next"?/.exec(link) ?? [];
    if (target !== "" && URL.canParse(target, apiUrl.href)) return new URL(target, apiUrl);
  }
  return undefined;
}

/** @param retryAt when a rate limit ends, in Unix milliseconds */
function errorFromStatus(
  { service }: RestApi,
  { purpose, permission }: RestRequest,
  response: HttpResponse,
  token: Secret,
  retryAt: number | undefined,
): RestError {
  const { status } = response;
  const message = messageOf(response, token);
  const answer = `${status}${message === "" ? "" : `, ${quote(message)}`}`;
  const fail = (reason: string, remedy: string, mayHaveTakenEffect = false) =>
    new RestError(`Cannot ${purpose}: ${service} ${reason}.`, remedy, status, mayHaveTakenEffect);
  if (retryAt !== undefined)
    return fail(
      `limits the rate of requests until ${new Date(retryAt).toISOString()}`,
      "Run the job again after this time.",
    );
  if (status === 401) return fail(`rejected the token (${answer})`, "Set a valid token.");
  if (status === 403) return fail(`denied access (${answer})`, `Grant the permission ${permission}.`);
  if (status === 404) {
    return fail(
      `did not find the object (${answer})`,
      `Check that it exists, and that the token has the permission ${permission}.`,
    );
  }
  if (status >= 500) return fail(`is unavailable (${answer})`, "Run the job again.", true);
  if (status >= 300 && status < 400) {
    return fail(`redirects to another address (${status})`, "Set the URL of its API to the new address.");
  }
  return fail(`refused the request (${answer})`, "Correct what the response names, and run the job again.");
}

const maxMessageLength = 300;
const errorBody = z.object({ message: z.unknown(), error: z.unknown() }).partial();

function messageOf({ body }: HttpResponse, token: Secret): string {
  try {
    const { message, error } = errorBody.parse(JSON.parse(body));
    const text = message ?? error;
    if (text === undefined) return "";
    return truncate(token.redact(typeof text === "string" ? text : JSON.stringify(text)), maxMessageLength);
  } catch {
    return "";
  }
}
