/** Alert configurations: read and replaced as a whole, with one schema per type. firing/hosts.test.ts tests their effect. */
import {
  alertFields,
  categoryFields,
  conformance,
  eventAlertFields,
  type Fields,
  fieldsOf,
  thresholdFields,
} from "./service";

const service = conformance();
const pathOf = (id: number) => `/config/alerts/${id}/config`;
const read = async (id: number) => (await service.get(pathOf(id))).json;
const write = (id: number, body: unknown) => service.put(pathOf(id), { body });
const without = (fields: Fields, field: string) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));

const threshold = 1;
const onEvents = 2;

beforeEach(async () => {
  for (const name of ["db-1", "db-2", "db-3"]) await service.addHost(name);
  await service.createAlert(thresholdFields);
  await service.createAlert(categoryFields);
});

/** Expects that the write is rejected because of the field, and that the stored configuration is unchanged. */
async function expectRejected(id: number, body: Fields, field: string): Promise<void> {
  const before = await read(id);
  const response = await write(id, body);
  expect(response.status).toBe(400);
  expect(String(fieldsOf(response.json).field).split("[")[0]).toBe(field);
  expect(await read(id)).toEqual(before);
}

describe("read and write", () => {
  it("[CONFIG-1] a read returns the object itself, with the fields of the alert's type", async () => {
    expect(await read(threshold)).toEqual(thresholdFields);
    expect(await read(onEvents)).toEqual(categoryFields);
  });

  it("[CONFIG-1] a write replaces the whole object", async () => {
    const other = {
      ...thresholdFields,
      hosts: [3, 1],
      host_types: ["mysql", "pgsql"],
      trigger: 0.5,
      reset: -2,
    };
    expect((await write(threshold, { ...other, note: "further field" })).status).toBe(200);
    expect(await read(threshold)).toEqual({ ...other, note: "further field" });
    expect((await write(threshold, thresholdFields)).status).toBe(200);
    expect(await read(threshold)).toEqual(thresholdFields);
    expect((await write(onEvents, { ...categoryFields, categories: ["load test"] })).status).toBe(200);
    expect(await read(onEvents)).toEqual({ ...categoryFields, categories: ["load test"] });
    expect(await read(threshold)).toEqual(thresholdFields);
  });

  it("[CONFIG-1] an unknown alert has no configuration", async () => {
    for (const id of ["99", "0", "-1", "first", "1.0"]) {
      expect((await service.get(`/config/alerts/${id}/config`)).status).toBe(404);
      expect((await service.put(`/config/alerts/${id}/config`, { body: thresholdFields })).status).toBe(404);
    }
  });

  it("[CONFIG-1] a configuration can only be read and replaced", async () => {
    for (const method of ["POST", "DELETE", "PATCH"]) {
      const response = await service.call(method, pathOf(threshold), { body: thresholdFields });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "PUT"]);
    }
    expect(await read(threshold)).toEqual(thresholdFields);
  });

  it.each(["alert_level", "metric", "trigger", "duration", "reset"])(
    "[CONFIG-1] [CONFIG-4] a write requires %s",
    (field) => expectRejected(threshold, without({ ...thresholdFields, hosts: [1] }, field), field),
  );

  it("[CONFIG-1] [CONFIG-3] a write requires categories", () =>
    expectRejected(onEvents, { hosts: [1], host_types: [] }, "categories"));
});

describe.each([
  ["threshold", threshold, thresholdFields],
  ["event", onEvents, categoryFields],
])("the host filters of a %s configuration", (_, id, config) => {
  it.each<[number[], string[]]>([
    [[], []],
    [[2], []],
    [[], ["mysql"]],
    [
      [3, 1, 2],
      ["pgsql", "mysql", "a type of tomorrow"],
    ],
  ])("[CONFIG-2] accept %j and %j", async (hosts, host_types) => {
    expect((await write(id, { ...config, hosts, host_types })).status).toBe(200);
    expect(await read(id)).toEqual({ ...config, hosts, host_types });
  });

  it.each<[string, unknown]>([
    ["hosts", [99]],
    ["hosts", [1, 0]],
    ["hosts", ["1"]],
    ["hosts", [1.5]],
    ["hosts", 1],
    ["hosts", "1,2"],
    ["hosts", null],
    ["host_types", "mysql"],
    ["host_types", [1]],
    ["host_types", [""]],
    ["host_types", null],
  ])("[CONFIG-2] %s rejects %j", (field, value) => expectRejected(id, { ...config, [field]: value }, field));

  it("[CONFIG-2] cannot refer to a deleted host", async () => {
    const deleted = await service.addHost("db-4", { deleted: 4_000_000_000 });
    await expectRejected(id, { ...config, hosts: [deleted] }, "hosts");
  });
});

