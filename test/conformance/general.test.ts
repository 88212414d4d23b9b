/** Conventions of the whole API: paths, lists, times, indentation and bodies. */
import { allOf, lists, operationRows, operations, prepare, preparedQuery, reads } from "./interface";
import {
  agentToken,
  alertFields,
  apiToken,
  conformance,
  dataOf,
  eventFields,
  fieldsOf,
  noon,
  thresholdFields,
} from "./service";

const service = conformance();

describe("paths", () => {
  beforeEach(() => prepare(service));

  it.each(operationRows)("[GEN-1] %s %s is served only below /api/v2", async (_, path, operation) => {
    const { method, ...options } = operation;
    for (const prefix of ["", "/v2", "/api", "/api/v1", "/api/v3", "/API/V2"]) {
      expect(await service.raw(method, prefix + path, options)).toMatchObject({ status: 404 });
    }
    const { status } = await service.raw(method, `/api/v2${path}`, options);
    expect([200, 201, 204]).toContain(status);
  });

  it.each(operationRows)("[GEN-1] %s %s accepts a trailing slash", async (_, path, operation) => {
    const { method, ...options } = operation;
    const [pathname = "", query = ""] = path.split("?");
    const { status } = await service.call(method, `${pathname}/?${query}`, options);
    expect([200, 201, 204]).toContain(status);
  });

  it("[GEN-1] an unknown path below /api/v2 returns 404", async () => {
    for (const path of ["", "/", "/config", "/alerts", "/config/alert", "/config/policies", "/queries/1/2"]) {
      expect(await service.get(path)).toMatchObject({ status: 404 });
    }
  });
});

describe("responses", () => {
  beforeEach(() => prepare(service));

  it.each(lists)("[GEN-2] %s returns an object with only the array data", async (path) => {
    const { json } = await service.get(path);
    expect(Object.keys(fieldsOf(json))).toEqual(["data"]);
    expect(Array.isArray(fieldsOf(json).data)).toBe(true);
    expect(dataOf(await service.get(path))).not.toEqual([]);
  });

  it("[GEN-2] an empty list is an empty array", async () => {
    await service.delete("/config/alerts/1");
    expect((await service.get("/config/alerts")).json).toEqual({ data: [] });
    expect((await service.get("/queries?filter=no+such+text")).json).toEqual({ data: [] });
  });

  it("[GEN-2] the creation of an alert and the read of a configuration return the object itself", async () => {
    const created = await service.post("/config/alerts", { body: { ...alertFields, name: "Bare" } });
    expect(created.json).toEqual({ ...alertFields, name: "Bare", id: 2 });
    expect((await service.get("/config/alerts/1/config")).json).toEqual(thresholdFields);
  });

  it.each(reads)("[GEN-5] GET %s with X-Indent: true returns the same JSON, indented", async (path) => {
    const plain = await service.get(path);
    expect(plain.text).toBe(JSON.stringify(plain.json));
    const indented = await service.get(path, { headers: { "X-Indent": "true" } });
    expect(indented.text).not.toBe(plain.text);
    expect(indented.text).toBe(JSON.stringify(plain.json, null, 2));
    expect(indented.json).toEqual(plain.json);
    expect((await service.get(path, { headers: { "X-Indent": "false" } })).text).toBe(plain.text);
  });
});

