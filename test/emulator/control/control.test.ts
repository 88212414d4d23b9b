/** Control endpoints: the request log, and access restrictions. */
import { request } from "node:http";
import { isLoopbackHost } from "../../../src/emulator/evaluator/webhooks";
import { isLoopbackAddress } from "../../../src/emulator/http/middleware";
import { cpuAlert, emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";

describe("the request log", () => {
  it("contains method, path, query, time, status and body, oldest first", async () => {
    await service.post(`${alerts}/`, { body: cpuAlert });
    service.clock().passSeconds(5);
    await service.get("/hosts?nest=tags");
    await service.get("/hosts", { token: "wrong" });
    const time = service.clock().now();
    const requests = [
      {
        method: "POST",
        path: "/api/v2/config/alerts/",
        query: "",
        time: time - 5000,
        status: 201,
        body: JSON.stringify(cpuAlert),
      },
      { method: "GET", path: "/api/v2/hosts", query: "?nest=tags", time, status: 200 },
      { method: "GET", path: "/api/v2/hosts", query: "", time, status: 401 },
    ];
    expect(service.emulator().requests.list()).toEqual(requests);
    expect((await service.control("GET", "/requests")).json).toEqual({ data: requests });
  });

  it("[AUTH-1] never contains a token", async () => {
    await service.get("/hosts", { token: "secret-wrong-token" });
    await service.get("/hosts");
    expect((await service.control("GET", "/requests")).text).not.toMatch(/token/i);
  });

  it("can be filtered and cleared", async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.get(alerts);
    await service.get("/hosts");
    const { requests } = service.emulator();
    expect(requests.list({ method: "GET" })).toHaveLength(2);
    expect(requests.list({ path: "/api/v2/config/alerts" })).toHaveLength(2);
    expect(requests.list({ method: "GET", path: "*/alerts" })).toHaveLength(1);
    expect((await service.control("DELETE", "/requests")).status).toBe(204);
    expect(requests.list()).toEqual([]);
  });

  it("truncates a long body, but not the stored object", async () => {
    const body = { ...cpuAlert, extra: "x".repeat(50_000) };
    await service.post(alerts, { body });
    const [logged] = service.emulator().requests.list();
    expect(logged?.body).toBe(JSON.stringify(body).slice(0, 16 * 1024));
    expect(logged?.bodyCut).toBe(true);
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...body }] });
  });

  it("removes the oldest requests over the limit", () => {
    const { requests } = service.emulator();
    for (let time = 0; time < 20_010; time++) {
      requests.add({ method: "GET", path: "/", query: "", time });
    }
    expect(requests.list()).toHaveLength(20_000);
    expect(requests.list()[0]?.time).toBe(10);
    // Half of the 16 KiB of each request is its body, a quarter each its path and query.
    const quarter = "x".repeat(4 * 1024);
    const body = new TextEncoder().encode(quarter + quarter);
    for (let time = 0; time < 5000; time++) {
      requests.add({ method: "PUT", path: quarter, query: quarter, time }, body);
    }
    expect(requests.list()).toHaveLength(4096);
  });

  it("keeps no body of a request without a valid token", async () => {
    for (const token of ["", "wrong-token"]) await service.post(alerts, { token, body: cpuAlert });
    expect(service.emulator().requests.list()).toMatchObject([{ status: 401 }, { status: 401 }]);
    expect(
      service
        .emulator()
        .requests.list()
        .some((logged) => "body" in logged),
    ).toBe(false);
  });

  it("copies the logged part of a body, so that it does not keep the received bytes in memory", () => {
    const { requests } = service.emulator();
    for (const size of [100, 1024 * 1024]) {
      const received = new Uint8Array(size).fill(0x78);
      requests.add({ method: "PUT", path: "/", query: "", time: size }, received);
      // A part of the same memory would change too.
      received.fill(0x79);
    }
    expect(requests.list().map(({ body }) => body)).toEqual(["x".repeat(100), "x".repeat(16 * 1024)]);
  });
});

describe.each(["/_emulator/requests", "/api/v2/hosts"])("access to %s", (address) => {
  /** Sends headers that fetch does not allow. */
  function statusWith(headers: Record<string, string>, method = "GET", path = address): Promise<number> {
    return new Promise((resolve, reject) => {
      const authorization = "Bearer demo-token";
      const options = { method, headers: { authorization, ...headers } };
      const sent = request(service.emulator().url + path, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  it.each(["localhost", "LOCALHOST:80", "127.0.0.1:4200", "[::1]:4200"])(
    "is allowed with the host %s",
    async (host) => {
      expect(await statusWith({ host })).toBe(200);
    },
  );

  it.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "10.0.0.1"])(
    "is refused with the host %j (DNS rebinding)",
    async (host) => {
      expect(await statusWith({ host })).toBe(403);
      expect(await statusWith({ host }, "DELETE", "/_emulator/faults")).toBe(403);
      expect(await statusWith({ host }, "POST", "/api/v2/nothing")).toBe(403);
    },
  );

  it("is allowed for the own origin only", async () => {
    const own = service.emulator().url;
    expect(await statusWith({ origin: own })).toBe(200);
    for (const origin of [
      "https://evil.example",
      "null",
      "http://127.0.0.1:1",
      own.replace("http:", "https:"),
    ]) {
      expect(await statusWith({ origin })).toBe(403);
    }
  });

  it("recognizes loopback addresses", () => {
    expect(["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.8.8"].every(isLoopbackAddress)).toBe(true);
    expect(["10.0.0.1", "::ffff:10.0.0.1", "", "fe80::1", "1127.0.0.1"].some(isLoopbackAddress)).toBe(false);
    expect(isLoopbackHost("localhost:")).toBe(false);
  });
});
