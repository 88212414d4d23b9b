/** Authentication and authorization: tokens on every request, agent tokens for events, and isolated environments. */
import { allOf, operationRows, operations, prepare } from "./interface";
import {
  agentToken,
  alertFields,
  apiToken,
  conformance,
  eventFields,
  fieldsOf,
  idsOf,
  thresholdFields,
} from "./service";

describe("without a valid token", () => {
  const service = conformance();
  beforeEach(() => prepare(service));

  const wrong: [string, Record<string, string>][] = [
    ["none", {}],
    ["an unknown token", { authorization: "Bearer wrong-token" }],
    ["an empty token", { authorization: "Bearer " }],
    ["another scheme", { authorization: `Basic ${apiToken}` }],
    ["a token without a scheme", { authorization: apiToken }],
    ["two tokens", { authorization: `Bearer ${apiToken} ${apiToken}` }],
    ["a prefix of a token", { authorization: `Bearer ${apiToken.slice(0, -1)}` }],
    ["a token in another header", { "x-api-token": apiToken }],
  ];

  it.each(wrong)("[AUTH-1] nothing is read or written: %s", async (_, headers) => {
    const before = await allOf(service, apiToken);
    for (const { method, path, body } of operations) {
      const response = await service.call(method, path, { token: "", headers, body });
      expect(response).toMatchObject({ status: 401, json: { error: expect.any(String) as string } });
      expect(fieldsOf(response.json)).not.toHaveProperty("data");
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    expect(await allOf(service, apiToken)).toBe(before);
  });

  it.each(operationRows)(
    "[AUTH-1] %s %s is rejected with the token in the URL",
    async (_, path, operation) => {
      const { method, body } = operation;
      const [pathname = "", query = ""] = path.split("?");
      for (const name of ["token", "access_token", "Authorization"]) {
        const address = `${pathname}?${query}&${name}=${apiToken}`;
        expect((await service.call(method, address, { token: "", body })).status).toBe(401);
      }
    },
  );

  it("[AUTH-1] unknown paths are indistinguishable from existing paths", async () => {
    for (const path of ["/nothing", "/config/alerts/99/config", "/queries/1111111111111111", ""]) {
      expect((await service.get(path, { token: "wrong-token" })).status).toBe(401);
    }
    expect((await service.call("PATCH", "/config/alerts", { token: "" })).status).toBe(401);
  });

  it.each(operationRows)(
    "[AUTH-1] %s %s succeeds with a valid token",
    async (_, path, { method, body, token }) => {
      const { status } = await service.call(method, path, { token, body });
      expect([200, 201, 204]).toContain(status);
    },
  );
});

describe("an agent token", () => {
  const service = conformance();

  it("[AUTH-2] creates events, and an API token cannot", async () => {
    expect((await service.post("/events", { token: apiToken, body: eventFields })).status).toBe(403);
    expect(await service.list("/events?addGlobal=1")).toEqual([]);
    expect((await service.post("/events", { token: agentToken, body: eventFields })).status).toBe(201);
    expect(await service.list("/events?addGlobal=1")).toMatchObject([eventFields]);
  });

  it("[AUTH-2] reads what an API token reads, and cannot write alerts", async () => {
    await prepare(service);
    expect(await allOf(service, agentToken)).toBe(await allOf(service, apiToken));
    const before = await allOf(service, apiToken);
    const writes = operations.filter(({ method, token }) => method !== "GET" && token === apiToken);
    expect(writes).toHaveLength(4);
    for (const { method, path, body } of writes) {
      expect((await service.call(method, path, { token: agentToken, body })).status).toBe(403);
    }
    expect(await allOf(service, apiToken)).toBe(before);
  });
});

describe("environments", () => {
  const service = conformance({
    tokens: { "other-token": "other", "second-token": "default" },
    agentTokens: { "other-agent-token": "other" },
  });
  const other = { token: "other-token" };

  it("[AUTH-2] the token selects the environment of a read", async () => {
    const empty = await allOf(service, "other-token");
    await prepare(service);
    await service.postEvent("deploy");
    expect(await allOf(service, "other-token")).toBe(empty);
    expect(await allOf(service, "other-agent-token")).toBe(empty);
    expect(await allOf(service, "second-token")).toBe(await allOf(service, apiToken));
    expect(await allOf(service, apiToken)).not.toBe(empty);
  });

  it("[AUTH-2] the token selects the environment of a write, including ids and names", async () => {
    const body = { ...alertFields, name: "Same name" };
    for (const token of [apiToken, "other-token"]) {
      const response = await service.post("/config/alerts", { token, body });
      expect(response).toMatchObject({ status: 201, json: { id: 1 } });
    }
    const renamed = { ...body, id: 1, name: "Renamed" };
    expect((await service.put("/config/alerts/1", { ...other, body: renamed })).status).toBe(200);
    expect((await service.put("/config/alerts/1/config", { ...other, body: thresholdFields })).status).toBe(
      200,
    );
    expect(await service.list("/config/alerts")).toEqual([{ ...body, id: 1 }]);
    expect((await service.get("/config/alerts/1/config")).status).toBe(404);

    expect((await service.delete("/config/alerts/1", other)).status).toBe(204);
    expect(await service.list("/config/alerts", other)).toEqual([]);
    expect(idsOf(await service.list("/config/alerts"))).toEqual([1]);
  });

  it("[AUTH-2] objects of another environment cannot be referenced or changed", async () => {
    await prepare(service);
    const responses = [
      await service.put("/config/alerts/1", { ...other, body: { ...alertFields, id: 1 } }),
      await service.put("/config/alerts/1/config", { ...other, body: thresholdFields }),
      await service.get("/config/alerts/1/config", other),
      await service.delete("/config/alerts/1", other),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const withDestination = { ...alertFields, destinations: [1] };
    expect(await service.post("/config/alerts", { ...other, body: withDestination })).toMatchObject({
      status: 400,
      json: { field: "destinations[0]" },
    });
    const onHost = { ...eventFields, host: 1 };
    expect(await service.post("/events", { token: "other-agent-token", body: onHost })).toMatchObject({
      status: 400,
      json: { field: "host" },
    });
    expect(idsOf(await service.list("/config/alerts"))).toEqual([1]);
  });

  it("[AUTH-2] an event belongs to the agent's environment and fires only its alerts", async () => {
    const alert = await service.onEvents();
    await service.post("/events", { token: "other-agent-token", body: eventFields });
    expect(await service.list("/events?addGlobal=1")).toEqual([]);
    expect(await service.list("/events?addGlobal=1", other)).toMatchObject([eventFields]);
    expect(await service.firings(alert)).toEqual([]);
    await service.postEvent("deploy");
    expect(await service.firings(alert)).toHaveLength(1);
    expect((await service.control("GET", "/firings?environment=other")).json).toEqual({ data: [] });
  });

  it("[AUTH-2] metrics fire only alerts of their environment", async () => {
    const alert = await service.threshold();
    await service.control("POST", "/hosts?environment=other", { body: { name: "db-1", type: "mysql" } });
    await service.addHost("db-1");
    const body = { host: 1, metric: thresholdFields.metric, value: 11 };
    expect((await service.control("POST", "/metrics?environment=other", { body })).status).toBe(201);
    await service.advance(600);
    expect(await service.firings(alert)).toEqual([]);
  });
});
