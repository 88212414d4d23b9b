/** Events: created by agents and by the service, listed, and immutable. */
import {
  agentToken,
  alertFields,
  conformance,
  eventFields,
  type Fields,
  fieldsOf,
  metric,
  noon,
} from "./service";

const service = conformance();
const post = (body: unknown) => service.post("/events", { token: agentToken, body });
const events = (query = "") => service.list(`/events?addGlobal=1${query}`);
const messages = async (query = "") => (await events(query)).map(({ message }) => message);
const without = (field: string) =>
  Object.fromEntries(Object.entries(eventFields).filter(([name]) => name !== field));

describe("creation", () => {
  it("[EVENT-1] requires only start, type and message", async () => {
    expect((await post(eventFields)).status).toBe(201);
    expect(await events()).toMatchObject([eventFields]);
    for (const field of ["start", "type", "message"]) {
      const wrong = [
        without(field),
        { ...eventFields, [field]: null },
        { ...eventFields, [field]: field === "start" ? 0 : "" },
      ];
      for (const body of wrong) expect(await post(body)).toMatchObject({ status: 400, json: { field } });
    }
    expect(await events()).toHaveLength(1);
  });

  it("[EVENT-1] accepts host, duration and level, with the defaults 0 and info", async () => {
    const host = await service.addHost("db-1");
    const whole = { ...eventFields, host, duration: 90, level: "crit" };
    await post(whole);
    await post({ ...eventFields, message: "Plain" });
    const [, complete, minimal] = await events();
    expect(complete).toMatchObject(whole);
    expect(minimal).toMatchObject({ duration: 0, level: "info" });
  });

  it.each(["info", "warn", "crit"])("[EVENT-1] level accepts %s", async (level) => {
    expect((await post({ ...eventFields, level })).status).toBe(201);
    expect(await events()).toMatchObject([{ level }]);
  });

  it.each<[string, unknown]>([
    ["level", "critical"],
    ["level", "INFO"],
    ["level", ""],
    ["level", 1],
    ["level", null],
    ["duration", -1],
    ["duration", 1.5],
    ["duration", "60"],
    ["host", 99],
    ["host", 0],
    ["host", -1],
    ["host", "db-1"],
    ["host", [1]],
    ["host", null],
    ["type", 7],
    ["message", ["text"]],
    ["start", -1],
  ])("[EVENT-1] %s rejects %j, and nothing is stored", async (field, value) => {
    expect(await post({ ...eventFields, [field]: value })).toMatchObject({ status: 400, json: { field } });
    expect(await events()).toEqual([]);
  });

  it("[EVENT-1] an event can start in the distant past or in the future", async () => {
    await post({ ...eventFields, start: 1, message: "Long ago" });
    await post({ ...eventFields, start: noon + 1_000_000, message: "To come" });
    expect(await messages()).toEqual(["Long ago", "To come"]);
  });

  it("[EVENT-2] an event without a host is global, and is listed without a host", async () => {
    const host = await service.addHost("db-1");
    await post({ ...eventFields, message: "Everywhere" });
    await post({ ...eventFields, host, message: "On one" });
    const own = (await events()).filter(({ type }) => type === eventFields.type);
    expect(own).toMatchObject([{ message: "Everywhere" }, { message: "On one", host }]);
    expect(own[0]).not.toHaveProperty("host");
  });

  it("[EVENT-3] assigns a unique uuid and a numeric digest to each event", async () => {
    const created = fieldsOf((await post(eventFields)).json);
    await post(eventFields);
    const listed = await events();
    expect(listed[0]).toEqual(created);
    expect(listed).toHaveLength(2);
    for (const { uuid, digest } of listed) {
      expect(uuid).toMatch(/^[0-9a-f]{32}$/);
      expect(digest).toMatch(/^\d+$/);
    }
    expect(new Set(listed.map(({ uuid }) => uuid)).size).toBe(2);
    expect(Object.keys(created).sort()).toEqual([
      "digest",
      "duration",
      "level",
      "message",
      "start",
      "type",
      "uuid",
    ]);
  });

  it.each([
    ["uuid", "0".repeat(32)],
    ["digest", "7"],
  ])("[EVENT-3] a %s in the request is rejected", async (field, value) => {
    expect(await post({ ...eventFields, [field]: value })).toMatchObject({ status: 400, json: { field } });
    expect(await events()).toEqual([]);
  });
});

it("[EVENT-4] no request changes or deletes an event", async () => {
  const { uuid, digest, ...event } = fieldsOf((await post(eventFields)).json);
  const before = (await service.get("/events?addGlobal=1")).text;
  const changed = { ...event, message: "Another" };
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const response = await service.call(method, "/events", { token: agentToken, body: changed });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "POST"]);
  }
  for (const path of [`/events/${String(uuid)}`, `/events/${String(digest)}`]) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const options = method === "GET" ? { token: agentToken } : { token: agentToken, body: changed };
      expect((await service.call(method, path, options)).status).toBe(404);
    }
  }
  expect((await service.get("/events?addGlobal=1")).text).toBe(before);
  expect((await post(changed)).status).toBe(201);
  expect(await messages()).toEqual([event.message, "Another"]);
});

