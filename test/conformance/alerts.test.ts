/** Alerts: create, list, replace and delete. The tests in firing/ check when they fire. */
import {
  alertFields,
  categoryFields,
  conformance,
  eventAlertFields,
  type Fields,
  fieldsOf,
  idsOf,
  thresholdFields,
} from "./service";

const service = conformance();
const alerts = "/config/alerts";
const names = ["annotations", "destinations", "disabled", "id", "name", "policy", "type"];
const without = (fields: Fields, field: string) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));

/** Invalid values of each field. */
const wrongValues: [string, unknown[]][] = [
  ["name", ["", 7, null, ["x"]]],
  ["annotations", [7, ["x"], {}]],
  ["policy", ["1", 1.5, null, -1, 99]],
  ["type", [0, 3, "1", "event", null, true]],
  ["disabled", [2, -1, "0", true, null, "false"]],
  ["destinations", [1, "1", ["1"], [1.5], [null], [99], null, {}]],
];
const wrongRows = wrongValues.flatMap(([field, values]) => values.map((value) => [field, value] as const));

beforeEach(async () => {
  await service.addDestination("Mail");
  await service.addDestination("Chat");
});

describe("creation", () => {
  it("[ALERT-1] returns exactly the sent fields and an id", async () => {
    const body = {
      name: "CPU high",
      destinations: [2, 1],
      policy: 3,
      type: 2,
      annotations: "https://wiki.shop.example/cpu",
      disabled: 0,
    };
    const response = await service.post(alerts, { body });
    const { id, ...rest } = fieldsOf(response.json);
    expect(Number.isInteger(id)).toBe(true);
    expect(rest).toEqual(body);
    expect(await service.list(alerts)).toEqual([{ id, ...body }]);
    expect(Object.keys(fieldsOf(response.json)).sort()).toEqual(names);
  });

  it.each(wrongRows)("[ALERT-1] %s rejects %j, and no alert is created", async (field, value) => {
    const response = await service.post(alerts, { body: { ...alertFields, [field]: value } });
    expect(response.status).toBe(400);
    expect(String(fieldsOf(response.json).field).split("[")[0]).toBe(field);
    expect(await service.list(alerts)).toEqual([]);
  });

  it("[ALERT-2] has no id in its body; the service assigns a new id each time", async () => {
    for (const id of [1, 77, null, "1"]) {
      const response = await service.post(alerts, { body: { ...alertFields, id } });
      expect(response).toMatchObject({ status: 400, json: { field: "id" } });
    }
    expect(await service.list(alerts)).toEqual([]);
    const first = await service.createAlert(thresholdFields);
    const second = await service.createAlert(thresholdFields);
    expect(idsOf(await service.list(alerts))).toEqual([first, second]);
    expect(first).not.toBe(second);
  });

  it.each([0, 1])("[ALERT-2] the alert exists immediately, with disabled %i as sent", async (disabled) => {
    const response = await service.post(alerts, { body: { ...alertFields, disabled } });
    expect(response).toMatchObject({ status: 201, json: { disabled } });
    expect(await service.list(alerts)).toEqual([{ ...alertFields, disabled, id: 1 }]);
  });

  it.each(["name", "destinations", "policy", "type", "disabled"])("[ALERT-2] requires %s", async (field) => {
    const response = await service.post(alerts, { body: without(alertFields, field) });
    expect(response).toMatchObject({ status: 400, json: { field } });
    expect(await service.list(alerts)).toEqual([]);
  });

  it("[ALERT-2] omitted annotations are empty", async () => {
    await service.post(alerts, { body: without(alertFields, "annotations") });
    expect(await service.list(alerts)).toEqual([{ ...alertFields, annotations: "", id: 1 }]);
  });

  it("[ALERT-2] a name that is already used is rejected", async () => {
    await service.post(alerts, { body: alertFields });
    expect(await service.post(alerts, { body: eventAlertFields })).toMatchObject({
      status: 409,
      json: { field: "name" },
    });
    expect(await service.list(alerts)).toHaveLength(1);
    expect((await service.post(alerts, { body: { ...alertFields, name: "an alert" } })).status).toBe(201);
  });

  it.each([
    [alertFields, thresholdFields],
    [eventAlertFields, categoryFields],
  ])("[ALERT-3] takes a POST of the alert and a PUT of its configuration", async (alert, config) => {
    const { id } = fieldsOf((await service.post(alerts, { body: alert })).json);
    const path = `${alerts}/${String(id)}/config`;
    expect((await service.get(path)).status).toBe(404);
    expect((await service.put(path, { body: config })).status).toBe(200);
    expect((await service.get(path)).json).toEqual(config);
  });

  it("[ALERT-3] an incomplete alert never fires", async () => {
    const host = await service.addHost("db-1");
    await service.post(alerts, { body: alertFields });
    await service.post(alerts, { body: { ...eventAlertFields, name: "On events" } });
    await service.advance(60);
    await service.report(host, 1_000_000);
    await service.postEvent("deploy");
    await service.advance(100_000);
    expect([...(await service.firings(1)), ...(await service.firings(2))]).toEqual([]);
  });
});

