/** What a route is, without any HTTP server: it is called with a request's parts and says what to answer. */
import { type Clock } from "../clock";
import { type EventWire, moreHeader } from "../../service";
import { ApiError } from "../http/api-error";
import { type Page } from "../store/query-stores";
import { type EnvironmentStore, type WriteTime } from "../store/store";

/** Behavior of the service that a test may turn. */
export interface ServiceRules {
  /** Whether a name may be held by one alert only. */
  readonly uniqueNames: boolean;
  /** How long a write takes to take effect (PROP-1). */
  readonly propagationSeconds: number;
  /** Whether reads of alerts and configurations show a write only once it has taken effect. */
  readonly staleReads: boolean;
}

/** One request, past the token check. */
export interface Call {
  readonly environment: EnvironmentStore;
  readonly clock: Clock;
  readonly rules: ServiceRules;
  /** The `{alert_id}` or `{query_id}` of the path, as it was sent. */
  readonly pathId: string | undefined;
  readonly query: URLSearchParams;
  /** The JSON of the body; undefined where the endpoint takes none. */
  readonly body: unknown;
  /** Lets an event happen: it is kept, and alerts fire. Only for what writes. */
  readonly raise: (event: EventWire) => void;
}

interface AnswerWithBody {
  readonly status: 200 | 201;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export type Answer = AnswerWithBody | { readonly status: 204 };

export type Route = (call: Call) => Answer;

export function list(data: readonly unknown[]): Answer {
  return { status: 200, body: { data } };
}

/** QUERY-7. Some clients take any value of the header for true, so without more there is none. */
export function pageOf({ data, hasMore }: Page<unknown>): Answer {
  return { status: 200, body: { data }, ...(hasMore ? { headers: { [moreHeader]: "true" } } : {}) };
}

/** The alert that the path names. @throws ApiError 404 where there is none */
export function alertOfPath({ environment, pathId = "" }: Call) {
  const id = /^\d{1,15}$/.test(pathId) ? Number(pathId) : undefined;
  const alert = id === undefined ? undefined : environment.alerts.get(id);
  if (alert === undefined) throw noAlert(pathId);
  return alert;
}

export function noAlert(id: string): ApiError {
  return new ApiError(404, `There is no alert with the id ${JSON.stringify(id)}.`, "alert_id");
}

export function writeTime({ clock, rules }: Call): WriteTime {
  const at = clock.now();
  return { at, effectiveAt: at + rules.propagationSeconds * 1000 };
}
