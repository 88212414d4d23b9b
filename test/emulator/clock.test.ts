/** The emulator's clock: it follows its source until it is moved, and never moves backward. */
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { ServiceClock } from "../../src/emulator";
import { emulatorForEachTest, send } from "../support/emulator";
import { VirtualClock } from "../support/virtual-clock";

describe("in process", () => {
  const source = new VirtualClock();
  const clock = () => new ServiceClock(source);

  it("follows its source, ahead by the time it was advanced", () => {
    const own = clock();
    expect(own.now()).toBe(source.now());
    own.advance(90);
    source.passSeconds(5);
    expect(own.now()).toBe(source.now() + 90_000);
  });

  it("stops while it is held, and resumes at the held time", () => {
    const own = clock();
    own.hold();
    const held = own.now();
    source.passSeconds(100);
    expect([own.now(), own.isRunning]).toEqual([held, false]);
    own.advance(10);
    own.run();
    own.run();
    source.passSeconds(1);
    expect([own.now(), own.isRunning]).toEqual([held + 11_000, true]);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("cannot be advanced by %d seconds", (seconds) => {
    expect(() => {
      clock().advance(seconds);
    }).toThrow("The clock can only be advanced by 0 or more seconds");
  });

  it("cannot be set back", () => {
    const own = clock();
    own.set(own.now() / 1000 + 60);
    expect(own.now()).toBe(source.now() + 60_000);
    expect(() => {
      own.set(source.now() / 1000);
    }).toThrow("cannot be set back");
  });

  it("notifies listeners of each change", () => {
    const own = clock();
    let notifications = 0;
    own.onChange(() => {
      notifications++;
    });
    own.advance(1);
    own.hold();
    own.set(own.now() / 1000);
    own.run();
    expect(notifications).toBe(4);
  });
});

describe("over the control endpoint", () => {
  const service = emulatorForEachTest({ seed: "empty" });
  const post = (body: unknown) => service.control("POST", "/clock", { body });

  it("is read, advanced, set, held and resumed", async () => {
    const start = service.clock().now() / 1000;
    expect((await service.control("GET", "/clock")).json).toEqual({ now: start, running: true });
    expect((await post({ advance: 0.5 })).json).toEqual({ now: start + 0.5, running: true });
    expect((await post({ running: false, advance: 60 })).json).toEqual({ now: start + 60.5, running: false });
    service.clock().passSeconds(10);
    expect((await post({ set: start + 100 })).json).toEqual({ now: start + 100, running: false });
    expect((await post({ running: true })).json).toEqual({ now: start + 100, running: true });
    service.clock().passSeconds(1);
    expect((await service.control("GET", "/clock")).json).toEqual({ now: start + 101, running: true });
  });

  it.each<[unknown, string | undefined]>([
    [{ advance: -1 }, "advance"],
    [{ advance: "60" }, "advance"],
    [{ set: 1 }, "set"],
    [{ set: 0 }, "set"],
    [{ running: 1 }, "running"],
    [{ speed: 2 }, undefined],
    [[], undefined],
  ])("rejects %j and does not move", async (body, field) => {
    const before = (await service.control("GET", "/clock")).json;
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.json).toEqual({
      error: expect.any(String) as string,
      ...(field === undefined ? {} : { field }),
    });
    expect((await service.control("GET", "/clock")).json).toEqual(before);
  });

  it("is the Date of every response, also of errors and of pages", async () => {
    const faults = service.emulator().faults;
    faults.add({ path: "/api/v2/hosts", answer: { status: 503 } });
    faults.add({ path: "/api/v2/config/destinations", answer: "cut-in-body" });
    faults.add({
      path: "/api/v2/events",
      answer: { status: 200, headers: { date: "Thu, 01 Jan 2026 00:00:00 GMT" } },
    });
    await post({ set: 4_000_000_000, running: false });
    const dateOf = async (method: string, path: string, token = "demo-token") =>
      (await send(service.emulator().url, method, path, { token })).headers.get("date");
    const expected = "Tue, 02 Oct 2096 07:06:40 GMT";
    expect((await post({ advance: 0 })).headers.get("date")).toBe(expected);
    for (const path of ["/api/v2/config/alerts", "/api/v2/nothing", "/api/v2/hosts", "/", "/nothing"])
      expect([path, await dateOf("GET", path)]).toEqual([path, expected]);
    expect(await dateOf("GET", "/api/v2/config/alerts", "")).toBe(expected);
    const headers = { authorization: "Bearer demo-token" };
    const cut = await fetch(`${service.emulator().url}/api/v2/config/destinations`, { headers });
    expect(cut.headers.get("date")).toBe(expected);
    await expect(cut.text()).rejects.toThrow();
    const options = { path: "/api/v2\\hosts", agent: false };
    const refused = httpRequest(service.emulator().url, options).end();
    const [response] = (await once(refused, "response")) as [IncomingMessage];
    expect([response.statusCode, response.headers.date]).toEqual([400, expected]);
    response.destroy();
    expect(await dateOf("GET", "/api/v2/events")).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
  });

  it("makes none of several moves if one is rejected", async () => {
    const before = (await service.control("GET", "/clock")).json;
    expect((await post({ running: false, set: 1 })).status).toBe(400);
    expect((await service.control("GET", "/clock")).json).toEqual(before);
  });
});