describe("an update", () => {
  let id = 0;
  const alert: Fields = { ...alertFields, name: "First", annotations: "Old", destinations: [1] };
  const put = (body: unknown, path = `${alerts}/${id}`) => service.put(path, { body });
  beforeEach(async () => {
    id = await service.createAlert(thresholdFields, alert);
    await service.createAlert(thresholdFields, { name: "Second" });
  });

  it.each<[string, Fields]>([
    ["renames", { name: "Renamed" }],
    ["changes the annotations of", { annotations: "https://wiki.shop.example/new" }],
    ["clears the annotations of", { annotations: "" }],
    ["disables", { disabled: 1 }],
    ["changes the destinations of", { destinations: [2] }],
    ["removes all destinations of", { destinations: [] }],
    ["changes the policy of", { policy: 4 }],
    [
      "changes everything but the type of",
      { name: "R", annotations: "A", disabled: 1, destinations: [1, 2], policy: 2 },
    ],
  ])("[ALERT-4] %s an alert by its complete object, and changes nothing else", async (_, changes) => {
    const [, second] = await service.list(alerts);
    expect((await put({ ...alert, id, ...changes })).status).toBe(200);
    expect(await service.list(alerts)).toEqual([{ ...alert, id, ...changes }, second]);
    expect((await service.get(`${alerts}/${id}/config`)).json).toEqual(thresholdFields);
  });

  it("[ALERT-4] enables a disabled alert", async () => {
    for (const disabled of [1, 0, 0, 1]) {
      await put({ ...alert, id, disabled });
      expect(await service.list(alerts)).toMatchObject([{ id, disabled }, { disabled: 0 }]);
    }
  });

  it.each(["id", "name", "destinations", "policy", "type", "disabled"])(
    "[ALERT-4] requires %s",
    async (field) => {
      const before = await service.list(alerts);
      expect(await put(without({ ...alert, id, name: "X" }, field))).toMatchObject({
        status: 400,
        json: { field },
      });
      expect(await service.list(alerts)).toEqual(before);
    },
  );

  it("[ALERT-4] requires the id of its path, and an existing alert", async () => {
    const before = await service.list(alerts);
    expect(await put({ ...alert, id: id + 1 })).toMatchObject({ status: 400, json: { field: "id" } });
    expect(await put({ ...alert, id: String(id) })).toMatchObject({ status: 400, json: { field: "id" } });
    for (const absent of ["99", "0", "-1", "first", "1.0", "1e0"]) {
      expect((await put({ ...alert, id: 99, name: "X" }, `${alerts}/${absent}`)).status).toBe(404);
    }
    expect(await service.list(alerts)).toEqual(before);
  });

  it("[ALERT-4] cannot change the type", async () => {
    expect(await put({ ...alert, id, type: 1 })).toMatchObject({ status: 400, json: { field: "type" } });
    expect(await service.list(alerts)).toMatchObject([{ id, type: 2 }, { type: 2 }]);
  });

  it("[ALERT-4] can keep the alert's name, but not use another alert's name", async () => {
    expect((await put({ ...alert, id })).status).toBe(200);
    expect(await put({ ...alert, id, name: "Second" })).toMatchObject({
      status: 409,
      json: { field: "name" },
    });
    expect(await service.list(alerts)).toMatchObject([{ name: "First" }, { name: "Second" }]);
  });

  it.each(wrongRows)(
    "[ALERT-1] [ALERT-4] %s rejects %j, and the alert is unchanged",
    async (field, value) => {
      const before = await service.list(alerts);
      expect((await put({ ...alert, id, annotations: "New", [field]: value })).status).toBe(400);
      expect(await service.list(alerts)).toEqual(before);
    },
  );
});

