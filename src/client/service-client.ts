/** Typed calls of the service's API: one method per endpoint, domain values in and out. */
import {
  type Alert,
  type AlertConfig,
  type AlertKind,
  type AlertSettings,
  type Endpoint,
  endpoints,
  type Host,
  isAlertConfig,
  type LiveAlertConfig,
  MalformedResponseError,
  moreHeader,
  type NewEvent,
  type QueryDigest,
  queryIdOfMetric,
  queryIdToDecimal,
  type QuerySample,
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
import { type HttpResponse } from "./transport";

/** Unix timestamps in seconds; 0 and negative values are relative to now (GEN-4). */
interface Interval {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface HostSearch {
  /** Unix timestamp in seconds; 0 and negative values are relative to now. */
  readonly from?: number | undefined;
  readonly withTags?: boolean | undefined;
}

export interface QuerySearch extends Interval {
  /** Host IDs; all hosts by default. */
  readonly hosts?: readonly number[] | undefined;
  /** Pattern that matches anywhere in the text; `^` anchors the start, `$` the end, and `*` matches any text. */
  readonly filter?: string | undefined;
  /** Keys, values or `key=value` pairs; a digest must have all of them. */
  readonly tags?: readonly string[] | undefined;
  /** Only queries first seen in the interval. */
  readonly isNew?: boolean | undefined;
  /** Hexadecimal query ID. Results start after it. */
  readonly offset?: string | undefined;
  /** Max results per request. */
  readonly pageSize?: number | undefined;
}

interface SampleSearch extends Interval {
  /** Hexadecimal ID of the query family. */
  readonly queryId: string;
  readonly host?: number | undefined;
  readonly limit?: number | undefined;
  /** Omits the text and the plan. */
  readonly isBrief?: boolean | undefined;
}

interface EventSearch extends Interval {
  /** Host IDs; all hosts by default. Global events are always included. */
  readonly hosts?: readonly number[] | undefined;
}

/** A response of `GET /events`, which documents no paging. */
export interface PartialEventList {
  readonly events: readonly ServiceEvent[];
  /** Whether the service has more events. Undefined if the response does not state it. */
  readonly hasMore: boolean | undefined;
}

type ElementReader<T> = (element: unknown, subject: string) => T;

export class ServiceClient {
  readonly #http: HttpClient;
  /** `GET /config/destinations`. */
  readonly listDestinations = this.#lister(endpoints.listDestinations, "destinations", readDestination);
  /** `GET /config/alert-opts/policy`. */
  readonly listPolicies = this.#lister(endpoints.listPolicies, "policies", readAlertPolicy);
  /** `GET /config/alert-opts/durations`. */
  readonly listDurations = this.#lister(endpoints.listDurations, "durations", readAlertDuration);
  /** `GET /config/integrations`. */
  readonly listIntegrations = this.#lister(endpoints.listIntegrations, "integrations", readAlertOption);
  /** `GET /config/alerts`. @throws UnexpectedResponseError also if the list is incomplete */
  readonly listAlerts = this.#lister(endpoints.listAlerts, "alerts", readListedAlert);

  constructor(connection: Connection, options: ClientOptions = {}) {
    this.#http = new HttpClient(connection, options);
  }

  /** Max concurrent calls. Further ones wait. */
  get maxConcurrency(): number {
    return this.#http.maxConcurrency;
  }

  /** How far the service's clock is ahead of this machine's, in milliseconds. 0 until a response proves a difference. */
  get clockOffsetMs(): number {
    return this.#http.clockOffsetMs;
  }

  /** `POST /config/alerts`, the first step of a creation. Not retried if it may have taken effect. */
  async createAlert(settings: AlertSettings): Promise<Alert> {
    const body = writeAlertCreation(settings);
    return this.#http.requestJson(endpoints.createAlert, { body }, (value) =>
      readCreatedAlert(value, settings),
    );
  }

  /** `PUT /config/alerts/{alert_id}` with the complete alert. */
  async updateAlert(alert: Alert): Promise<void> {
    await this.#http.request(endpoints.updateAlert, { id: alert.id, body: writeAlert(alert) });
  }

  /** `DELETE /config/alerts/{alert_id}`. Succeeds if the alert does not exist. */
  async deleteAlert(alertId: number): Promise<void> {
    try {
      await this.#http.request(endpoints.deleteAlert, { id: alertId });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }

  /** `GET /config/alerts/{alert_id}/config`. Undefined if it was never written. */
  async readAlertConfig(
    alertId: number,
    kind: AlertKind,
    signal?: AbortSignal,
  ): Promise<LiveAlertConfig | undefined> {
    const subject = `configuration of alert ${alertId}`;
    return this.#readIfFound(endpoints.readAlertConfig, { id: alertId, signal }, (value) =>
      readAlertConfig(value, kind, subject),
    );
  }

  /** `GET /config/alerts/{alert_id}/config`: whether the alert has a configuration of either kind. */
  async hasAlertConfig(alertId: number, signal?: AbortSignal): Promise<boolean> {
    const input = { id: alertId, signal };
    const found = await this.#readIfFound(endpoints.readAlertConfig, input, (value) => isAlertConfig(value));
    return found ?? false;
  }

  /** `PUT /config/alerts/{alert_id}/config` with the complete configuration. */
  async writeAlertConfig(
    alertId: number,
    config: AlertConfig,
    unknownFields: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const body = writeAlertConfig(config, unknownFields);
    await this.#http.request(endpoints.writeAlertConfig, { id: alertId, body });
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
    for (let number = 1; ; number++) {
      const page = await this.#fetchQueryPage({ ...query, offset }, number, signal);
      yield* page.digests;
      const last = page.digests.at(-1);
      if (!page.hasMore || last === undefined) return;
      offset = last.id;
    }
  }

  /** `GET /queries/{query_id}` with its tags. Undefined if it does not exist. @param queryId 16 hexadecimal digits */
  async readQuery(queryId: string, signal?: AbortSignal): Promise<QueryDigest | undefined> {
    const input = { id: queryId, query: { tags: 1 }, signal };
    const digests = await this.#readIfFound(endpoints.readQuery, input, (value) =>
      readList(value, "queries", readQueryDigest),
    );
    return digests?.[0];
  }

  /**
   * Reads each query family that one of the metrics names, with one call per family.
   * @returns the families by ID in lower case; undefined for an ID that does not exist
   */
  async readQueriesOfMetrics(
    metrics: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, QueryDigest | undefined>> {
    const ids = new Set(metrics.flatMap((metric) => queryIdOfMetric(metric) ?? []));
    return new Map(
      await Promise.all([...ids].map(async (id) => [id, await this.readQuery(id, signal)] as const)),
    );
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

  /** `GET /events`. @throws UnexpectedResponseError if the list is incomplete */
  async listEvents(search: EventSearch = {}, signal?: AbortSignal): Promise<ServiceEvent[]> {
    return this.#list(endpoints.listEvents, "events", readEvent, { query: eventQuery(search), signal });
  }

  /** `GET /events`. Accepts an incomplete list. @throws ResponseTooLargeError */
  async listSomeEvents(search: EventSearch, signal?: AbortSignal): Promise<PartialEventList> {
    const input = { query: eventQuery(search), signal };
    return this.#http.requestJson(endpoints.listEvents, input, (value, response) => ({
      events: readList(value, "events", readEvent),
      hasMore: response.headers.get(moreHeader) === undefined ? undefined : hasMore(response),
    }));
  }

  /** `POST /events` with the agent token. Not retried if it may have taken effect. @returns its UUID, if the service returns it */
  async createEvent(event: NewEvent): Promise<string | undefined> {
    const { body } = await this.#http.request(endpoints.createEvent, { body: writeEventCreation(event) });
    return readCreatedUuid(body);
  }

  /** Cancels all calls, including those that wait for a retry, and closes the connections. */
  close(): void {
    this.#http.close();
  }

  async #readIfFound<T>(
    endpoint: Endpoint,
    input: CallInput,
    parse: (value: unknown) => T,
  ): Promise<T | undefined> {
    try {
      return await this.#http.requestJson(endpoint, input, parse);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  #lister<T>(endpoint: Endpoint, elements: string, readElement: ElementReader<T>) {
    return (signal?: AbortSignal): Promise<T[]> => this.#list(endpoint, elements, readElement, { signal });
  }

  async #list<T>(
    endpoint: Endpoint,
    elements: string,
    readElement: ElementReader<T>,
    input: CallInput,
  ): Promise<T[]> {
    return this.#http.requestJson(endpoint, input, (value, response) => {
      const { query = {} } = input;
      if (hasMore(response) && query["limit"] === undefined) {
        const what = `the list of ${elements} is incomplete (${moreHeader}: true)`;
        throw new MalformedResponseError(what, "until" in query ? "Request a shorter interval." : undefined);
      }
      return readList(value, elements, readElement);
    });
  }

  /**
   * @param number of the page, from 1
   * @throws UnexpectedResponseError if the page does not follow the previous one, or is one too many, because paging would never end
   */
  async #fetchQueryPage(
    query: CallInput["query"] & { offset: string | undefined },
    number: number,
    signal?: AbortSignal,
  ) {
    return this.#http.requestJson(endpoints.listQueries, { query, signal }, (value, response) => {
      const digests = readList(value, "queries", readQueryDigest);
      const after = (query.offset ?? "").toLowerCase().padStart(16, "0");
      const isFromStart = number === 1 && after === firstOffset;
      const misplaced = isFromStart ? undefined : digests.find(({ id }) => id <= after);
      if (misplaced !== undefined)
        throw new MalformedResponseError(`the page of queries after ${after} contains ${misplaced.id}`);
      if (hasMore(response) && digests.length > 0 && number === maxQueryPages)
        throw new MalformedResponseError(
          `the list of queries has more than ${maxQueryPages.toLocaleString("en")} pages`,
        );
      return { digests, hasMore: hasMore(response) };
    });
  }
}

function eventQuery({ hosts, from, until }: EventSearch) {
  return { from, until, host: hosts?.join(","), addGlobal: 1 };
}

const firstOffset = "0".repeat(16);
/** Of one list. A complete page has at least 10 queries. */
const maxQueryPages = 10_000;

/** QUERY-7: any value of the header except false and 0 means that there are more. */
function hasMore({ headers }: HttpResponse): boolean {
  return headers.getAll(moreHeader).some((value) => !/^(false|0)$/i.test(value.trim()));
}