describe("time", () => {
  it("[GEN-3] every timestamp is a whole number of seconds", async () => {
    await service.advance(0.789);
    const host = await service.addHost("db-1");
    await service.addDestination("Mail");
    await service.add("digests", { id: preparedQuery.hex, digest: "select ?" });
    await service.add("samples", { query: preparedQuery.decimal, host });
    await service.add("events", { type: "Database Server Restart", host });
    await service.threshold();
    await service.report(host, 11);
    await service.advance(61);
    const at = async (path: string, ...fields: string[]) =>
      (await service.list(path)).flatMap((element) => fields.map((field) => element[field]));
    const [added, fired] = [noon, noon + 120];
    expect(await at("/hosts", "created", "updated", "lastSeen", "deleted")).toEqual([added, added, added, 0]);
    expect(await at("/config/destinations", "updated")).toEqual([added]);
    expect(await at("/queries", "firstSeen", "lastSeen")).toEqual([added, added]);
    expect(await at(`/queries/samples?query=${preparedQuery.decimal}`, "ts")).toEqual([added]);
    expect(await at("/events?addGlobal=1", "start")).toEqual([added, added, fired]);
  });

  it.each([noon + 0.5, String(noon), null, "now"])(
    "[GEN-3] an event that starts at %j is rejected",
    async (start) => {
      const response = await service.post("/events", { token: agentToken, body: { ...eventFields, start } });
      expect(response.status).toBe(400);
      expect(await service.list("/events?addGlobal=1")).toEqual([]);
    },
  );

  const times = [noon - 100, noon - 50, noon, noon + 100];
  type TimedList = readonly [path: string, field: string, fill: () => Promise<unknown>];
  const periods: TimedList[] = [
    [
      "/queries?",
      "firstSeen",
      () =>
        service.add(
          "digests",
          ...times.map((at, i) => ({ id: `${i}`.repeat(16), digest: "q", firstSeen: at, lastSeen: at })),
        ),
    ],
    [
      "/queries/samples?query=1&",
      "ts",
      () => service.add("samples", ...times.map((ts) => ({ query: "1", host: 1, ts }))),
    ],
    [
      "/events?addGlobal=1&host=999&",
      "start",
      () => service.add("events", ...times.map((start) => ({ type: "t", start }))),
    ],
  ];
  const hosts: TimedList = [
    "/hosts?",
    "lastSeen",
    () =>
      service.add("hosts", ...times.map((at, i) => ({ name: `h${i}`, type: "os", id: i + 1, lastSeen: at }))),
  ];

  const [oldest, older, now, future] = times;
  /** @returns the times of the objects that a query selects */
  async function filled([path, field, fill]: TimedList): Promise<(query: string) => Promise<unknown[]>> {
    await service.addHost("first", { id: 1, lastSeen: noon });
    await fill();
    return async (query) => (await service.list(path + query)).map((element) => element[field]).sort();
  }

  it.each([...periods, hosts])(
    "[GEN-4] %s accepts an absolute start, and one in seconds relative to now",
    async (path, ...list) => {
      const at = await filled([path, ...list]);
      expect(await at("")).toEqual(times);
      expect(await at("from=-50")).toEqual([older, now, future]);
      expect(await at("from=-49")).toEqual([now, future]);
      expect(await at("from=0")).toEqual([now, future]);
      expect(await at(`from=${noon - 50}`)).toEqual([older, now, future]);
      expect(await at(`from=${noon + 1}`)).toEqual([future]);
      await service.advance(1);
      expect(await at("from=0")).toEqual([future]);
      expect(await at("from=-50")).toEqual([now, future]);
      for (const wrong of ["from=yesterday", "from=1.5", "from=-1h"]) {
        expect(await service.get(path + wrong)).toMatchObject({ status: 400, json: { field: "from" } });
      }
    },
  );

  it.each(periods)(
    "[GEN-4] %s accepts an absolute end, and one in seconds relative to now",
    async (...list) => {
      const at = await filled(list);
      expect(await at("until=-50")).toEqual([oldest, older]);
      expect(await at("until=-51")).toEqual([oldest]);
      expect(await at("until=0")).toEqual([oldest, older, now]);
      expect(await at(`until=${noon - 1}`)).toEqual([oldest, older]);
      expect(await at(`from=-50&until=${noon}`)).toEqual([older, now]);
      expect(await at(`from=${noon - 99}&until=-1`)).toEqual([older]);
      expect(await at("from=0&until=-1")).toEqual([]);
    },
  );
});

describe("bodies", () => {
  beforeEach(() => prepare(service));
  const writes = operations
    .filter(({ body }) => body !== undefined)
    .map((one) => [one.method, one.path, one] as const);
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "application/json; charset=latin1",
  ];

  it.each(writes)(
    "[GEN-6] %s %s accepts only JSON with the content type application/json",
    async (_, path, one) => {
      const { method, body, token } = one;
      const before = await allOf(service, apiToken);
      for (const type of types) {
        const response = await service.call(method, path, { token, body, headers: { "content-type": type } });
        expect(response).toMatchObject({ status: 415 });
      }
      for (const text of ["{", "name=An+alert", '"text"', "[]", "null", "1", "{}"]) {
        expect(await service.call(method, path, { token, body: text })).toMatchObject({ status: 400 });
      }
      expect(await allOf(service, apiToken)).toBe(before);

      const headers = { "content-type": "application/json; charset=utf-8" };
      expect((await service.call(method, path, { token, body, headers })).status).toBeLessThan(300);
      expect(await allOf(service, apiToken)).not.toBe(before);
    },
  );

  it("[GEN-6] all responses are JSON with a JSON content type, including errors", async () => {
    for (const path of [...reads, "/config/alerts/99/config", "/nothing", "/hosts?nest=all"]) {
      const response = await service.get(path);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.json).toBeInstanceOf(Object);
    }
  });
});
