/**
 * The interface as its specification writes it down (service-api.md, "Endpoints" and "Resources and their fields"), typed
 * from that text and not taken from the code: what the description of the interface is held against.
 */
interface Row {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** In the specification's order; `!` marks those that must be given. */
  readonly query: readonly string[];
  readonly hasBody: boolean;
  /** The emulator's choice: the specification shows none. */
  readonly status: "200" | "201" | "204";
  readonly tokens: readonly string[];
}

const anyToken = ["apiToken", "agentToken"];

function read(path: string, ...query: readonly string[]): Row {
  return { method: "GET", path, query, hasBody: false, status: "200", tokens: anyToken };
}

function write(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  status: Row["status"],
  token = "apiToken",
): Row {
  return { method, path, query: [], hasBody: method !== "DELETE", status, tokens: [token] };
}

export const interfaceTable: readonly Row[] = [
  read("/queries", "from", "until", "limit", "new", "offset", "host", "filter", "tags"),
  read("/queries/{query_id}", "tags"),
  read("/queries/samples", "query!", "host", "from", "until", "limit", "detail", "details"),
  read("/hosts", "from", "nest"),
  read("/config/integrations"),
  read("/config/destinations"),
  read("/config/alert-opts/policy"),
  read("/config/alert-opts/durations"),
  read("/config/alerts"),
  read("/config/alerts/{alert_id}/config"),
  write("PUT", "/config/alerts/{alert_id}", "200"),
  write("PUT", "/config/alerts/{alert_id}/config", "200"),
  write("POST", "/config/alerts", "201"),
  write("DELETE", "/config/alerts/{alert_id}", "204"),
  write("POST", "/events", "201", "agentToken"),
  read("/events", "from", "until", "host", "addGlobal!"),
];

const fields = (text: string): readonly string[] => text.split(" ");
const alertFields = "name annotations policy type disabled destinations";
const eventFields = "start type message host duration level";

export const resourceFields: Readonly<Record<string, readonly string[]>> = {
  QueryDigest: fields("id digest firstSeen lastSeen tags"),
  QueryTag: fields("key values"),
  QuerySample: fields(
    "query db user origin applicationName host ts latency text truncated plan FailedRules connectionId",
  ),
  Host: fields(
    "id uuid created updated deleted lastSeen parent name bindings type description status tags os arch discovered",
  ),
  Event: fields(`${eventFields} uuid digest`),
  EventCreation: fields(eventFields),
  Alert: fields(`id ${alertFields}`),
  AlertInput: fields(`id ${alertFields}`),
  AlertCreation: fields(alertFields),
  EventAlertConfig: fields("hosts host_types categories"),
  ThresholdAlertConfig: fields("hosts host_types alert_level metric trigger duration reset"),
  Destination: fields("id name integration config status updated"),
  Integration: fields("id"),
  AlertPolicy: fields("id"),
  AlertDuration: fields("id"),
  Error: fields("error field"),
};
