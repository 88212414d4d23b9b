/**
 * The service's interface as typed calls: one method an endpoint, domain values in and out. How a call is made, repeated
 * and limited is the caller's.
 */
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
  type ListedAlert,
  type LiveAlertConfig,
  MalformedAnswer,
  moreHeader,
  type NewEvent,
  type QueryDigest,
  type QuerySample,
  queryIdToDecimal,
  readAlertConfig,
  readAlertDuration,
  readAlertOption,
  readCreatedAlert,
  readCreatedUuid,
  readDestination,
  readEvent,
  readHost,
  readList,
  readListedAlert,
  readQueryDigest,
  readQuerySample,
  type ServiceEvent,
  writeAlert,
  writeAlertConfig,
  writeAlertCreation,
  writeEventCreation,
} from "../service";
import { Caller, type CallInput, type ClientOptions } from "./caller";
import { type Connection } from "./connection";
import { NotFoundError } from "./errors";
import { type EventSearch, type HostSearch, type QuerySearch, type SampleSearch } from "./searches";
import { type Answer } from "./transport";

export class ServiceClient {
  readonly #caller: Caller;

  constructor(connection: Connection, options: ClientOptions = {}) {
    this.#caller = new Caller(connection, options);
  }

  /** `GET /config/alerts`. @throws UnexpectedAnswerError also when the service says that the list is not whole. */
  async listAlerts(signal?: AbortSignal): Promise<ListedAlert[]> {
    return this.#list(endpoints.listAlerts, "alerts", readListedAlert, { signal });
  }

