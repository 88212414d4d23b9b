/** All operations of the API, written from its documentation and not from the code. */
import {
  agentToken,
  alertFields,
  apiToken,
  type Conformance,
  eventFields,
  type Fields,
  thresholdFields,
} from "./service";

interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: Fields;
  readonly token: string;
}

/** The query id that `prepare` adds, in both bases. */
export const preparedQuery = { hex: "00000000000000ff", decimal: "255" };

/** Reads that return a list. */
export const lists = [
  "/queries",
  `/queries/${preparedQuery.hex}`,
  `/queries/samples?query=${preparedQuery.decimal}`,
  "/hosts",
  "/config/integrations",
  "/config/destinations",
  "/config/alert-opts/policy",
  "/config/alert-opts/durations",
  "/config/alerts",
  "/events?addGlobal=1",
];

export const reads = [...lists, "/config/alerts/1/config"];

const read = (path: string): Operation => ({ method: "GET", path, token: apiToken });

/** Each operation succeeds after `prepare`. */
export const operations: readonly Operation[] = [
  ...reads.map(read),
  { method: "POST", path: "/config/alerts", body: { ...alertFields, name: "Another" }, token: apiToken },
  { method: "PUT", path: "/config/alerts/1", body: { ...alertFields, id: 1, name: "New" }, token: apiToken },
  {
    method: "PUT",
    path: "/config/alerts/1/config",
    body: { ...thresholdFields, trigger: 99 },
    token: apiToken,
  },
  { method: "DELETE", path: "/config/alerts/1", token: apiToken },
  { method: "POST", path: "/events", body: eventFields, token: agentToken },
];

/** Rows for `it.each`, with method and path for the test name. */
export const operationRows = operations.map(
  (operation) => [operation.method, operation.path, operation] as const,
);

/** Adds one object of each kind: alert 1 with its configuration, host 1, destination 1, a query, a sample and an event. */
export async function prepare(service: Conformance): Promise<void> {
  await service.addHost("db-1", { tags: ["shop"] });
  await service.addDestination("Mail");
  await service.add("digests", { id: preparedQuery.hex, digest: "select ?" });
  await service.add("samples", { query: preparedQuery.decimal, host: 1 });
  await service.createAlert(thresholdFields, { name: "First" });
}

/** The responses of all reads of an environment. */
export async function allOf(service: Conformance, token: string): Promise<string> {
  const responses = await Promise.all(reads.map((path) => service.get(path, { token })));
  return responses.map(({ status, text }) => `${status} ${text}`).join("\n");
}
