/** Which requests a fault meets, and how late the answer then is. */
import { type Fault } from "../../src/emulator";
import { cpuAlert, emulatorForEachTest } from "../support/with-emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";
const faults = () => service.emulator().faults;
const status = (code: number) => ({ status: code });

async function statusesOf(count: number, path = "/hosts"): Promise<number[]> {
  const statuses: number[] = [];
  for (let request = 0; request < count; request++) statuses.push((await service.get(path)).status);
  return statuses;
}

describe("nth", () => {
  it("counts matching requests from 1, and times from there on", async () => {
    faults().add({ path: "/api/v2/hosts", nth: 2, times: 2, answer: status(503) });
    await service.get(alerts);
    expect(await statusesOf(4)).toEqual([200, 503, 503, 200]);
    expect(faults().list()).toEqual([]);
  });

  it("without times lasts until it is removed", async () => {
    const fault = faults().add({ nth: 3, answer: status(503) });
    expect(await statusesOf(4)).toEqual([200, 200, 503, 503]);
    fault.remove();
    expect(await statusesOf(1)).toEqual([200]);
  });

  it("does not stop later faults from being looked at until it is reached", async () => {
    faults().add({ nth: 3, times: 1, answer: status(500) });
    faults().add({ answer: status(503) });
    expect(await statusesOf(4)).toEqual([503, 503, 500, 503]);
  });

  it("counts requests that another fault meets, too", async () => {
    faults().add({ times: 1, answer: status(500) });
    faults().add({ nth: 2, times: 1, answer: status(503) });
    faults().add({ nth: 3, times: 1, when: "after-commit", answer: status(504) });
    expect(await statusesOf(4)).toEqual([500, 503, 504, 200]);
  });

  it("of a fault after the commit counts refused requests, and times does not", async () => {
    faults().add({ method: "GET", nth: 2, times: 1, when: "after-commit", answer: status(503) });
    expect(await statusesOf(2, "/nothing")).toEqual([404, 404]);
    expect(await statusesOf(2)).toEqual([503, 200]);
  });
});

it("uses the first fault added, also where a later one would come before the commit", async () => {
  faults().add({ times: 1, when: "after-commit", answer: status(503) });
  faults().add({ times: 1, answer: status(500) });
  expect(await statusesOf(3)).toEqual([503, 500, 200]);
});

it("uses one fault a request", async () => {
  faults().add({ times: 1, latencyMs: 1 });
  faults().add({ when: "after-commit", answer: status(503) });
  expect(await statusesOf(2)).toEqual([200, 503]);
});

describe("latency", () => {
  const long = 3_600_000;
  const immediately = () => new Promise((resolve) => setImmediate(resolve));
  const until = async (condition: () => unknown) => {
    while ((await condition()) !== true) await immediately();
  };
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const created = { data: [{ id: 1, ...cpuAlert }] };

  function postThatIsLate(fault: Fault) {
    faults().add({ method: "POST", times: 1, ...fault });
    const before = timers();
    const abort = new AbortController();
    const ending = fetch(`${service.emulator().url}/api/v2${alerts}`, {
      method: "POST",
      headers: { authorization: "Bearer demo-token", "content-type": "application/json" },
      body: JSON.stringify(cpuAlert),
      signal: abort.signal,
    }).catch((error: unknown) => error);
    return {
      ending,
      abort: () => {
        abort.abort();
      },
      isMet: () => until(() => faults().list().length === 0 && timers() > before),
      hasNoTimer: () => until(() => timers() <= before),
    };
  }

  it.each(["before", "after-commit"] as const)(
    "passes, and the service's own answer comes (%s)",
    async (when) => {
      const fault = faults().add({ latencyMs: 30, when });
      const start = performance.now();
      expect(await service.post(alerts, { body: cpuAlert })).toMatchObject({ status: 201, json: { id: 1 } });
      // A timer may be early by less than a millisecond.
      expect(performance.now() - start).toBeGreaterThan(29);
      fault.remove();
      expect((await service.get(alerts)).json).toEqual(created);
      expect(service.emulator().requests.list({ method: "POST" })).toMatchObject([{ status: 201, fault: 1 }]);
    },
  );

  it("leaves a refusal as it is, late before the service and in time after the commit", async () => {
    faults().add({ times: 1, latencyMs: 5 });
    faults().add({ latencyMs: long, when: "after-commit" });
    expect(await statusesOf(2, "/nothing")).toEqual([404, 404]);
  });

  it("passes before a made-up answer, too", async () => {
    faults().add({ latencyMs: 5, answer: status(503) });
    faults().add({ latencyMs: long, answer: status(500) });
    expect(await statusesOf(1)).toEqual([503]);
  });

  it.each([
    [{ latencyMs: long }, { data: [] }],
    [{ latencyMs: long, answer: status(503) }, { data: [] }],
    [{ latencyMs: long, when: "after-commit" }, created],
    [{ latencyMs: long, answer: "truncated" }, created],
  ] as [Fault, unknown][])("ends when the client gives up: %j", async (fault, stored) => {
    const post = postThatIsLate(fault);
    await post.isMet();
    expect((await service.get(alerts)).json).toEqual(stored);
    post.abort();
    expect(await post.ending).toMatchObject({ name: "AbortError" });
    await post.hasNoTimer();
    expect((await service.get(alerts)).json).toEqual(stored);
    expect(service.emulator().requests.list({ method: "POST" })).toMatchObject([{ status: null, fault: 1 }]);
  });

  it.each(["before", "after-commit"] as const)("ends when the emulator stops (%s)", async (when) => {
    const post = postThatIsLate({ latencyMs: long, when });
    await post.isMet();
    await service.emulator().stop();
    expect(await post.ending).toMatchObject({ message: "fetch failed" });
    await post.hasNoTimer();
  });
});
