/**
 * The body of a notification. The specification does not define it. The fields follow the public documentation of
 * a comparable service and are listed in docs/emulator.md.
 */
import { type AlertWire, type EventWire, type HostWire } from "../../service";
import { defaultEnvironment } from "../options";

/** The firing that a notification reports. */
export interface FiringReport {
  /** Id of the firing. */
  readonly firing: number;
  readonly alert: AlertWire;
  readonly event: EventWire;
  readonly host: HostWire | undefined;
  /** Empty for an event alert. */
  readonly metric: string;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  /** Base URL of the emulator, for links. */
  readonly baseUrl: string;
}

export function notificationBody(
  { alert, event, host, metric, at, baseUrl }: FiringReport,
  environment: string,
  integration: { readonly id: number; readonly name: string },
): Record<string, string | number> {
  const query = environment === defaultEnvironment ? "" : `?environment=${encodeURIComponent(environment)}`;
  const pageUrl = `${baseUrl}/${query}`;
  return {
    environment_name: environment,
    org_name: "Example organization",
    org_nick: "example",
    alert_id: alert.id,
    alert_name: alert.name,
    alert_url: `${pageUrl}#alert-${alert.id}`,
    event_type: event.type,
    event_metric: metric,
    event_level: event.level,
    event_message: event.message,
    event_uuid: event.uuid,
    event_url: `${pageUrl}#event-${event.uuid}`,
    host_name: host?.name ?? "",
    host_type: host?.type ?? "",
    host_os: host?.os ?? "",
    host_arch: host?.arch ?? "",
    host_description: host?.description ?? "",
    integration_id: integration.id,
    integration_name: integration.name,
    integration_url: baseUrl,
    timestamp: at,
  };
}
