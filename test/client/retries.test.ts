/** Retries: which calls, after what delay, and how often. */
import { connect, createServer } from "node:net";
import {
  ConnectionLostError,
  RateLimitedError,
  type ServiceClient,
  TimeoutError,
  UnavailableError,
  UnreachableError,
} from "../../src/client";
import { alertOnWire, clientBench, failureOf, json, newAlert, newConfig } from "./client-bench";

const bench = clientBench();
const alert = { ...newAlert, id: 7, unknownFields: {} };

const repeatable: [string, (client: ServiceClient) => Promise<unknown>][] = [
  ["GET", (client) => client.listDestinations()],
  ["PUT of an alert", (client) => client.updateAlert(alert)],
  ["PUT of a configuration", (client) => client.writeAlertConfig(7, newConfig)],
  ["DELETE", (client) => client.deleteAlert(7)],
];

describe.each(repeatable)("%s", (_, call) => {
  it.each([503, 500, 502, 429])("is retried after %d with doubling delays", async (status) => {
    const service = await bench.serve((response, _request, count) => {
      json(response, count < 4 ? status : 200, []);
    });
    const { client, clock } = bench.client(service.url);
    await call(client);
    expect(service.seen).toHaveLength(4);
    expect(clock.sleeps).toEqual([250, 500, 1000]);
  });

  it("is retried after a lost connection", async () => {
    const service = await bench.serve((response, _request, count) => {
      if (count === 1) response.destroy();
      else json(response, 200, []);
    });
    await call(bench.client(service.url).client);
    expect(service.seen).toHaveLength(2);
  });

  it("fails after maxRetries", async () => {
    const service = await bench.serve((response) => {
      json(response, 503, { error: "busy" });
    });
    const error = await failureOf(call(bench.client(service.url, { maxRetries: 2 }).client));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain("busy");
    expect(service.seen).toHaveLength(3);
  });

  it.each([400, 401, 403, 409])("is not retried after %d", async (status) => {
    const service = await bench.serve((response) => {
      json(response, status, { error: "no" });
    });
    await failureOf(call(bench.client(service.url).client));
    expect(service.seen).toHaveLength(1);
  });
});

describe("Retry-After", () => {
  it.each([429, 503])("in seconds sets the delay after %d", async (status) => {
    const service = await bench.serve((response, _request, count) => {
      json(response, count === 1 ? status : 200, [], count === 1 ? { "retry-after": "17" } : {});
    });
    const { client, clock } = bench.client(service.url);
    await client.listHosts();
    expect(clock.sleeps).toEqual([17_000]);
  });

  it("as a date sets the delay", async () => {
    const service = await bench.serve((response, _request, count) => {
      const headers = { "retry-after": new Date(clock.now() + 42_000).toUTCString() };
      json(response, count === 1 ? 429 : 200, [], headers);
    });
    const { client, clock } = bench.client(service.url);
    await client.listHosts();
    expect(clock.sleeps).toEqual([42_000]);
  });

  it.each([
    ["0", () => "0"],
    ["a date in the past", (now: number) => new Date(now - 42_000).toUTCString()],
    ["the current date", (now: number) => new Date(now).toUTCString()],
  ])("of %s keeps the doubling delays", async (_, retryAfter) => {
    const service = await bench.serve((response, _request, count) => {
      json(response, count < 4 ? 429 : 200, [], { "retry-after": retryAfter(clock.now()) });
    });
    const { client, clock } = bench.client(service.url);
    await client.listHosts();
    expect(clock.sleeps).toEqual([250, 500, 1000]);
  });

  it("that is shorter than the delay of a further retry does not shorten it", async () => {
    const service = await bench.serve((response, _request, count) => {
      json(response, count < 5 ? 503 : 200, [], { "retry-after": "1" });
    });
    const { client, clock } = bench.client(service.url);
    await client.listHosts();
    expect(clock.sleeps).toEqual([1000, 1000, 1000, 2000]);
  });

  it.each([
    ["3600", 3_600_000],
    ["9".repeat(400), 86_400_000],
    ["Fri, 31 Dec 99999 23:59:59 GMT", 86_400_000],
  ])("over two minutes (%s) ends the call with its error", async (retryAfter, reportedMs) => {
    const service = await bench.serve((response) => {
      json(response, 429, {}, { "retry-after": retryAfter });
    });
    const { client, clock } = bench.client(service.url);
    const error = await failureOf(client.listHosts());
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ call: { retryAfter: reportedMs } });
    expect(clock.sleeps).toEqual([]);
  });

  it.each(["soon", "soon 5", "1.5", "-5"])(
    "that is invalid (%s) keeps the default delay",
    async (nonsense) => {
      const service = await bench.serve((response, _request, count) => {
        json(response, count === 1 ? 429 : 200, [], { "retry-after": nonsense });
      });
      const { client, clock } = bench.client(service.url);
      await client.listHosts();
      expect(clock.sleeps).toEqual([250]);
    },
  );
});

