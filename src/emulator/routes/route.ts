/** A route handles one endpoint, independent of the HTTP server: it maps a call to a response. */
import { type EventWire, moreHeader } from "../../service";
import { type EmulatorClock } from "../clock";
import { ApiError, badField } from "../http/input";
import { type EnvironmentStore, type WriteTime } from "../store/store";

/** Configurable behavior of the service. */
export interface ServiceRules {
  readonly uniqueNames: boolean;
  /** Seconds until a write takes effect (PROP-1). */
  readonly propagationSeconds: number;
  /** Whether reads of alerts and configurations return the previous state until a write has taken effect. */
  readonly staleReads: boolean;
}

export interface Call {
  readonly environment: EnvironmentStore;
  readonly clock: EmulatorClock;
  readonly rules: ServiceRules;
  /** The path parameter `{alert_id}` or `{query_id}`, as sent. */
  readonly pathId: string | undefined;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Stores an event and fires the alerts that match it. Throws in a read. */
  readonly raise: (event: EventWire) => void;
}

interface ResponseWithBody {
  readonly status: 200 | 201;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export type RouteResponse = ResponseWithBody | { readonly status: 204 };

export type Route = (call: Call) => RouteResponse;

export function listResponse(data: readonly unknown[]): RouteResponse {
  return { status: 200, body: { data } };
}

/** QUERY-7. @param found one more than `limit`, if there are more results. Without more results the header is omitted, because some clients interpret any value as true. */
export function pageResponse(found: readonly unknown[], limit: number): RouteResponse {
  const page = { status: 200, body: { data: found.slice(0, limit) } } as const;
  return found.length > limit ? { ...page, headers: { [moreHeader]: "true" } } : page;
}

/** The alert with the ID in the path. @throws ApiError 404 */
export function alertOfPath({ environment, pathId = "" }: Call) {
  const id = alertIdOfPath(pathId);
  const alert = id === undefined ? undefined : environment.alerts.get(id);
  if (alert === undefined) throw alertNotFound(pathId);
  return alert;
}

export function alertIdOfPath(pathId: string): number | undefined {
  return /^\d{1,15}$/.test(pathId) ? Number(pathId) : undefined;
}

export function alertNotFound(id: string): ApiError {
  return new ApiError(404, `Alert ${JSON.stringify(id)} does not exist.`, "alert_id");
}

/** Refuses a new object with fields that the service assigns. @throws ApiError 400 */
export function refuseAssignedFields(body: unknown, fields: readonly string[]): void {
  for (const field of fields) {
    if (typeof body === "object" && body !== null && Object.hasOwn(body, field)) {
      throw badField([field], "is not allowed here, because the service assigns it");
    }
  }
}

export function writeTime({ clock, rules }: Call): WriteTime {
  const at = clock.now();
  return { at, effectiveAt: at + rules.propagationSeconds * 1000 };
}