  /** `POST /config/alerts`, the first step of a creation. Never repeated where it may have taken effect. */
  async createAlert(settings: AlertSettings, signal?: AbortSignal): Promise<Alert> {
    const body = writeAlertCreation(settings);
    return this.#caller.read(endpoints.createAlert, { body, signal }, (value) =>
      readCreatedAlert(value, settings),
    );
  }

  /** `PUT /config/alerts/{alert_id}` with the complete alert. */
  async updateAlert(alert: Alert, signal?: AbortSignal): Promise<void> {
    await this.#caller.call(endpoints.updateAlert, { id: alert.id, body: writeAlert(alert), signal });
  }

  /** `DELETE /config/alerts/{alert_id}`. An alert that is gone already is deleted. */
  async deleteAlert(alertId: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.#caller.call(endpoints.deleteAlert, { id: alertId, signal });
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
      return await this.#caller.read(endpoints.readAlertConfig, { id: alertId, signal }, (value) =>
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
      return await this.#caller.read(endpoints.readAlertConfig, { id: alertId, signal }, (value) =>
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
    await this.#caller.call(endpoints.writeAlertConfig, { id: alertId, body, signal });
  }

  /** `GET /config/destinations`. */
  async listDestinations(signal?: AbortSignal): Promise<Destination[]> {
    return this.#list(endpoints.listDestinations, "destinations", readDestination, { signal });
  }

  /** `GET /config/alert-opts/policy`. */
  async listPolicies(signal?: AbortSignal): Promise<AlertOption[]> {
    return this.#list(endpoints.listPolicies, "policies", readAlertOption, { signal });
  }

  /** `GET /config/alert-opts/durations`. */
  async listDurations(signal?: AbortSignal): Promise<AlertDuration[]> {
    return this.#list(endpoints.listDurations, "durations", readAlertDuration, { signal });
  }

  /** `GET /config/integrations`. */
  async listIntegrations(signal?: AbortSignal): Promise<AlertOption[]> {
    return this.#list(endpoints.listIntegrations, "integrations", readAlertOption, { signal });
  }

  /** `GET /hosts`, deleted ones included. */
  async listHosts({ from, withTags }: HostSearch = {}, signal?: AbortSignal): Promise<Host[]> {
    const input = { query: { from, nest: withTags === true ? "tags" : undefined }, signal };
    return this.#list(endpoints.listHosts, "hosts", readHost, input);
  }

  /** `GET /queries`, page by page: all that were found, by id. @param search how many a page; the service's most by default */
  async *queries(
    search: QuerySearch = {},
    signal?: AbortSignal,
  ): AsyncGenerator<QueryDigest, void, undefined> {
    const { hosts, tags, pageSize, isNew, ...rest } = search;
    const host = hosts?.join(",");
    const query = { ...rest, limit: pageSize, new: isNew, host, tags: tags?.join(" ") };
    let { offset } = search;
    for (;;) {
      const page = await this.#pageOfQueries({ ...query, offset }, signal);
      yield* page.digests;
      const last = page.digests.at(-1);
      if (!page.hasMore || last === undefined) return;
      offset = last.id;
    }
  }

  /** `GET /queries/{query_id}` with its tags; undefined where there is none. @param queryId 16 hexadecimal digits */
  async readQuery(queryId: string, signal?: AbortSignal): Promise<QueryDigest | undefined> {
    try {
      const input = { id: queryId, query: { tags: 1 }, signal };
      const [digest] = await this.#list(endpoints.readQuery, "queries", readQueryDigest, input);
      return digest;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** `GET /queries/samples`. @throws RangeError for an id that is not of hexadecimal digits */
  async listSamples(
    { queryId, isBrief, ...rest }: SampleSearch,
    signal?: AbortSignal,
  ): Promise<QuerySample[]> {
    const detail = isBrief === true ? 1 : 0;
    const query = { query: queryIdToDecimal(queryId), ...rest, detail, details: detail };
    return this.#list(endpoints.listSamples, "samples", readQuerySample, { query, signal });
  }

  /** `GET /events`: of the hosts, or of all, and global ones. @throws UnexpectedAnswerError where there are more than were listed */
  async listEvents({ hosts, from, until }: EventSearch = {}, signal?: AbortSignal): Promise<ServiceEvent[]> {
    const query = { from, until, host: hosts?.join(","), addGlobal: 1 };
    return this.#list(endpoints.listEvents, "events", readEvent, { query, signal });
  }

  /** `POST /events` with an agent's token. Never repeated where it may have taken effect. @returns its uuid, if told */
  async createEvent(event: NewEvent, signal?: AbortSignal): Promise<string | undefined> {
    const answer = await this.#caller.call(endpoints.createEvent, {
      body: writeEventCreation(event),
      signal,
    });
    return readCreatedUuid(answer.body);
  }

  /** Ends every call that is under way or waits to be repeated, and closes the connections. No call is made after it. */
  close(): void {
    this.#caller.close();
  }

  async #list<T>(
    endpoint: Endpoint,
    noun: string,
    readElement: (element: unknown, subject: string) => T,
    input: CallInput,
  ): Promise<T[]> {
    return this.#caller.read(endpoint, input, (value, answer) => {
      if (hasMore(answer))
        throw new MalformedAnswer(`the list of ${noun} is not whole (${moreHeader}: true)`);
      return readList(value, noun, readElement);
    });
  }

  /** @throws UnexpectedAnswerError where it does not go on from the page before, which would have no end */
  async #pageOfQueries(query: CallInput["query"] & { offset: string | undefined }, signal?: AbortSignal) {
    return this.#caller.read(endpoints.listQueries, { query, signal }, (value, answer) => {
      const digests = readList(value, "queries", readQueryDigest);
      const after = (query.offset ?? "").toLowerCase().padStart(16, "0");
      const stray = digests.find(({ id }) => id <= after && after !== start);
      if (stray === undefined) return { digests, hasMore: hasMore(answer) };
      throw new MalformedAnswer(`the page of queries past ${after} holds ${stray.id}`);
    });
  }
}

/** The offset of the first page. */
const start = "0".repeat(16);

/** QUERY-7: a header that is there means more, unless it says no. */
function hasMore({ headers }: Answer): boolean {
  return !/^(false|0)$/i.test(String(headers[moreHeader] ?? "false").trim());
}
