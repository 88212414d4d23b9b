/** Objects added through the control endpoints: defaults, rejected requests, atomicity. */
import { emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest({ seed: "empty", tokens: { "other-token": "other" } });
const add = (kind: string, body: unknown) => service.control("POST", `/${kind}`, { body });
const dataOf = (response: { json: unknown }) => (response.json as { data: Record<string, unknown>[] }).data;
const now = () => Math.floor(service.clock().now() / 1000);

it("[HOST-1] [EVENT-6] a host requires a name and a type, and raises an Agent Startup event", async () => {
  const response = await add("hosts", {
    name: "db-1",
    type: "mysql",
    tags: ["a"],
    bindings: ["10.0.0.1:3306"],
  });
  expect(response.status).toBe(201);
  const [host] = dataOf(response);
  expect(host).toMatchObject({ id: 1, name: "db-1", parent: 0, deleted: 0, created: now(), lastSeen: now() });
  expect(host?.uuid).toMatch(/^[0-9a-f]{32}$/);
  expect(dataOf(await service.get("/hosts?nest=tags"))).toEqual([host]);
  expect(dataOf(await service.get("/events?addGlobal=1"))).toMatchObject([
    { type: "Agent Startup", host: 1, start: now(), level: "info" },
  ]);
});

it("an existing id is replaced without an event; otherwise the next free id is assigned", async () => {
  await add("hosts", [
    { id: 7, name: "a", type: "os" },
    { name: "b", type: "mysql", parent: 7 },
  ]);
  await add("hosts", { id: 7, name: "a", type: "os", deleted: now() });
  const hosts = dataOf(await service.get("/hosts"));
  expect(hosts).toMatchObject([
    { id: 7, name: "a", deleted: now() },
    { id: 8, name: "b", deleted: 0 },
  ]);
  expect(dataOf(await service.get("/events?addGlobal=1"))).toHaveLength(2);
});

it("added policies, durations, integrations and destinations are listed immediately", async () => {
  await add("policies", { name: "Weekly", seconds: 604_800 });
  await add("durations", { name: "A second", seconds: 1 });
  await add("integrations", { id: 20, name: "Pager" });
  await add("destinations", { name: "Night shift", integration: 20, config: { secret_key: ["made-up"] } });
  expect(dataOf(await service.get("/config/alert-opts/policy")).at(-1)).toMatchObject({
    id: 5,
    name: "Weekly",
  });
  expect(dataOf(await service.get("/config/alert-opts/durations")).at(-1)).toMatchObject({
    id: 6,
    seconds: 1,
  });
  expect(dataOf(await service.get("/config/integrations")).at(-1)).toEqual({ id: 20, name: "Pager" });
  expect(dataOf(await service.get("/config/destinations"))).toEqual([
    {
      id: 1,
      name: "Night shift",
      integration: 20,
      config: { secret_key: ["made-up"] },
      status: 1,
      updated: now(),
    },
  ]);
});

it("[QUERY-1] [SAMPLE-2] digests and samples are listed as added", async () => {
  await add("hosts", { name: "db-1", type: "mysql" });
  const id = "ffffffffffffffff";
  await add("digests", {
    id,
    digest: "select ?",
    tags: [{ key: "app", values: ["shop", "admin"] }],
    hosts: [1],
  });
  await add("samples", { query: "18446744073709551615", host: 1, text: "select 'é'", latency: 0.25 });
  expect(dataOf(await service.get(`/queries/${id}?tags=1`))).toEqual([
    {
      id,
      digest: "select ?",
      firstSeen: now(),
      lastSeen: now(),
      tags: [{ key: "app", values: ["shop", "admin"] }],
    },
  ]);
  const [sample] = dataOf(await service.get("/queries/samples?query=18446744073709551615"));
  expect(sample).toMatchObject({
    query: "18446744073709551615",
    host: 1,
    ts: now(),
    latency: 0.25,
    plan: null,
  });
  expect(Buffer.from(String(sample?.text), "base64").toString()).toBe("select 'é'");
});

it("a digest with an existing id replaces the digest, including its tags and hosts", async () => {
  await add("hosts", [
    { name: "a", type: "mysql" },
    { name: "b", type: "mysql" },
  ]);
  const id = "00000000000000aa";
  await add("digests", { id, digest: "old", tags: [{ key: "x", values: ["1"] }], hosts: [1] });
  await add("digests", { id, digest: "new", hosts: [2] });
  expect(dataOf(await service.get("/queries?host=1"))).toEqual([]);
  expect(dataOf(await service.get("/queries?tags=x"))).toEqual([]);
  expect(dataOf(await service.get("/queries?host=2"))).toMatchObject([{ id, digest: "new" }]);
});

it("[EVENT-6] an added event is listed", async () => {
  await add("hosts", { name: "a", type: "mysql" });
  const body = { type: "Database Server Restart", host: 1, level: "crit", start: now() - 5 };
  expect(dataOf(await add("events", body))).toMatchObject([
    { message: "Database Server Restart", duration: 0 },
  ]);
  expect(dataOf(await service.get("/events?addGlobal=1&host=1"))[0]).toMatchObject(body);
});

it("a metric timestamp can be relative; the latest value of each series is listed", async () => {
  await add("hosts", { name: "a", type: "mysql" });
  const series = { host: 1, metric: "cpu" };
  await add("metrics", [
    { ...series, value: 1, ts: -10 },
    { ...series, value: 2 },
    { ...series, metric: "b", value: 3 },
  ]);
  expect((await service.control("GET", "/metrics")).json).toEqual({
    data: [
      { host: 1, metric: "b", value: 3, ts: now() },
      { host: 1, metric: "cpu", value: 2, ts: now() },
    ],
  });
});

const host = { name: "a", type: "mysql" };
const hex = "00000000000000aa";

it.each<[string, unknown, string | undefined]>([
  ["hosts", { type: "mysql" }, "name"],
  ["hosts", { name: "a" }, "type"],
  ["hosts", { ...host, parent: 9 }, "parent"],
  ["hosts", { ...host, id: 0 }, "id"],
  ["hosts", { name: "a", type: "os", bindings: ["10.0.0.1:1"] }, "bindings"],
  ["hosts", { ...host, tags: "a" }, "tags"],
  ["hosts", "host", undefined],
  ["hosts", null, undefined],
  ["destinations", { name: "a", integration: 99 }, "integration"],
  ["destinations", { name: "a", integration: 1, config: { url: "x" } }, "config.url"],
  ["policies", { name: "a" }, "seconds"],
  ["policies", { name: "a", seconds: -1 }, "seconds"],
  ["durations", { name: "a", seconds: 1.5 }, "seconds"],
  ["integrations", { id: 9 }, "name"],
  ["digests", { id: "xyz", digest: "d" }, "id"],
  ["digests", { id: hex }, "digest"],
  ["digests", { id: hex, digest: "d", hosts: [5] }, "hosts[0]"],
  ["digests", { id: hex, digest: "d", firstSeen: 20, lastSeen: 10 }, "lastSeen"],
  ["digests", { id: hex, digest: "d", tags: [{ key: "k" }] }, "tags[0].values"],
  ["samples", { query: hex, host: 1 }, "query"],
  ["samples", { query: "18446744073709551616", host: 1 }, "query"],
  ["samples", { query: "1" }, "host"],
  ["events", { message: "m" }, "type"],
  ["events", { type: "t", host: 4 }, "host"],
  ["events", { type: "t", level: "fatal" }, "level"],
  ["metrics", { host: 1, metric: "m" }, "value"],
  ["metrics", { host: 2, metric: "m", value: 1 }, "host"],
  ["metrics", { host: 1, metric: "m", value: 1, ts: 9_999_999_999 }, "ts"],
  ["metrics", { host: "b", metric: "m", value: 1 }, "host"],
  ["metrics", { host: 1, metric: "m", value: 1, color: "red" }, undefined],
])("%s rejects %j", async (kind, body, field) => {
  if (kind === "metrics") await add("hosts", host);
  const before = (await service.control("GET", "/overview")).json;
  const response = await add(kind, body);
  expect(response.status).toBe(400);
  expect(response.json).toEqual({
    error: expect.any(String) as string,
    ...(field === undefined ? {} : { field }),
  });
  expect((await service.control("GET", "/overview")).json).toEqual(before);
});

it("one invalid object of several rejects all and is named", async () => {
  const response = await add("hosts", [host, { name: "b" }, host]);
  expect(response).toMatchObject({ status: 400, json: { field: "[1].type" } });
  expect((response.json as { error: string }).error).toMatch(/^Element 1: /);
  const unknownParent = await add("hosts", [host, { ...host, parent: 12 }]);
  expect(unknownParent).toMatchObject({ status: 400, json: { field: "[1].parent" } });
  expect(dataOf(await service.get("/hosts"))).toEqual([]);
  expect(dataOf(await service.get("/events?addGlobal=1"))).toEqual([]);
});

it("a metric value and an event name their host", async () => {
  await add("hosts", host);
  const values = { metrics: { metric: "m", value: 1 }, events: { type: "t" } };
  for (const [kind, value] of Object.entries(values)) {
    const { json } = await add(kind, { host: host.name, ...value });
    expect(json).toMatchObject({ data: [{ host: 1 }] });
  }
});

it("a metric value before the latest value is rejected", async () => {
  await add("hosts", host);
  await add("metrics", { host: 1, metric: "m", value: 1 });
  expect(await add("metrics", { host: 1, metric: "m", value: 1, ts: -1 })).toMatchObject({
    status: 400,
    json: { field: "ts" },
  });
});

it("a body that is not JSON, or has another content type, is rejected", async () => {
  expect((await add("hosts", "{")).status).toBe(400);
  const headers = { "content-type": "text/plain" };
  expect((await service.control("POST", "/hosts", { body: "{}", headers })).status).toBe(415);
});

it("removes hosts, destinations, policies, durations and integrations only", async () => {
  await add("hosts", host);
  expect((await service.control("DELETE", "/hosts/1")).status).toBe(204);
  expect(dataOf(await service.get("/hosts"))).toEqual([]);
  expect((await service.control("DELETE", "/policies/1")).status).toBe(204);
  expect(dataOf(await service.get("/config/alert-opts/policy"))).toHaveLength(3);
  for (const path of ["/hosts/1", "/hosts/x", "/hosts/1.5", "/hosts/-1", "/digests/1", "/nothing/1"]) {
    expect((await service.control("DELETE", path)).status).toBe(404);
  }
});

it("acts on the given environment, and returns 404 for an unknown one", async () => {
  expect((await service.control("POST", "/hosts?environment=other", { body: host })).status).toBe(201);
  expect(dataOf(await service.get("/hosts"))).toEqual([]);
  expect(dataOf(await service.get("/hosts", { token: "other-token" }))).toHaveLength(1);
  expect(await service.control("GET", "/firings?environment=nowhere")).toMatchObject({
    status: 404,
    json: { field: "environment", error: expect.stringContaining("default, other") as string },
  });
});
