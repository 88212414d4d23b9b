/** A refresh reads the configurations that its alert names ahead, and reports a failure only where a refresh needs them. */
import { resolveConnection, ServiceClient } from "../../src/client";
import { ServiceEmulator } from "../../src/emulator";
import { openSession } from "../../src/engine";
import { ReadAhead } from "../../src/provider/read-ahead";
import { isSupported } from "../../src/service";
import { seedWithAlerts } from "../support/emulator";

let service: ServiceEmulator;
let client: ServiceClient;
beforeEach(async () => {
  service = await ServiceEmulator.start({ seed: seedWithAlerts(41) });
  const connection = resolveConnection({ baseUrl: service.url, apiToken: service.token }, {});
  if (!connection.ok) throw new Error("the address of the emulator was refused");
  client = new ServiceClient(connection.connection);
});
afterEach(async () => {
  client.close();
  await service.stop();
});

it("a configuration whose read ahead failed is read again only when it is refreshed", async () => {
  const path = "/api/v2/config/alerts/41/config";
  service.faults.add({ path, answer: { status: 403 } });
  const { live } = openSession(client);
  const readAhead = new ReadAhead(live);
  const stored = readAhead.enter(41);
  const alerts = (await live.alerts()).filter(isSupported);
  const reads = () => service.requests.list().filter((request) => request.path === path);
  for (const alert of alerts.filter(({ id }) => id !== 41)) await readAhead.withConfig(alert, stored);
  expect(reads()).toHaveLength(1);
  for (const alert of alerts.filter(({ id }) => id === 41))
    await expect(readAhead.withConfig(alert, stored)).rejects.toThrow("403");
  expect(reads()).toHaveLength(2);
});

it("the ids that an alert stores are those that entered the state before it, at most 32", () => {
  const readAhead = new ReadAhead(openSession(client).live);
  expect([3, 1, 2, 7].map((id) => readAhead.enter(id))).toEqual([[3], [3, 1], [3, 1, 2], [3, 1, 2, 7]]);
  for (let id = 100; id < 150; id++) readAhead.enter(id);
  expect(readAhead.enter(150)).toEqual(Array.from({ length: 32 }, (_, index) => 119 + index));
});
