/** Configurations over HTTP: set, replaced, read, and what is refused. */
import {
  cpuAlert,
  cpuConfig,
  deployAlert,
  deployConfig,
  emulatorForEachTest,
} from "../support/with-emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";
const threshold = `${alerts}/1/config`;
const event = `${alerts}/2/config`;

beforeEach(async () => {
  await service.post(alerts, { body: cpuAlert });
  await service.post(alerts, { body: deployAlert });
});

it("[ALERT-3] [CONFIG-1] [CONFIG-4] is set after the creation and read back as the object itself", async () => {
  const write = await service.put(threshold, { body: cpuConfig });
  expect(write.status).toBe(200);
  expect(write.json).toEqual(cpuConfig);
  expect((await service.get(threshold)).json).toEqual(cpuConfig);
});

it("[CONFIG-3] an event alert's holds categories", async () => {
  await service.put(event, { body: deployConfig });
  expect((await service.get(event)).json).toEqual(deployConfig);
});

it("[CONFIG-1] a later write replaces all of it, unknown fields included", async () => {
  await service.put(threshold, { body: { ...cpuConfig, note: ["x"] } });
  expect((await service.get(threshold)).json).toEqual({ ...cpuConfig, note: ["x"] });
  const other = { ...cpuConfig, hosts: [], host_types: [], trigger: -1.5, reset: 1e300 };
  await service.put(threshold, { body: other });
  expect((await service.get(threshold)).json).toEqual(other);
});

it("answers 404 where none was written, and where there is no alert", async () => {
  expect(await service.get(threshold)).toMatchObject({
    status: 404,
    json: { error: "The alert 1 has no configuration." },
  });
  expect(await service.get(`${alerts}/99/config`)).toMatchObject({
    status: 404,
    json: { field: "alert_id" },
  });
  expect(await service.put(`${alerts}/99/config`, { body: cpuConfig })).toMatchObject({ status: 404 });
});

it("[CONFIG-2] takes host filters that are left out as empty", async () => {
  await service.put(event, { body: { categories: [] } });
  expect((await service.get(event)).json).toEqual({ hosts: [], host_types: [], categories: [] });
});

it("[ALERT-5] survives a disabling of its alert", async () => {
  await service.put(threshold, { body: cpuConfig });
  await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, disabled: 1 } });
  expect((await service.get(threshold)).json).toEqual(cpuConfig);
});

it.each([
  ["[CONFIG-5] an event's configuration", deployConfig, "categories"],
  ["[CONFIG-5] a field of the other kind", { ...cpuConfig, categories: [] }, "categories"],
  ["[CONFIG-4] an unknown level", { ...cpuConfig, alert_level: "error" }, "alert_level"],
  ["[CONFIG-4] no level", { ...cpuConfig, alert_level: undefined }, "alert_level"],
  ["an empty metric", { ...cpuConfig, metric: "" }, "metric"],
  ["a metric that is too long", { ...cpuConfig, metric: "m".repeat(513) }, "metric"],
  ["a trigger that is a text", { ...cpuConfig, trigger: "0.9" }, "trigger"],
  ["a trigger of null, as NaN is sent", { ...cpuConfig, trigger: NaN }, "trigger"],
  ["no reset", { ...cpuConfig, reset: undefined }, "reset"],
  ["an unknown duration", { ...cpuConfig, duration: 99 }, "duration"],
  ["a duration in parts", { ...cpuConfig, duration: 0.5 }, "duration"],
  ["an unknown host", { ...cpuConfig, hosts: [1, 99] }, "hosts[1]"],
  ["[HOST-3] a deleted host", { ...cpuConfig, hosts: [6] }, "hosts[0]"],
  ["hosts of null", { ...cpuConfig, hosts: null }, "hosts"],
  ["an empty host type", { ...cpuConfig, host_types: [""] }, "host_types[0]"],
  ["a host type that is too long", { ...cpuConfig, host_types: ["a", "t".repeat(65)] }, "host_types[1]"],
  ["too many hosts", { ...cpuConfig, hosts: Array(1001).fill(1) }, "hosts"],
])("refuses %s in a threshold alert's", async (_case, body, field) => {
  await service.put(threshold, { body: cpuConfig });
  const write = await service.put(threshold, { body });
  expect(write.status).toBe(400);
  expect(write.json).toMatchObject({ field });
  expect((await service.get(threshold)).json).toEqual(cpuConfig);
});

it.each([
  ["[CONFIG-5] a threshold's configuration", cpuConfig, "alert_level"],
  ["[CONFIG-3] no categories", { hosts: [], host_types: [] }, "categories"],
  ["a category that is no text", { ...deployConfig, categories: ["deploy", 1] }, "categories[1]"],
  ["a category that is too long", { ...deployConfig, categories: ["c".repeat(256)] }, "categories[0]"],
])("refuses %s in an event alert's", async (_case, body, field) => {
  const write = await service.put(event, { body });
  expect(write.status).toBe(400);
  expect(write.json).toMatchObject({ field });
  expect((await service.get(event)).status).toBe(404);
});

it("refuses a trigger beyond every number", async () => {
  const body = JSON.stringify(cpuConfig).replace("0.9", "1e999");
  expect(await service.put(threshold, { body })).toMatchObject({ status: 400, json: { field: "trigger" } });
});