describe("the list", () => {
  beforeEach(async () => {
    for (const id of [1, 2, 12]) await service.addHost(`db-${id}`, { id, deleted: 0 });
    const at = (seconds: number, message: string, host?: number) =>
      post({ ...eventFields, start: noon - seconds, message, ...(host === undefined ? {} : { host }) });
    await at(300, "one early", 1);
    await at(100, "two", 2);
    await at(200, "global");
    await at(50, "one late", 1);
    await at(60, "twelve", 12);
  });
  const posted = async (query: string) =>
    (await events(query)).filter(({ type }) => type === eventFields.type).map(({ message }) => message);

  it("[EVENT-5] is ordered by start, and includes all hosts and global events by default", async () => {
    const all = ["one early", "global", "two", "twelve", "one late"];
    expect(await posted("")).toEqual(all);
    expect(await posted("&host=")).toEqual(all);
  });

  it("[EVENT-5] is filtered by interval, both ends inclusive", async () => {
    expect(await posted("&from=-200&until=-60")).toEqual(["global", "two", "twelve"]);
    expect(await posted("&from=-199&until=-61")).toEqual(["two"]);
    expect(await posted(`&from=${noon - 100}`)).toEqual(["two", "twelve", "one late"]);
    expect(await posted(`&until=${noon - 200}`)).toEqual(["one early", "global"]);
    expect(await posted("&from=-10&until=-20")).toEqual([]);
  });

  it("[EVENT-5] is filtered by one or more hosts, and includes global events", async () => {
    expect(await posted("&host=1")).toEqual(["one early", "global", "one late"]);
    expect(await posted("&host=2,12")).toEqual(["global", "two", "twelve"]);
    expect(await posted("&host=99")).toEqual(["global"]);
    expect(await posted("&host=1,2&from=-150")).toEqual(["two", "one late"]);
    for (const host of ["db-1", "1,", ",", "1;2"]) {
      expect(await service.get(`/events?addGlobal=1&host=${host}`)).toMatchObject({
        status: 400,
        json: { field: "host" },
      });
    }
  });

  it("[EVENT-5] is filtered by a long list of hosts, with each event once, and includes global events", async () => {
    const long = Array.from({ length: 500 }, (_, index) => index + 2);
    const expected = ["global", "two", "twelve"];
    expect(await posted(`&host=${long.join(",")}`)).toEqual(expected);
    expect(await posted(`&host=${[...long, ...long].reverse().join(",")}`)).toEqual(expected);
    expect(await posted("&host=2,12,2")).toEqual(expected);
    expect(await posted(`&host=${long.join(",")}&from=-100&until=-61`)).toEqual(["two"]);
  });

  it.each(["", "addGlobal=0", "addGlobal=2", "addGlobal=", "addglobal=1"])(
    "[EVENT-5] requires addGlobal=1, and rejects %j",
    async (query) => {
      const response = await service.get(`/events?${query}`);
      expect(response).toMatchObject({ status: 400, json: { field: "addGlobal" } });
    },
  );
});

describe("events of the service", () => {
  const typesOn = async (host: number) =>
    (await events(`&host=${host}`))
      .filter((event) => event.host === host)
      .map(({ type, level }) => [type, level]);

  it("[EVENT-6] report the start of an agent, once per host", async () => {
    const first = await service.addHost("db-1");
    expect(await typesOn(first)).toEqual([["Agent Startup", "info"]]);
    await service.addHost("db-2");
    await service.addHost("db-1", { id: first, description: "Changed" });
    expect(await typesOn(first)).toEqual([["Agent Startup", "info"]]);
    expect(await events()).toHaveLength(2);
  });

  it("[EVENT-6] are listed together with events of agents, with the same fields", async () => {
    const host = await service.addHost("db-1");
    await service.advance(10);
    const restart: Fields = { type: "Database Server Restart", host, message: "Restarted", level: "warn" };
    await service.add("events", restart);
    await service.advance(10);
    await service.postEvent("deploy", { start: noon + 20, host });
    await service.threshold({ alert_level: "crit" });
    await service.report(host, 11);
    await service.advance(60);
    const listed = await events();
    expect(listed).toMatchObject([
      { type: "Agent Startup", host, start: noon, level: "info" },
      { ...restart, start: noon + 10 },
      { type: "deploy", host, start: noon + 20 },
      {
        type: "Threshold Alert",
        host,
        start: noon + 140,
        level: "crit",
        message: expect.stringContaining(metric) as string,
      },
    ]);
    const fields = ["digest", "duration", "host", "level", "message", "start", "type", "uuid"];
    for (const event of listed) expect(Object.keys(event).sort()).toEqual(fields);
    expect(new Set(listed.map(({ uuid }) => uuid)).size).toBe(4);
  });

  it("[EVENT-6] are not created by writes of alerts", async () => {
    await service.createAlert({ hosts: [], host_types: [], categories: ["deploy"] });
    await service.change(1, { disabled: 1 });
    await service.delete("/config/alerts/1");
    await service.post("/config/alerts", { body: alertFields });
    expect(await events()).toEqual([]);
  });
});

it("[EVENT-7] a chart gets its markers by category, with start and duration, in its interval", async () => {
  const host = await service.addHost("db-1", { created: noon - 1000 });
  const marks: [string, number, number][] = [
    ["deploy", noon - 90, 0],
    ["load test", noon - 80, 30],
    ["deploy", noon - 70, 5],
    ["load test", noon - 20, 10],
  ];
  for (const [type, start, duration] of marks) await service.postEvent(type, { start, duration, host });
  const marksIn = async (query: string, category: string) =>
    (await events(query))
      .filter(({ type }) => type === category)
      .map(({ type, start, duration }) => [type, start, duration]);
  expect(await marksIn("&from=-100&until=-50", "deploy")).toEqual([marks[0], marks[2]]);
  expect(await marksIn("&from=-100&until=-50", "load test")).toEqual([marks[1]]);
  expect(await marksIn("&from=-100&until=0", "Agent Startup")).toHaveLength(1);
  const overview = fieldsOf((await service.control("GET", "/overview")).json);
  expect(overview.events).toEqual((await events()).reverse());
});