describe("an event configuration", () => {
  it.each([[["deploy"]], [["load test", "deploy", "Database Server Restart"]], [["Größe 📦", "a,b", " "]]])(
    "[CONFIG-3] categories accept %j",
    async (categories) => {
      expect((await write(onEvents, { ...categoryFields, categories })).status).toBe(200);
      expect(await read(onEvents)).toEqual({ ...categoryFields, categories });
    },
  );

  it.each([["deploy"], [[7]], [[""]], [[null]], [{ deploy: true }], [null]])(
    "[CONFIG-3] categories reject %j",
    (categories) => expectRejected(onEvents, { ...categoryFields, categories }, "categories"),
  );
});

describe("a threshold configuration", () => {
  it.each<[string, unknown]>([
    ["alert_level", "info"],
    ["alert_level", "warn"],
    ["alert_level", "crit"],
    ["metric", "host.queries.q.00000000000000ff.time_us"],
    ["metric", "a metric of tomorrow"],
    ["trigger", 0],
    ["trigger", -0.5],
    ["trigger", 1e300],
    ["trigger", 9_007_199_254_740_991],
    ["reset", 0],
    ["reset", -1e-9],
    ["reset", 10],
    ["reset", 11],
    ["duration", 5],
  ])("[CONFIG-4] %s accepts %j", async (field, value) => {
    const config = { ...thresholdFields, [field]: value };
    expect((await write(threshold, config)).status).toBe(200);
    expect(await read(threshold)).toEqual(config);
  });

  it.each<[string, unknown]>([
    ["alert_level", "critical"],
    ["alert_level", "WARN"],
    ["alert_level", ""],
    ["alert_level", 2],
    ["alert_level", null],
    ["metric", ""],
    ["metric", 7],
    ["metric", ["os.cpu.user_us"]],
    ["trigger", "10"],
    ["trigger", null],
    ["trigger", [10]],
    ["reset", "5"],
    ["reset", null],
    ["reset", false],
    ["duration", 99],
    ["duration", 0],
    ["duration", 1.5],
    ["duration", "1"],
    ["duration", null],
  ])("[CONFIG-4] %s rejects %j", (field, value) =>
    expectRejected(threshold, { ...thresholdFields, hosts: [1], [field]: value }, field),
  );
});

describe("the type of the alert", () => {
  it("[CONFIG-5] must match the configuration; otherwise nothing is written", async () => {
    await expectRejected(threshold, categoryFields, "categories");
    await expectRejected(onEvents, thresholdFields, "alert_level");
  });

  it("[CONFIG-5] must match the first write too", async () => {
    await service.post("/config/alerts", { body: alertFields });
    await service.post("/config/alerts", { body: { ...eventAlertFields, name: "On events" } });
    expect((await write(3, categoryFields)).status).toBe(400);
    expect((await write(4, thresholdFields)).status).toBe(400);
    for (const id of [3, 4]) expect((await service.get(pathOf(id))).status).toBe(404);
  });

  it.each(["alert_level", "metric", "trigger", "duration", "reset"])(
    "[CONFIG-5] event alerts reject %s",
    (field) => expectRejected(onEvents, { ...categoryFields, [field]: thresholdFields[field] }, field),
  );

  it("[CONFIG-5] threshold alerts reject categories", async () => {
    await expectRejected(threshold, { ...thresholdFields, categories: ["deploy"] }, "categories");
    await expectRejected(threshold, { ...thresholdFields, categories: [] }, "categories");
  });
});
