/**
 * Carries out calls of the service's interface: the right token, retries of what may be repeated, a limit of what is under
 * way that adapts to what the service bears, and an error that says what to do for every failure.
 */
import { setMaxListeners } from "node:events";
import { type Secret } from "../diagnostics";
import { type Endpoint, MalformedAnswer, pathOf } from "../service";
import { errorOf, jsonOf, redirectTarget } from "./answer";
import { type Clock, systemClock } from "./clock";
import { type Connection } from "./connection";
import {
  type FailedCall,
  InterruptedError,
  RateLimitedError,
  RunInterruptedError,
  ServiceError,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  UnreachableError,
} from "./errors";
import { Gate } from "./gate";
import { delayBeforeRetry } from "./retry";
import { type Answer, NoAnswer, Transport } from "./transport";

export interface ClientOptions {
  /** Milliseconds that one attempt of a call may take, its answer included. Default 30,000. */
  readonly requestTimeout?: number | undefined;
  /** How many calls may be under way at once. Default 16. */
  readonly maxConcurrency?: number | undefined;
  /** How often a failed call is repeated. Default 4. */
  readonly maxRetries?: number | undefined;
  /** `User-Agent` of every request. */
  readonly userAgent?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Told the clock of the service, in Unix milliseconds and to the second, as each answer says it. */
  readonly onServiceTime?: ((time: number) => void) | undefined;
  /** Numbers from 0 to 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

export const clientDefaults = { requestTimeout: 30_000, maxConcurrency: 16, maxRetries: 4 } as const;

/** Redirects that a read follows before it gives up. */
const longestDetour = 3;

/** The client was closed while a call was under way. */
export class ClientClosed extends Error {
  override readonly name = "ClientClosed";

  constructor() {
    super("the client was closed");
  }
}

export interface CallInput {
  /** What stands in the path: an alert's id, or a query's. */
  readonly id?: number | string;
  /** Query parameters; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export class Caller {
  readonly #baseUrl: string;
  readonly #connection: Connection;
  readonly #secrets: readonly Secret[];
  readonly #transport: Transport;
  readonly #gate: Gate;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #userAgent: string;
  readonly #clock: Clock;
  readonly #onServiceTime: ClientOptions["onServiceTime"];
  readonly #random: () => number;
  readonly #closing = new AbortController();

  constructor(connection: Connection, options: ClientOptions) {
    const maxConcurrency = options.maxConcurrency ?? clientDefaults.maxConcurrency;
    this.#baseUrl = connection.baseUrl.href.replace(/\/+$/, "");
    this.#connection = connection;
    this.#secrets = [connection.apiToken, connection.agentToken];
    this.#transport = new Transport(maxConcurrency);
    this.#gate = new Gate(maxConcurrency);
    this.#timeout = options.requestTimeout ?? clientDefaults.requestTimeout;
    this.#maxRetries = options.maxRetries ?? clientDefaults.maxRetries;
    this.#userAgent = options.userAgent ?? "dbmon-iac";
    this.#clock = options.clock ?? systemClock;
    this.#onServiceTime = options.onServiceTime;
    this.#random = options.random ?? Math.random;
    // Every call under way listens, and there may be more of them than node takes for a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Ends every call that is under way or waits to be repeated, and closes the connections. No call is made after it. */
  close(): void {
    this.#closing.abort(new ClientClosed());
    this.#transport.close();
  }

  /** A call whose answer is read; what cannot be read is an unexpected answer, never a quoted one. */
  async read<T>(
    endpoint: Endpoint,
    input: CallInput,
    read: (value: unknown, answer: Answer) => T,
  ): Promise<T> {
    const answer = await this.call(endpoint, input);
    const call = callOf(endpoint, input);
    try {
      return read(jsonOf(call, answer), answer);
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      const what = `the answer is not of the service's interface: ${error.message}.`;
      throw new UnexpectedAnswerError({ ...call, status: answer.status }, what, { cause: error });
    }
  }

  /** A call and its successful answer. @throws ServiceError; RunInterruptedError once the signal aborts; ClientClosed */
  async call(endpoint: Endpoint, input: CallInput): Promise<Answer> {
    try {
      return await this.#persistently(endpoint, input);
    } catch (error) {
      if (error instanceof ServiceError || input.signal?.aborted !== true) throw error;
      throw new RunInterruptedError(callOf(endpoint, input), { cause: error });
    }
  }

  async #persistently(endpoint: Endpoint, input: CallInput): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const next: { pause?: Promise<void> } = {};
      try {
        const work = () => this.#once(endpoint, input);
        return await this.#gate.run(work, attempt - 1, (error) => {
          if (!(error instanceof ServiceError)) return undefined;
          const delay = delayBeforeRetry(endpoint.method, error, attempt, this.#maxRetries, this.#random());
          if (delay === undefined) return undefined;
          next.pause = this.#clock.sleep(delay, this.#signalOf(input));
          return holdsAllBack(error) ? next.pause : undefined;
        });
      } catch (error) {
        if (next.pause === undefined) throw error;
        // What all wait for is waited for at the gate, in front of the others.
        if (!holdsAllBack(error)) await next.pause;
      }
    }
  }

  async #once(endpoint: Endpoint, input: CallInput): Promise<Answer> {
    const call = callOf(endpoint, input);
    let url = new URL(this.#baseUrl + call.path);
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    try {
      for (let hops = 0; ; hops++) {
        const answer = await this.#send(endpoint, input, url);
        const time = Date.parse(answer.headers.date ?? "");
        if (!Number.isNaN(time)) this.#onServiceTime?.(time);
        if (answer.status >= 200 && answer.status < 300) return answer;
        const target = hops < longestDetour ? redirectTarget(endpoint, url, answer) : undefined;
        if (target === undefined) throw errorOf(call, answer, this.#secrets, this.#clock.now());
        url = target;
      }
    } catch (error) {
      if (error instanceof NoAnswer) throw this.#withoutAnswer(call, error);
      throw error;
    }
  }

  #send(endpoint: Endpoint, input: CallInput, url: URL): Promise<Answer> {
    const { apiToken, agentToken } = this.#connection;
    const token = endpoint.token === "agent" ? agentToken : apiToken;
    const headers: Record<string, string> = {
      Accept: "application/json",
      Authorization: `Bearer ${token.reveal()}`,
      "User-Agent": this.#userAgent,
    };
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    return this.#transport.send({
      method: endpoint.method,
      url,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      timeout: this.#timeout,
      signal: this.#signalOf(input),
    });
  }

  #signalOf({ signal }: CallInput): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
  }

  #withoutAnswer(call: FailedCall, error: NoAnswer): ServiceError {
    switch (error.reason) {
      case "unreachable":
        return new UnreachableError(call, this.#baseUrl, error.message, { cause: error });
      case "interrupted":
        return new InterruptedError(call, error.message, { cause: error });
      case "timeout":
        return new TimeoutError(call, this.#timeout);
      case "too-large":
        return new UnexpectedAnswerError(call, `${error.message}.`);
    }
  }
}

/** Whether the next call would be told the same: the service limits its callers, or says when it will be back. */
function holdsAllBack(error: unknown): boolean {
  return (
    error instanceof RateLimitedError || (error instanceof UnavailableError && error.retryAfter !== undefined)
  );
}

function callOf(endpoint: Endpoint, input: CallInput): FailedCall {
  return { method: endpoint.method, path: pathOf(endpoint, input.id) };
}
