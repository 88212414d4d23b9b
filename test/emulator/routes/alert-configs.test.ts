/** Alert configurations over HTTP: writes, omitted fields and rejected requests. test/conformance has the facts of the specification. */
import { cpuAlert, cpuConfig, deployAlert, deployConfig, emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";
const threshold = `${alerts}/1/config`;
const event = `${alerts}/2/config`;

beforeEach(async () => {
  await service.post(alerts, { body: cpuAlert });
  await service.post(alerts, { body: deployAlert });
});

it("[ALERT-3] [CONFIG-1] [CONFIG-4] a configuration is written after the alert is created and read back unchanged", async () => {
  const write = await service.put(threshold, { body: cpuConfig });
  expect(write.status).toBe(200);
  expect(write.json).toEqual(cpuConfig);
  expect((await service.get(threshold)).json).toEqual(cpuConfig);
});

it("[CONFIG-1] a second write replaces all fields, including unknown ones", async () => {
  await service.put(threshold, { body: { ...cpuConfig, note: ["x"] } });
  expect((await service.get(threshold)).json).toEqual({ ...cpuConfig, note: ["x"] });
  const other = { ...cpuConfig, hosts: [], host_types: [], trigger: -1.5, reset: 1e300 };
  await service.put(threshold, { body: other });
  expect((await service.get(threshold)).json).toEqual(other);
});

it("returns 404 for an alert without a configuration and for an unknown alert", async () => {
  expect(await service.get(threshold)).toMatchObject({
    status: 404,
    json: { error: "Alert 1 has no configuration." },
  });
  expect(await service.get(`${alerts}/99/config`)).toMatchObject({
    status: 404,
    json: { field: "alert_id" },
  });
  expect(await service.put(`${alerts}/99/config`, { body: cpuConfig })).toMatchObject({ status: 404 });
});

it("[CONFIG-2] omitted host filters are empty", async () => {
  await service.put(event, { body: { categories: [] } });
  expect((await service.get(event)).json).toEqual({ hosts: [], host_types: [], categories: [] });
});

it.each([
  ["[CONFIG-5] an event configuration", deployConfig, "categories"],
  ["[CONFIG-5] a field of the other kind", { ...cpuConfig, categories: [] }, "categories"],
  ["[CONFIG-4] an unknown level", { ...cpuConfig, alert_level: "error" }, "alert_level"],
  ["[CONFIG-4] a missing level", { ...cpuConfig, alert_level: undefined }, "alert_level"],
  ["an empty metric", { ...cpuConfig, metric: "" }, "metric"],
  ["a metric over the maximum length", { ...cpuConfig, metric: "m".repeat(513) }, "metric"],
  ["a string trigger", { ...cpuConfig, trigger: "0.9" }, "trigger"],
  ["a null trigger (JSON of NaN)", { ...cpuConfig, trigger: NaN }, "trigger"],
  ["a missing reset", { ...cpuConfig, reset: undefined }, "reset"],
  ["an unknown duration", { ...cpuConfig, duration: 99 }, "duration"],
  ["a fractional duration", { ...cpuConfig, duration: 0.5 }, "duration"],
  ["an unknown host", { ...cpuConfig, hosts: [1, 99] }, "hosts[1]"],
  ["[HOST-3] a deleted host", { ...cpuConfig, hosts: [6] }, "hosts[0]"],
  ["null hosts", { ...cpuConfig, hosts: null }, "hosts"],
  ["an empty host type", { ...cpuConfig, host_types: [""] }, "host_types[0]"],
  [
    "a host type over the maximum length",
    { ...cpuConfig, host_types: ["a", "t".repeat(65)] },
    "host_types[1]",
  ],
  ["too many hosts", { ...cpuConfig, hosts: Array(1001).fill(1) }, "hosts"],
])("rejects %s in a threshold configuration", async (_case, body, field) => {
  await service.put(threshold, { body: cpuConfig });
  const write = await service.put(threshold, { body });
  expect(write.status).toBe(400);
  expect(write.json).toMatchObject({ field });
  expect((await service.get(threshold)).json).toEqual(cpuConfig);
});

it.each([
  ["[CONFIG-5] a threshold configuration", cpuConfig, "alert_level"],
  ["[CONFIG-3] missing categories", { hosts: [], host_types: [] }, "categories"],
  ["a category that is not a string", { ...deployConfig, categories: ["deploy", 1] }, "categories[1]"],
  ["a category over the maximum length", { ...deployConfig, categories: ["c".repeat(256)] }, "categories[0]"],
])("rejects %s in an event configuration", async (_case, body, field) => {
  const write = await service.put(event, { body });
  expect(write.status).toBe(400);
  expect(write.json).toMatchObject({ field });
  expect((await service.get(event)).status).toBe(404);
});

it("rejects a trigger that overflows to infinity", async () => {
  const body = JSON.stringify(cpuConfig).replace("0.9", "1e999");
  expect(await service.put(threshold, { body })).toMatchObject({ status: 400, json: { field: "trigger" } });
});
