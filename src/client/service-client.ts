/**
 * The service's interface as typed calls: one method an endpoint, domain values in and out. Retries what may be
 * repeated, limits what is under way, and turns every failure into an error that says what to do.
 */
import { setMaxListeners } from "node:events";
import { type Secret } from "../diagnostics";
import {
  type Alert,
  type AlertConfig,
  type AlertDuration,
  type AlertKind,
  type AlertOption,
  type AlertSettings,
  type Destination,
  type Endpoint,
  endpoints,
  holdsAlertConfig,
  type Host,
  type LiveAlertConfig,
  MalformedAnswer,
  pathOf,
  readAlert,
  readAlertConfig,
  readAlertDuration,
  readAlertOption,
  readCreatedAlert,
  readDestination,
  readHost,
  readList,
  writeAlert,
  writeAlertConfig,
  writeAlertCreation,
} from "../service";
import { errorOf, jsonOf } from "./answer";
import { type Clock, systemClock } from "./clock";
import { type Connection } from "./connection";
import {
  type FailedCall,
  InterruptedError,
  NotFoundError,
  ServiceError,
  TimeoutError,
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
  /** Numbers from 0 to 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

export const clientDefaults = { requestTimeout: 30_000, maxConcurrency: 16, maxRetries: 4 } as const;

interface CallInput {
  readonly alertId?: number;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The client was closed while a call was under way. */
export class ClientClosed extends Error {
  override readonly name = "ClientClosed";

  constructor() {
    super("the client was closed");
  }
}

export class ServiceClient {
  readonly #baseUrl: string;
  readonly #secrets: readonly Secret[];
  readonly #token: Secret;
  readonly #transport: Transport;
  readonly #gate: Gate;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #userAgent: string;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #closing = new AbortController();

  constructor(connection: Connection, options: ClientOptions = {}) {
    const maxConcurrency = options.maxConcurrency ?? clientDefaults.maxConcurrency;
    this.#baseUrl = connection.baseUrl.href.replace(/\/+$/, "");
    this.#token = connection.apiToken;
    this.#secrets = [connection.apiToken, connection.agentToken];
    this.#transport = new Transport(maxConcurrency);
    this.#gate = new Gate(maxConcurrency);
    this.#timeout = options.requestTimeout ?? clientDefaults.requestTimeout;
    this.#maxRetries = options.maxRetries ?? clientDefaults.maxRetries;
    this.#userAgent = options.userAgent ?? "dbmon-iac";
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    // Every call under way listens, and there may be more of them than node takes for a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** `GET /config/alerts`. @throws UnexpectedAnswerError also when the service says that the list is not whole. */
  async listAlerts(signal?: AbortSignal): Promise<Alert[]> {
    return this.#list(endpoints.listAlerts, "alerts", readAlert, signal);
  }

  /** `POST /config/alerts`, the first step of a creation. Never repeated where it may have taken effect. */
  async createAlert(settings: AlertSettings, signal?: AbortSignal): Promise<Alert> {
    const body = writeAlertCreation(settings);
    return this.#read(endpoints.createAlert, { body, signal }, (value) => readCreatedAlert(value, settings));
  }

  /** `PUT /config/alerts/{alert_id}` with the complete alert. */
  async updateAlert(alert: Alert, signal?: AbortSignal): Promise<void> {
    await this.#call(endpoints.updateAlert, { alertId: alert.id, body: writeAlert(alert), signal });
  }

  /** `DELETE /config/alerts/{alert_id}`. An alert that is gone already is deleted. */
  async deleteAlert(alertId: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.#call(endpoints.deleteAlert, { alertId, signal });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }

  /** `GET /config/alerts/{alert_id}/config`; undefined where the service has none. */
  async readAlertConfig(
    alertId: number,
    kind: AlertKind,
    signal?: AbortSignal,
  ): Promise<LiveAlertConfig | undefined> {
    const subject = `configuration of alert ${alertId}`;
    try {
      return await this.#read(endpoints.readAlertConfig, { alertId, signal }, (value) =>
        readAlertConfig(value, kind, subject),
      );
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** `GET /config/alerts/{alert_id}/config`: whether the service holds a configuration of either kind. */
  async hasAlertConfig(alertId: number, signal?: AbortSignal): Promise<boolean> {
    try {
      return await this.#read(endpoints.readAlertConfig, { alertId, signal }, (value) =>
        holdsAlertConfig(value),
      );
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    }
  }

  /** `PUT /config/alerts/{alert_id}/config` with the complete configuration. */
  async writeAlertConfig(
    alertId: number,
    config: AlertConfig,
    unknownFields: Readonly<Record<string, unknown>> = {},
    signal?: AbortSignal,
  ): Promise<void> {
    const body = writeAlertConfig(config, unknownFields);
    await this.#call(endpoints.writeAlertConfig, { alertId, body, signal });
  }

  /** `GET /config/destinations`. */
  async listDestinations(signal?: AbortSignal): Promise<Destination[]> {
    return this.#list(endpoints.listDestinations, "destinations", readDestination, signal);
  }

  /** `GET /config/alert-opts/policy`. */
  async listPolicies(signal?: AbortSignal): Promise<AlertOption[]> {
    return this.#list(endpoints.listPolicies, "policies", readAlertOption, signal);
  }

  /** `GET /config/alert-opts/durations`. */
  async listDurations(signal?: AbortSignal): Promise<AlertDuration[]> {
    return this.#list(endpoints.listDurations, "durations", readAlertDuration, signal);
  }

  /** `GET /config/integrations`. */
  async listIntegrations(signal?: AbortSignal): Promise<AlertOption[]> {
    return this.#list(endpoints.listIntegrations, "integrations", readAlertOption, signal);
  }

  /** `GET /hosts`. */
  async listHosts(signal?: AbortSignal): Promise<Host[]> {
    return this.#list(endpoints.listHosts, "hosts", readHost, signal);
  }

  /** Ends every call that is under way or waits to be repeated, and closes the connections. No call is made after it. */
  close(): void {
    this.#closing.abort(new ClientClosed());
    this.#transport.close();
  }

  async #list<T>(
    endpoint: Endpoint,
    noun: string,
    readElement: (element: unknown, subject: string) => T,
    signal: AbortSignal | undefined,
  ): Promise<T[]> {
    return this.#read(endpoint, { signal }, (value, answer) => {
      const more = String(answer.headers["x-vc-meta-more"] ?? "false").trim();
      if (!/^(false|0)$/i.test(more)) {
        throw new MalformedAnswer(`the list of ${noun} is not whole (x-vc-meta-more: true)`);
      }
      return readList(value, noun, readElement);
    });
  }

  /** A call whose answer is read; what cannot be read is an unexpected answer, never a quoted one. */
  async #read<T>(
    endpoint: Endpoint,
    input: CallInput,
    read: (value: unknown, answer: Answer) => T,
  ): Promise<T> {
    const answer = await this.#call(endpoint, input);
    const call = callOf(endpoint, input);
    try {
      return read(jsonOf(call, answer), answer);
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      const what = `the answer is not of the service's interface: ${error.message}.`;
      throw new UnexpectedAnswerError({ ...call, status: answer.status }, what, { cause: error });
    }
  }

  async #call(endpoint: Endpoint, input: CallInput): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#gate.run(() => this.#once(endpoint, input));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const delay = delayBeforeRetry(endpoint.method, error, attempt, this.#maxRetries, this.#random());
        if (delay === undefined) throw error;
        await this.#clock.sleep(delay, this.#signalOf(input));
      }
    }
  }

  async #once(endpoint: Endpoint, input: CallInput): Promise<Answer> {
    const call = callOf(endpoint, input);
    const headers: Record<string, string> = {
      Accept: "application/json",
      Authorization: `Bearer ${this.#token.reveal()}`,
      "User-Agent": this.#userAgent,
    };
    if (input.body !== undefined) headers["Content-Type"] = "application/json";
    try {
      const answer = await this.#transport.send({
        method: endpoint.method,
        url: new URL(this.#baseUrl + call.path),
        headers,
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        timeout: this.#timeout,
        signal: this.#signalOf(input),
      });
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw errorOf(call, answer, this.#secrets, this.#clock.now());
    } catch (error) {
      if (error instanceof NoAnswer) throw this.#withoutAnswer(call, error);
      throw error;
    }
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

function callOf(endpoint: Endpoint, input: CallInput): FailedCall {
  return { method: endpoint.method, path: pathOf(endpoint, input.alertId) };
}