describe("delete and read", () => {
  beforeEach(async () => {
    for (const config of [thresholdFields, categoryFields, thresholdFields])
      await service.createAlert(config);
  });

  it("[ALERT-6] a deletion has no body and removes the alert with its configuration", async () => {
    const [first, , third] = await service.list(alerts);
    const response = await service.delete(`${alerts}/2`);
    expect([response.status, response.text]).toEqual([204, ""]);
    expect(await service.list(alerts)).toEqual([first, third]);
    expect((await service.get(`${alerts}/2/config`)).status).toBe(404);
    expect((await service.get(`${alerts}/1/config`)).json).toEqual(thresholdFields);
  });

  it("[ALERT-6] a deletion requires an existing alert", async () => {
    await service.delete(`${alerts}/2`);
    for (const id of ["2", "99", "0", "first"])
      expect((await service.delete(`${alerts}/${id}`)).status).toBe(404);
    const body = { ...eventAlertFields, id: 2 };
    expect((await service.put(`${alerts}/2`, { body })).status).toBe(404);
    expect((await service.put(`${alerts}/2/config`, { body: categoryFields })).status).toBe(404);
    expect(idsOf(await service.list(alerts))).toEqual([1, 3]);
  });

  it("[ALERT-6] a deletion releases the name, and the id is never reused", async () => {
    for (const id of [3, 2]) await service.delete(`${alerts}/${id}`);
    for (const id of [4, 5]) {
      const response = await service.post(alerts, { body: { ...alertFields, name: "Alert 3" } });
      expect(response).toMatchObject({ status: 201, json: { id, name: "Alert 3" } });
      expect((await service.get(`${alerts}/${id}/config`)).status).toBe(404);
      await service.delete(`${alerts}/${id}`);
    }
  });

  it("[ALERT-7] a single alert cannot be read, whether it exists or not", async () => {
    for (const id of ["1", "99", "first"]) {
      const response = await service.get(`${alerts}/${id}`);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "PUT"]);
      expect(response.text).not.toContain("Alert 1");
    }
  });

  it("[ALERT-8] the list contains all alerts of both types, ordered by id, without configurations", async () => {
    const listed = await service.list(alerts);
    expect(listed).toEqual([
      { ...alertFields, id: 1, name: "Alert 1" },
      { ...eventAlertFields, id: 2, name: "Alert 2" },
      { ...alertFields, id: 3, name: "Alert 3" },
    ]);
    for (const alert of listed) expect(Object.keys(alert).sort()).toEqual(names);
    for (const id of [1, 2, 3]) await service.delete(`${alerts}/${id}`);
    expect((await service.get(alerts)).json).toEqual({ data: [] });
  });
});

describe("disabled", () => {
  const fires = async (id: number, host: number) => {
    const before = (await service.firings(id)).length;
    await service.report(host, 11);
    await service.postEvent("deploy", { host });
    await service.advance(60);
    await service.report(host, 1);
    return (await service.firings(id)).length > before;
  };

  it.each([
    ["threshold", thresholdFields],
    ["event", categoryFields],
  ])("[ALERT-5] 1 prevents a %s alert from firing, 0 allows it", async (_, config) => {
    const host = await service.addHost("db-1");
    const id = await service.createAlert(config, { disabled: 1 });
    await service.advance(60);
    expect(await fires(id, host)).toBe(false);
    for (const disabled of [0, 1, 0]) {
      await service.change(id, { disabled });
      await service.advance(60);
      expect(await fires(id, host)).toBe(disabled === 0);
    }
  });
});
