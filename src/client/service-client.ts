/** Typed calls of the service's API: one method per endpoint, domain values in and out. */
import {
  type Alert,
  type AlertConfig,
  type AlertDuration,
  type AlertKind,
  type AlertOption,
  type AlertPolicy,
  type AlertSettings,
  type Destination,
  type Endpoint,
  endpoints,
  isAlertConfig,
  type Host,
  type ListedAlert,
  type LiveAlertConfig,
  MalformedResponseError,
  moreHeader,
  type NewEvent,
  type QueryDigest,
  type QuerySample,
  queryIdToDecimal,
  readAlertConfig,
  readAlertDuration,
  readAlertOption,
  readAlertPolicy,
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
import { type Connection } from "./connection";
import { NotFoundError } from "./errors";
import { type CallInput, type ClientOptions, HttpClient } from "./http-client";
import {
  type EventSearch,
  type HostSearch,
  type PartialEventList,
  type QuerySearch,
  type SampleSearch,
} from "./searches";
import { type HttpResponse } from "./transport";

export class ServiceClient {
  readonly #http: HttpClient;

  constructor(connection: Connection, options: ClientOptions = {}) {
    this.#http = new HttpClient(connection, options);
  }

  /** Max concurrent calls. Further ones wait. */
  get maxConcurrency(): number {
    return this.#http.maxConcurrency;
  }

  /** `GET /config/alerts`. @throws UnexpectedResponseError also if the list is incomplete */
  async listAlerts(signal?: AbortSignal): Promise<ListedAlert[]> {
    return this.#list(endpoints.listAlerts, "alerts", readListedAlert, { signal });
  }

  /** `POST /config/alerts`, the first step of a creation. Not retried if it may have taken effect. */
  async createAlert(settings: AlertSettings, signal?: AbortSignal): Promise<Alert> {
    const body = writeAlertCreation(settings);
    return this.#http.requestJson(endpoints.createAlert, { body, signal }, (value) =>
      readCreatedAlert(value, settings),
    );
  }

  /** `PUT /config/alerts/{alert_id}` with the complete alert. */
  async updateAlert(alert: Alert, signal?: AbortSignal): Promise<void> {
    await this.#http.request(endpoints.updateAlert, { id: alert.id, body: writeAlert(alert), signal });
  }

  /** `DELETE /config/alerts/{alert_id}`. Succeeds if the alert does not exist. */
  async deleteAlert(alertId: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.#http.request(endpoints.deleteAlert, { id: alertId, signal });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }

  /** `GET /config/alerts/{alert_id}/config`; undefined if the service has none. */
  async readAlertConfig(
    alertId: number,
    kind: AlertKind,
    signal?: AbortSignal,
  ): Promise<LiveAlertConfig | undefined> {
    const subject = `configuration of alert ${alertId}`;
    try {
      return await this.#http.requestJson(endpoints.readAlertConfig, { id: alertId, signal }, (value) =>
        readAlertConfig(value, kind, subject),
      );
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  /** `GET /config/alerts/{alert_id}/config`: whether the alert has a configuration of either kind. */
  async hasAlertConfig(alertId: number, signal?: AbortSignal): Promise<boolean> {
    try {
      return await this.#http.requestJson(endpoints.readAlertConfig, { id: alertId, signal }, (value) =>
        isAlertConfig(value),
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
    await this.#http.request(endpoints.writeAlertConfig, { id: alertId, body, signal });
  }

  /** `GET /config/destinations`. */
  async listDestinations(signal?: AbortSignal): Promise<Destination[]> {
    return this.#list(endpoints.listDestinations, "destinations", readDestination, { signal });
  }

  /** `GET /config/alert-opts/policy`. */
  async listPolicies(signal?: AbortSignal): Promise<AlertPolicy[]> {
    return this.#list(endpoints.listPolicies, "policies", readAlertPolicy, { signal });
  }

  /** `GET /config/alert-opts/durations`. */
  async listDurations(signal?: AbortSignal): Promise<AlertDuration[]> {
    return this.#list(endpoints.listDurations, "durations", readAlertDuration, { signal });
  }

  /** `GET /config/integrations`. */
  async listIntegrations(signal?: AbortSignal): Promise<AlertOption[]> {
    return this.#list(endpoints.listIntegrations, "integrations", readAlertOption, { signal });
  }

  /** `GET /hosts`, including deleted hosts. */
  async listHosts({ from, withTags }: HostSearch = {}, signal?: AbortSignal): Promise<Host[]> {
    const input = { query: { from, nest: withTags === true ? "tags" : undefined }, signal };
    return this.#list(endpoints.listHosts, "hosts", readHost, input);
  }

  /** `GET /queries`: fetches all pages, ordered by ID. */
  async *queries(
    search: QuerySearch = {},
    signal?: AbortSignal,
  ): AsyncGenerator<QueryDigest, void, undefined> {
    const { hosts, tags, pageSize, isNew, ...rest } = search;
    const host = hosts?.join(",");
    const query = { ...rest, limit: pageSize, new: isNew, host, tags: tags?.join(" ") };
    let { offset } = search;
    for (;;) {
      const page = await this.#fetchQueryPage({ ...query, offset }, signal);
      yield* page.digests;
      const last = page.digests.at(-1);
      if (!page.hasMore || last === undefined) return;
      offset = last.id;
    }
  }

  /** `GET /queries/{query_id}` with its tags; undefined if it does not exist. @param queryId 16 hexadecimal digits */
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

  /** `GET /queries/samples`. @throws RangeError for an ID that is not hexadecimal */
  async listSamples(
    { queryId, isBrief, ...rest }: SampleSearch,
    signal?: AbortSignal,
  ): Promise<QuerySample[]> {
    const detail = isBrief === true ? 1 : 0;
    const query = { query: queryIdToDecimal(queryId), ...rest, detail, details: detail };
    return this.#list(endpoints.listSamples, "samples", readQuerySample, { query, signal });
  }

  /** `GET /events`: events of the hosts, and global events. @throws UnexpectedResponseError if the list is incomplete */
  async listEvents(search: EventSearch = {}, signal?: AbortSignal): Promise<ServiceEvent[]> {
    return this.#list(endpoints.listEvents, "events", readEvent, { query: eventQuery(search), signal });
  }

  /** `GET /events`, also if the service returned only a part. @throws ResponseTooLargeError */
  async listSomeEvents(search: EventSearch, signal?: AbortSignal): Promise<PartialEventList> {
    const input = { query: eventQuery(search), signal };
    return this.#http.requestJson(endpoints.listEvents, input, (value, response) => ({
      events: readList(value, "events", readEvent),
      hasMore: response.headers.get(moreHeader) === undefined ? undefined : hasMore(response),
    }));
  }

  /** `POST /events` with the agent token. Not retried if it may have taken effect. @returns its UUID, if the response has one */
  async createEvent(event: NewEvent, signal?: AbortSignal): Promise<string | undefined> {
    const response = await this.#http.request(endpoints.createEvent, {
      body: writeEventCreation(event),
      signal,
    });
    return readCreatedUuid(response.body);
  }

  /** Cancels all calls, including those that wait for a retry, and closes the connections. */
  close(): void {
    this.#http.close();
  }

  async #list<T>(
    endpoint: Endpoint,
    elements: string,
    readElement: (element: unknown, subject: string) => T,
    input: CallInput,
  ): Promise<T[]> {
    return this.#http.requestJson(endpoint, input, (value, response) => {
      if (hasMore(response))
        throw new MalformedResponseError(`the list of ${elements} is incomplete (${moreHeader}: true)`);
      return readList(value, elements, readElement);
    });
  }

  /** @throws UnexpectedResponseError if the page does not follow the previous one, because paging would never end */
  async #fetchQueryPage(query: CallInput["query"] & { offset: string | undefined }, signal?: AbortSignal) {
    return this.#http.requestJson(endpoints.listQueries, { query, signal }, (value, response) => {
      const digests = readList(value, "queries", readQueryDigest);
      const after = (query.offset ?? "").toLowerCase().padStart(16, "0");
      const misplaced = digests.find(({ id }) => id <= after && after !== firstOffset);
      if (misplaced === undefined) return { digests, hasMore: hasMore(response) };
      throw new MalformedResponseError(`the page of queries after ${after} contains ${misplaced.id}`);
    });
  }
}

function eventQuery({ hosts, from, until }: EventSearch) {
  return { from, until, host: hosts?.join(","), addGlobal: 1 };
}

const firstOffset = "0".repeat(16);

/** QUERY-7: any value of the header except false and 0 means that there are more. */
function hasMore({ headers }: HttpResponse): boolean {
  return headers.getAll(moreHeader).some((value) => !/^(false|0)$/i.test(value.trim()));
}
