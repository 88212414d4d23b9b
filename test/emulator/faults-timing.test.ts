/** Which requests a fault applies to, and the latency of the response. */
import { type Fault } from "../../src/emulator";
import { cpuAlert, emulatorForEachTest } from "../support/emulator";
import { until } from "../support/programs";

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
  it("counts matching requests from 1, and times counts from nth on", async () => {
    faults().add({ path: "/api/v2/hosts", nth: 2, times: 2, answer: status(503) });
    await service.get(alerts);
    expect(await statusesOf(4)).toEqual([200, 503, 503, 200]);
    expect(faults().list()).toEqual([]);
  });

  it("without times applies until it is removed", async () => {
    const fault = faults().add({ nth: 3, answer: status(503) });
    expect(await statusesOf(4)).toEqual([200, 200, 503, 503]);
    fault.remove();
    expect(await statusesOf(1)).toEqual([200]);
  });

  it("does not block later faults before it is reached", async () => {
    faults().add({ nth: 3, times: 1, answer: status(500) });
    faults().add({ answer: status(503) });
    expect(await statusesOf(4)).toEqual([503, 503, 500, 503]);
  });

  it("counts requests that another fault is applied to", async () => {
    faults().add({ times: 1, answer: status(500) });
    faults().add({ nth: 2, times: 1, answer: status(503) });
    faults().add({ nth: 3, times: 1, when: "after-commit", answer: status(504) });
    expect(await statusesOf(4)).toEqual([500, 503, 504, 200]);
  });

  it("with after-commit counts rejected requests, and times does not", async () => {
    faults().add({ method: "GET", nth: 2, times: 1, when: "after-commit", answer: status(503) });
    expect(await statusesOf(2, "/nothing")).toEqual([404, 404]);
    expect(await statusesOf(2)).toEqual([503, 200]);
  });
});

it("applies the first added fault, even if a later one uses before", async () => {
  faults().add({ times: 1, when: "after-commit", answer: status(503) });
  faults().add({ times: 1, answer: status(500) });
  expect(await statusesOf(3)).toEqual([503, 500, 200]);
});

it("applies one fault per request", async () => {
  faults().add({ times: 1, latencyMs: 1 });
  faults().add({ when: "after-commit", answer: status(503) });
  expect(await statusesOf(2)).toEqual([200, 503]);
});

describe("latency", () => {
  const long = 3_600_000;
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const created = { data: [{ id: 1, ...cpuAlert }] };

  function delayedPost(fault: Fault) {
    faults().add({ method: "POST", times: 1, ...fault });
    const before = timers();
    const abort = new AbortController();
    const result = fetch(`${service.emulator().url}/api/v2${alerts}`, {
      method: "POST",
      headers: { authorization: "Bearer demo-token", "content-type": "application/json" },
      body: JSON.stringify(cpuAlert),
      signal: abort.signal,
    }).catch((error: unknown) => error);
    return {
      result,
      abort: () => {
        abort.abort();
      },
      isDelayed: () => until(() => faults().list().length === 0 && timers() > before),
      hasNoTimer: () => until(() => timers() <= before),
    };
  }

  it.each(["before", "after-commit"] as const)("delays the service's own response (%s)", async (when) => {
    const fault = faults().add({ latencyMs: 30, when });
    const start = performance.now();
    expect(await service.post(alerts, { body: cpuAlert })).toMatchObject({ status: 201, json: { id: 1 } });
    // A timer can fire up to 1 ms early.
    expect(performance.now() - start).toBeGreaterThan(29);
    fault.remove();
    expect((await service.get(alerts)).json).toEqual(created);
    expect(service.emulator().requests.list({ method: "POST" })).toMatchObject([{ status: 201, fault: 1 }]);
  });

  it("delays an error with before, and not with after-commit", async () => {
    faults().add({ times: 1, latencyMs: 5 });
    faults().add({ latencyMs: long, when: "after-commit" });
    expect(await statusesOf(2, "/nothing")).toEqual([404, 404]);
  });

  it("delays a configured response", async () => {
    faults().add({ latencyMs: 5, answer: status(503) });
    faults().add({ latencyMs: long, answer: status(500) });
    expect(await statusesOf(1)).toEqual([503]);
  });

  it.each([
    [{ latencyMs: long }, { data: [] }],
    [{ latencyMs: long, answer: status(503) }, { data: [] }],
    [{ latencyMs: long, when: "after-commit" }, created],
    [{ latencyMs: long, answer: "truncated" }, created],
  ] as [Fault, unknown][])("ends when the client disconnects: %j", async (fault, stored) => {
    const post = delayedPost(fault);
    await post.isDelayed();
    expect((await service.get(alerts)).json).toEqual(stored);
    post.abort();
    expect(await post.result).toMatchObject({ name: "AbortError" });
    await post.hasNoTimer();
    expect((await service.get(alerts)).json).toEqual(stored);
    expect(service.emulator().requests.list({ method: "POST" })).toMatchObject([{ status: null, fault: 1 }]);
  });

  it.each(["before", "after-commit"] as const)("ends when the emulator stops (%s)", async (when) => {
    const post = delayedPost({ latencyMs: long, when });
    await post.isDelayed();
    await service.emulator().stop();
    expect(await post.result).toMatchObject({ message: "fetch failed" });
    await post.hasNoTimer();
  });
});
