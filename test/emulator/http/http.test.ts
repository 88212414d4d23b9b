/** Conventions of all endpoints: tokens, paths, methods and indentation. */
import { endpoints } from "../../../src/service";
import { cpuAlert, cpuConfig, deployAlert, emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest({
  tokens: { "other-token": "other" },
  agentTokens: { "other-agent": "other" },
});
const alerts = "/config/alerts";

const queryId = "00000000000000a1";

function everyEndpoint() {
  return Object.values(endpoints).map((endpoint) => ({
    method: endpoint.method,
    path: endpoint.path.replace("{alert_id}", "1").replace("{query_id}", queryId),
    query: new Map([
      ["/queries/samples", "?query=1"],
      ["/events", "?addGlobal=1"],
    ]).get(endpoint.path),
  }));
}

describe("tokens", () => {
  it.each(everyEndpoint())("[AUTH-1] $method $path requires a token", async ({ method, path }) => {
    await service.post(alerts, { body: cpuAlert });
    const before = await service.get(alerts);
    const body = method === "GET" || method === "DELETE" ? undefined : deployAlert;
    for (const token of ["", "wrong-token", "demo-toke", "demo-tokenx", "Demo-token"]) {
      const call = { GET: service.get, POST: service.post, PUT: service.put, DELETE: service.delete }[method];
      const response = await call(path, { token, body });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.json).toEqual({ error: expect.any(String) as string });
    }
    expect((await service.get(alerts)).json).toEqual(before.json);
  });

  it.each([
    "demo-token",
    "Basic demo-token",
    "Bearer",
    "Bearer demo-token x",
    "Bearer demo-token,demo-token",
  ])("[AUTH-1] the header %j is not accepted", async (authorization) => {
    expect((await service.get(alerts, { token: "", headers: { authorization } })).status).toBe(401);
  });

  it("an unknown path returns 404 only with a token", async () => {
    expect((await service.get("/nothing", { token: "" })).status).toBe(401);
    expect((await service.get("/nothing")).status).toBe(404);
  });

  it("[AUTH-2] the token selects the environment, and environments are isolated", async () => {
    const other = { token: "other-token" };
    await service.post(alerts, { body: cpuAlert });
    await service.put(`${alerts}/1/config`, { body: cpuConfig });
    expect((await service.get(alerts, other)).json).toEqual({ data: [] });
    expect((await service.get(`${alerts}/1/config`, other)).status).toBe(404);
    expect((await service.put(`${alerts}/1`, { ...other, body: { id: 1, ...cpuAlert } })).status).toBe(404);
    expect((await service.delete(`${alerts}/1`, other)).status).toBe(404);
    expect((await service.post(alerts, { ...other, body: cpuAlert })).json).toMatchObject({ id: 1 });
    await service.delete(`${alerts}/1`, other);
    expect((await service.get(`${alerts}/1/config`)).json).toEqual(cpuConfig);
  });

  it("[AUTH-2] an agent token reads its environment and cannot write alerts", async () => {
    await service.post(alerts, { body: cpuAlert });
    const agent = { token: service.emulator().agentToken };
    expect((await service.get(alerts, agent)).json).toEqual({ data: [{ id: 1, ...cpuAlert }] });
    expect((await service.get(alerts, { token: "other-agent" })).json).toEqual({ data: [] });
    expect((await service.post(alerts, { ...agent, body: deployAlert })).status).toBe(403);
    expect((await service.put(`${alerts}/1/config`, { ...agent, body: cpuConfig })).status).toBe(403);
    expect((await service.delete(`${alerts}/1`, agent)).status).toBe(403);
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert }] });
  });
});

describe("paths and methods", () => {
  it.each(everyEndpoint().filter(({ method }) => method === "GET"))(
    "[GEN-1] $path can have a trailing slash",
    async ({ path, query = "" }) => {
      await service.post(alerts, { body: cpuAlert });
      await service.put(`${alerts}/1/config`, { body: cpuConfig });
      service.emulator().environment().add("digests", { id: queryId, digest: "select ?" });
      const plain = await service.get(path + query);
      expect(plain.status).toBe(200);
      expect(await service.get(`${path}/${query}`)).toMatchObject({ status: 200, json: plain.json });
    },
  );

  it.each(["/", "", "/config", "/config/alert", "/config/alerts/1/configs", "/../v2x", "//hosts"])(
    "returns a JSON 404 for %j",
    async (path) => {
      const response = await service.get(path);
      expect(response.status).toBe(404);
      expect(response.json).toEqual({ error: expect.any(String) as string });
    },
  );

  it.each([
    ["DELETE", "/config/alerts", "GET, POST"],
    ["POST", "/hosts", "GET"],
    ["PATCH", "/config/alerts/1", "PUT, DELETE"],
    ["POST", "/config/alerts/1/config", "GET, PUT"],
  ])("returns 405 with the allowed methods for %s %s", async (method, path, allow) => {
    const response = await fetch(`${service.emulator().url}/api/v2${path}`, {
      method,
      headers: { authorization: "Bearer demo-token" },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toEqual({ error: expect.any(String) as string });
  });
});

describe("indentation", () => {
  it("[GEN-5] only X-Indent: true indents the JSON of a read", async () => {
    const body = { ...cpuAlert, name: "x" };
    expect((await service.post(alerts, { body, headers: { "x-indent": "true" } })).text).not.toContain("\n");
    const indented = await service.get(alerts, { headers: { "X-Indent": "true" } });
    expect(indented.text).toBe(JSON.stringify({ data: [{ id: 1, ...body }] }, null, 2));
    expect((await service.get(alerts)).text).not.toContain("\n");
    expect((await service.get(alerts, { headers: { "x-indent": "false" } })).text).not.toContain("\n");
  });
});
