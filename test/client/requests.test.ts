/** Requests, cancellation and concurrency. */
import { type ServerResponse } from "node:http";
import {
  type Clock,
  ConflictError,
  RejectedError,
  RunInterruptedError,
  UnauthorizedError,
} from "../../src/client";
import { emulatorForEachTest } from "../support/emulator";
import { alertOnWire, clientBench, failureOf, json, newAlert, newConfig, token } from "./client-bench";

const bench = clientBench();

it("each request has the token, and a content type if it has a body", async () => {
  const service = await bench.serve((response) => {
    json(response, 200, alertOnWire);
  });
  const { client } = bench.client(`${service.url}/gateway/`, { userAgent: "tests" });
  await client.createAlert(newAlert);
  await client.readAlertConfig(7, "event");
  expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /gateway/api/v2/config/alerts",
    "GET /gateway/api/v2/config/alerts/7/config",
  ]);
  for (const { headers } of service.seen) {
    expect(headers).toMatchObject({ authorization: `Bearer ${token}`, "user-agent": "tests" });
  }
  expect(service.seen.map(({ headers }) => headers["content-type"])).toEqual(["application/json", undefined]);
});

it("an update sends the complete alert with its ID and unknown fields", async () => {
  const service = await bench.serve((response) => {
    json(response, 200, {});
  });
  const { client } = bench.client(service.url);
  await client.updateAlert({ ...newAlert, disabled: true, id: 7, unknownFields: { owner: "dba" } });
  await client.writeAlertConfig(7, newConfig, { window: [1, 2] });
  expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { ...alertOnWire, disabled: 1, owner: "dba" },
    {
      hosts: [],
      host_types: ["mysql"],
      alert_level: "warn",
      metric: "os.cpu.user_us",
      trigger: 0.9,
      duration: 2,
      reset: 0.8,
      window: [1, 2],
    },
  ]);
});

it("an aborted call reports the interruption with its cause and is not retried", async () => {
  const abortion = new AbortController();
  const service = await bench.serve(() => {
    abortion.abort(new Error("the user gave up"));
  });
  const { client } = bench.client(service.url);
  const failure = await failureOf(client.listAlerts(abortion.signal));
  expect(failure).toBeInstanceOf(RunInterruptedError);
  expect(failure.message).toMatch(
    /GET \/api\/v2\/config\/alerts was canceled because the run was interrupted/,
  );
  expect(failure.cause).toEqual(new Error("the user gave up"));
  expect(service.seen).toHaveLength(1);
});

it("a call that is aborted before its start is never sent", async () => {
  const service = await bench.serve((response) => {
    json(response, 200, []);
  });
  const { client } = bench.client(service.url);
  const failure = await failureOf(client.listAlerts(AbortSignal.abort(new Error("too late"))));
  expect(failure).toBeInstanceOf(RunInterruptedError);
  expect(service.seen).toHaveLength(0);
});

it("a call that is aborted before a retry ends at once", async () => {
  const abortion = new AbortController();
  const service = await bench.serve((response) => {
    json(response, 503, {});
  });
  const clock: Clock = {
    now: () => Date.now(),
    sleep: (_milliseconds, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          reject(new Error("woken"));
        });
        abortion.abort();
      }),
  };
  const { client } = bench.client(service.url, { clock });
  const failure = await failureOf(client.listAlerts(abortion.signal));
  expect(failure).toBeInstanceOf(RunInterruptedError);
  expect(failure.cause).toEqual(new Error("woken"));
  expect(service.seen).toHaveLength(1);
});

it("makes all calls with at most maxConcurrency at a time", async () => {
  const held: ServerResponse[] = [];
  let most = 0;
  const service = await bench.serve((response, _request, count) => {
    held.push(response);
    most = Math.max(most, held.length);
    // Nobody is answered until as many are here as may be, and whoever comes too much had time to come.
    if (held.length === 3 || count === 21)
      afterTurns(20, () => {
        held.splice(0).forEach((one) => one.end("[]"));
      });
  });
  const { client } = bench.client(service.url, { maxConcurrency: 3 });
  await Promise.all(Array.from({ length: 21 }, () => client.listHosts()));
  expect(service.seen).toHaveLength(21);
  expect(most).toBe(3);
});

