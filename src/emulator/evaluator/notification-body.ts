/**
 * What a destination is sent. The specification does not show it; these are the fields that the public documentation of
 * such a service does, and docs/emulator.md lists.
 */
import { defaultEnvironment } from "../options";
import { type AlertWire, type EventWire, type HostWire } from "../../service";

/** What a notification tells of. */
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
  /** Address of the emulator, for links. */
  readonly baseUrl: string;
}

interface Integration {
  readonly id: number;
  readonly name: string;
}

export function notificationBody(
  { alert, event, host, metric, at, baseUrl }: FiringReport,
  environment: string,
  integration: Integration,
): Record<string, string | number> {
  const page = `${baseUrl}/${environment === defaultEnvironment ? "" : `?environment=${encodeURIComponent(environment)}`}`;
  return {
    environment_name: environment,
    org_name: "Example organization",
    org_nick: "example",
    alert_id: alert.id,
    alert_name: alert.name,
    alert_url: `${page}#alert-${alert.id}`,
    event_type: event.type,
    event_metric: metric,
    event_level: event.level,
    event_message: event.message,
    event_uuid: event.uuid,
    event_url: `${page}#event-${event.uuid}`,
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
