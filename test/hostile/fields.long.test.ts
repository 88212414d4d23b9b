/** Hostile values in each field of each response: the client returns a value or one harmless problem, and nothing else. */
import { resolveConnection, ServiceClient, ServiceError } from "../../src/client";
import { ServiceEmulator } from "../../src/emulator";
import { expectHarmless } from "../support/hostile-text";
import { agentToken, countCases, HostileService, hostileValues, missing, token } from "./hostile-service";

let emulator: ServiceEmulator;
let service: HostileService;
let client: ServiceClient;
beforeAll(async () => {
  emulator = await ServiceEmulator.start({ port: 0, token });
  service = await HostileService.start(emulator.url);
  const connection = resolveConnection({ baseUrl: service.url, apiToken: token, agentToken }, {});
  if (!connection.ok) throw new Error("no connection");
  client = new ServiceClient(connection.connection, { maxRetries: 0 });
});
afterAll(async () => {
  client.close();
  service.stop();
  await emulator.stop();
});

async function firstQueries() {
  const queries = [];
  for await (const query of client.queries({ pageSize: 10 })) if (queries.push(query) === 10) break;
  return queries;
}

const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  alerts: () => client.listAlerts(),
  "a configuration": () => client.readAlertConfig(1, "threshold"),
  destinations: () => client.listDestinations(),
  policies: () => client.listPolicies(),
  durations: () => client.listDurations(),
  integrations: () => client.listIntegrations(),
  hosts: () => client.listHosts({ withTags: true }),
  queries: firstQueries,
  "a query": async () => client.readQuery((await firstQueries())[0]?.id ?? "0"),
  samples: async () => client.listSamples({ queryId: "1", limit: 5 }),
  events: () => client.listEvents({ from: -3600 }),
};

it.each(Object.keys(calls))("of the response with %s", async (name) => {
  const call = calls[name];
  if (call === undefined) throw new Error(name);
  // Only the first element of each list, because all are read in the same way.
  const fields = new Set<string>();
  service.change = (value, path) => {
    if (path.every((step) => !/^[1-9]\d*$/.test(step))) fields.add(JSON.stringify(path));
    return value;
  };
  await call().catch(() => undefined);
  const failures: unknown[] = [];
  let cases = 0;
  for (const field of fields) {
    // A whole response cannot be missing.
    for (const hostile of hostileValues.filter((value) => value !== missing || field !== "[]")) {
      service.change = (value, path) => (JSON.stringify(path) === field ? hostile : value);
      cases++;
      await call().catch((error: unknown) => failures.push(error));
    }
  }
  expect(failures.length).toBeGreaterThan(fields.size);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(ServiceError);
    const { message } = failure as ServiceError;
    expect(message.length).toBeLessThan(2000);
    expectHarmless(message);
  }
  expect(Object.prototype).not.toHaveProperty("polluted");
  expect(cases).toBeGreaterThan(fields.size);
  countCases("a hostile value in one field of a response, read by the client", cases);
});
