/** Faults, in process and over the control endpoints. */
import { cpuAlert, emulatorForEachTest } from "../support/emulator";
import { until } from "../support/programs";

const service = emulatorForEachTest();
const alerts = "/config/alerts";
const faults = () => service.emulator().faults;

it("responds instead of the service, which does not handle the request", async () => {
  const answer = { status: 502, headers: { "Content-Type": "text/html" }, body: "<html>bad gateway</html>" };
  faults().add({ method: "POST", path: "/api/v2/config/*", times: 1, answer });
  const response = await service.post(alerts, { body: cpuAlert });
  expect(response.status).toBe(502);
  expect(response.headers.get("content-type")).toBe("text/html");
  expect(response.text).toBe("<html>bad gateway</html>");
  expect((await service.get(alerts)).json).toEqual({ data: [] });
});

it("with after-commit, replaces a success but not an error", async () => {
  const answer = { status: 503, headers: { "Retry-After": "2" }, body: { message: "busy" } };
  faults().add({ method: "POST", times: 1, when: "after-commit", answer });
  expect((await service.post(alerts, { body: { ...cpuAlert, policy: 99 } })).status).toBe(400);
  const response = await service.post(alerts, { body: cpuAlert });
  expect(response).toMatchObject({ status: 503, json: { message: "busy" } });
  expect(response.headers.get("retry-after")).toBe("2");
  expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert }] });
});

it.each(["before", "after-commit"] as const)("cuts the connection %s", async (when) => {
  faults().add({ method: "POST", times: 1, when, answer: "cut" });
  await expect(service.post(alerts, { body: cpuAlert })).rejects.toThrow("fetch failed");
  const data = when === "before" ? [] : [{ id: 1, ...cpuAlert }];
  expect((await service.get(alerts)).json).toEqual({ data });
  expect(service.emulator().requests.list({ method: "POST" })).toMatchObject([{ status: null, fault: 1 }]);
});

it.each(["before", "after-commit"] as const)("with hang, never responds (%s)", async (when) => {
  faults().add({ method: "POST", times: 1, when, answer: "hang" });
  const abort = new AbortController();
  const request = fetch(`${service.emulator().url}/api/v2${alerts}`, {
    method: "POST",
    headers: { authorization: "Bearer demo-token", "content-type": "application/json" },
    body: JSON.stringify(cpuAlert),
    signal: abort.signal,
  });
  // The request hangs as soon as the fault is used up.
  await until(() => faults().list().length === 0);
  abort.abort();
  await expect(request).rejects.toThrow("aborted");
  expect((await service.get(alerts)).json).toMatchObject({ data: when === "before" ? [] : [{ id: 1 }] });
});

it("stop closes a hanging request", async () => {
  faults().add({ times: 1, answer: "hang" });
  const request = service.get(alerts).catch((error: unknown) => error);
  await until(() => faults().list().length === 0);
  await service.emulator().stop();
  expect(await request).toMatchObject({ name: "TypeError", message: "fetch failed" });
});

it("applies to matching requests, at most times requests, the first added fault first", async () => {
  faults().add({ path: "*/config", answer: { status: 500 } });
  faults().add({ method: "GET", path: "/api/v2/config/alerts", times: 2, answer: { status: 429 } });
  const twice = faults().add({ path: "/api/v2/hosts", answer: { status: 503 } });
  expect((await service.get(`${alerts}/1/config`)).status).toBe(500);
  expect((await service.get(alerts)).status).toBe(429);
  expect((await service.get("/hosts")).status).toBe(503);
  expect((await service.get(`${alerts}/`)).status).toBe(429);
  expect((await service.get(alerts)).status).toBe(200);
  expect((await service.get("/hosts")).status).toBe(503);
  twice.remove();
  expect((await service.get("/hosts")).status).toBe(200);
  faults().clear();
  expect((await service.get(`${alerts}/1/config`)).status).toBe(404);
});

it.each([
  ["/api/v2/hosts", "/api/v2/hosts"],
  ["*", "/api/v2/hosts"],
  ["/api/v2/*", "/api/v2/hosts"],
  ["*/hosts", "/api/v2/hosts"],
  ["*hosts*", "/api/v2/hosts"],
  ["/api/*/alerts/*/config", "/api/v2/config/alerts/12/config"],
  ["*ab*ab", "/abab"],
  ["/a**b", "/ab"],
])("the path %s matches %s", (pattern, path) => {
  const fault = { path: pattern, answer: "cut" } as const;
  faults().add(fault);
  expect(faults().match("GET", path).before()?.fault).toEqual(fault);
});

it.each([
  ["/api/v2", "/api/v2/hosts"],
  ["hosts", "/api/v2/hosts"],
  ["/api/v2/hosts/*", "/api/v2/hosts"],
  ["*/alerts", "/api/v2/config/alerts/1"],
  ["*/config/*/config", "/api/v2/config"],
  ["/ab*ba", "/aba"],
  ["*ab*ab", "/ab"],
  ["*ab*ab*", "/aab"],
  ["/api/v./hosts", "/api/v2/hosts"],
])("the path %s does not match %s", (pattern, path) => {
  faults().add({ path: pattern, answer: "cut" });
  expect(faults().match("GET", path).before()).toBeUndefined();
});

it("applies before the token check, and not to control endpoints", async () => {
  faults().add({ answer: { status: 503 } });
  expect((await service.get("/hosts", { token: "" })).status).toBe(503);
  expect((await service.control("GET", "/health")).json).toEqual({ status: "ok" });
});

it("rejects times: 0", () => {
  expect(() => faults().add({ times: 0, answer: "cut" })).toThrow(">=1");
});

describe("over the control endpoints", () => {
  it("is added, listed and removed as JSON", async () => {
    const body = {
      method: "GET",
      path: "*/hosts",
      times: 3,
      when: "after-commit",
      answer: { status: 500, headers: { "X-Why": "test" }, body: ["x"] },
    };
    const added = await service.control("POST", "/faults", { body });
    expect(added).toMatchObject({ status: 201, json: { id: 1 } });
    const response = await service.get("/hosts");
    expect(response).toMatchObject({ status: 500, json: ["x"] });
    expect(response.headers.get("x-why")).toBe("test");
    expect((await service.control("GET", "/faults")).json).toEqual({
      data: [{ ...body, id: 1, remaining: 2, answer: { status: 500 } }],
    });
    expect((await service.control("DELETE", "/faults")).status).toBe(204);
    expect((await service.get("/hosts")).status).toBe(200);
  });

  it.each([
    [{ answer: "explode" }, "answer"],
    [{}, "answer"],
    [{ answer: { status: 99 } }, "answer.status"],
    [{ answer: { status: 500, headers: { "a b": "c" } } }, "answer"],
    [{ answer: { status: 500, headers: { a: "b\r\nc" } } }, "answer.headers.a"],
    [{ answer: "cut", path: { pattern: "*" } }, "path"],
    [{ answer: "cut", method: "HEAD" }, "method"],
    [{ answer: "cut", times: 0 }, "times"],
    [{ answer: "cut", when: "later" }, "when"],
    [{ answer: "cut", delay: 5 }, undefined],
  ])("is rejected if invalid: %j", async (body, field) => {
    const response = await service.control("POST", "/faults", { body });
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject(field === undefined ? {} : { field });
    expect(faults().list()).toEqual([]);
  });
});
