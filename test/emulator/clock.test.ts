/** The emulator's time: as the system's until it is moved, never back. */
import { ServiceClock } from "../../src/emulator";
import { emulatorForEachTest, TestClock } from "../support/with-emulator";

describe("in process", () => {
  const source = new TestClock();
  const clock = () => new ServiceClock(source);

  it("goes with its source, ahead by what it was advanced", () => {
    const own = clock();
    expect(own.now()).toBe(source.now());
    own.advance(90);
    source.passSeconds(5);
    expect(own.now()).toBe(source.now() + 90_000);
  });

  it("stands still while it is held, and goes on from there", () => {
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
    }).toThrow("the clock can be advanced by 0 seconds or more");
  });

  it("cannot be set back", () => {
    const own = clock();
    own.set(own.now() / 1000 + 60);
    expect(own.now()).toBe(source.now() + 60_000);
    expect(() => {
      own.set(source.now() / 1000);
    }).toThrow("cannot be set back");
  });

  it("tells who asked of each move", () => {
    const own = clock();
    let told = 0;
    own.onChange(() => {
      told++;
    });
    own.advance(1);
    own.hold();
    own.set(own.now() / 1000);
    own.run();
    expect(told).toBe(4);
  });
});

describe("over the control endpoint", () => {
  const service = emulatorForEachTest({ seed: "empty" });
  const post = (body: unknown) => service.control("POST", "/clock", { body });

  it("is read, advanced, set, held and let run", async () => {
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
  ])("refuses %j, and does not move", async (body, field) => {
    const before = (await service.control("GET", "/clock")).json;
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      error: expect.any(String) as string,
      ...(field === undefined ? {} : { field }),
    });
    expect((await service.control("GET", "/clock")).json).toEqual(before);
  });

  it("nothing of several moves is made when one is refused", async () => {
    const before = (await service.control("GET", "/clock")).json;
    expect((await post({ running: false, set: 1 })).status).toBe(400);
    expect((await service.control("GET", "/clock")).json).toEqual(before);
  });
});