describe("POST", () => {
  it("is not retried after 500, because it may have taken effect", async () => {
    const service = await bench.serve((response) => {
      json(response, 500, {});
    });
    const { client, clock } = bench.client(service.url);
    expect(await failureOf(client.createAlert(newAlert))).toMatchObject({ tookEffect: "unknown" });
    expect([service.seen.length, clock.sleeps]).toEqual([1, []]);
  });

  it("is not retried after a lost connection, because it may have taken effect", async () => {
    const service = await bench.serve((response) => response.destroy());
    const error = await failureOf(bench.client(service.url).client.createAlert(newAlert));
    expect(error).toBeInstanceOf(ConnectionLostError);
    expect(error).toMatchObject({ tookEffect: "unknown" });
    expect(service.seen).toHaveLength(1);
  });

  it("is not retried after an incomplete response", async () => {
    const service = await bench.serve((response) => {
      response.writeHead(201, { "content-length": "500" });
      response.write('{"id": 7,', () => response.destroy());
    });
    const error = await failureOf(bench.client(service.url).client.createAlert(newAlert));
    expect(error).toMatchObject({ tookEffect: "unknown" });
    expect(service.seen).toHaveLength(1);
  });

  it("is not retried after a timeout", async () => {
    const service = await bench.serve(() => undefined);
    const { client } = bench.client(service.url, { requestTimeout: 60 });
    const error = await failureOf(client.createAlert(newAlert));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ tookEffect: "unknown" });
    expect(service.seen).toHaveLength(1);
  });

  it("is retried after 429, because it had no effect", async () => {
    const service = await bench.serve((response, _request, count) => {
      json(response, count === 1 ? 429 : 201, alertOnWire);
    });
    const created = await bench.client(service.url).client.createAlert(newAlert);
    expect(created).toMatchObject({ id: 7, kind: "threshold" });
    expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      Array.from({ length: 2 }, () => ({
        name: "CPU high",
        annotations: "",
        policy: 2,
        type: 2,
        disabled: 0,
        destinations: [1],
      })),
    );
  });

  it("is retried after a refused connection, because it had no effect", async () => {
    const url = await refusingUrl();
    const { client, clock } = bench.client(url);
    const error = await failureOf(client.createAlert(newAlert));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ tookEffect: "no" });
    expect(clock.sleeps).toEqual([250, 500, 1000, 2000]);
  });
});

it("deleting a missing alert succeeds", async () => {
  const service = await bench.serve((response) => {
    json(response, 404, { error: "no such alert" });
  });
  await bench.client(service.url).client.deleteAlert(7);
  expect(service.seen).toMatchObject([{ method: "DELETE", path: "/api/v2/config/alerts/7" }]);
});

/** An address that refuses connections. */
async function refusingUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  await expect(
    new Promise((_, reject) => connect(port, "127.0.0.1").once("error", reject)),
  ).rejects.toMatchObject({ code: "ECONNREFUSED" });
  return `http://127.0.0.1:${port}`;
}