it("a failed call lets the next one start", async () => {
  const service = await bench.serve((response, _request, count) => {
    json(response, count === 1 ? 400 : 200, []);
  });
  const { client } = bench.client(service.url, { maxConcurrency: 1 });
  const [first, second] = await Promise.allSettled([client.listHosts(), client.listHosts()]);
  expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
});

describe("against the emulator", () => {
  const service = emulatorForEachTest({ token });
  const client = () => bench.client(service.emulator().url).client;

  it("creates, reads, updates and deletes an alert", async () => {
    const created = await client().createAlert(newAlert);
    expect(await client().readAlertConfig(created.id, "threshold")).toBeUndefined();
    await client().writeAlertConfig(created.id, newConfig);
    expect(await client().readAlertConfig(created.id, "threshold")).toEqual({
      ...newConfig,
      unknownFields: {},
    });
    await client().updateAlert({ ...created, name: "CPU very high", disabled: true });
    expect(await client().listAlerts()).toEqual([{ ...created, name: "CPU very high", disabled: true }]);
    await client().deleteAlert(created.id);
    expect(await client().listAlerts()).toEqual([]);
  });

  it("a name conflict and a rejected alert are different errors", async () => {
    await client().createAlert(newAlert);
    expect(await failureOf(client().createAlert(newAlert))).toBeInstanceOf(ConflictError);
    const refused = await failureOf(client().createAlert({ ...newAlert, name: "B", policy: 99 }));
    expect(refused).toBeInstanceOf(RejectedError);
    expect(refused.message).toContain("policy");
  });

  it("reports an invalid token without showing it", async () => {
    const other = await bench.serve((response) => {
      json(response, 401, { error: "unknown token" });
    });
    const error = await failureOf(bench.client(other.url).client.listHosts());
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error.message).toContain("DBMON_API_TOKEN");
    expect(error.message).not.toContain(token);
  });

  it.each([
    [401, "Check that api_token is complete and belongs to this service."],
    [429, "Run again later. To make fewer concurrent calls, set a lower max_concurrency."],
  ])("a remedy names the settings of the entry point (status %i)", async (status, remedy) => {
    const service = await bench.serve((response) => {
      json(response, status, {});
    });
    const settingNames = {
      baseUrl: "base_url",
      apiToken: "api_token",
      agentToken: "agent_token",
      maxConcurrency: "max_concurrency",
    };
    const { client: other } = bench.client(service.url, { maxRetries: 0, settingNames });
    expect(await failureOf(other.listHosts())).toMatchObject({ problems: [{ remedy }] });
  });

  it.each([
    ["request_timeout", "Run again. To allow more time, increase request_timeout."],
    [undefined, "Run again. A repeated run completes what is missing."],
  ])("a timeout names its setting, if there is one (%s)", async (requestTimeout, remedy) => {
    const { url } = await bench.serve(() => undefined);
    const settingNames = { baseUrl: "", apiToken: "", agentToken: "", requestTimeout };
    const { client: other } = bench.client(url, { maxRetries: 0, requestTimeout: 60, settingNames });
    expect(await failureOf(other.listHosts())).toMatchObject({ problems: [{ remedy }] });
  });

  it("reads each list", async () => {
    expect((await client().listDestinations()).map(({ name }) => name)).toContain("On-call PagerDuty");
    expect((await client().listHosts()).filter(({ isDeleted }) => isDeleted)).toHaveLength(1);
    for (const list of [
      await client().listPolicies(),
      await client().listDurations(),
      await client().listIntegrations(),
    ]) {
      expect(list.length).toBeGreaterThan(0);
    }
  });
});

/** Runs work after the given turns of the event loop. */
function afterTurns(turns: number, work: () => void): void {
  setImmediate(() => {
    if (turns === 0) work();
    else afterTurns(turns - 1, work);
  });
}
