/** Queries, samples and events, with the emulator and with unusual responses. */
import { resolveConnection, ServiceClient } from "../../src/client";
import { emulatorForEachTest } from "../support/emulator";
import { clientBench, failureOf, json } from "./client-bench";

const bench = clientBench();

async function all<T>(elements: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const element of elements) found.push(element);
  return found;
}

describe("against the emulator", () => {
  const service = emulatorForEachTest({ seed: "empty" });
  const environment = () => service.emulator().environment();
  let client: ServiceClient;

  function connect(settings: { apiToken: string; agentToken?: string }): ServiceClient {
    const result = resolveConnection({ baseUrl: service.emulator().url, ...settings }, {});
    if (!result.ok) throw new Error("no connection");
    return new ServiceClient(result.connection);
  }
  beforeEach(() => {
    client = connect({ apiToken: "demo-token", agentToken: "demo-agent-token" });
  });
  afterEach(() => {
    client.close();
  });

  const hex = (number: number) => number.toString(16).padStart(16, "0");

  it("[QUERY-6] [QUERY-7] fetches each query once without an extra page", async () => {
    const digests = Array.from({ length: 25 }, (_, index) => ({ id: hex(index), digest: `q ${index}` }));
    environment().add("digests", ...digests);
    const found = await all(client.queries({ pageSize: 10 }));
    expect(found.map(({ id }) => id)).toEqual(digests.map(({ id }) => id));
    const asked = service.emulator().requests.list({ path: "/api/v2/queries" });
    expect(asked.map(({ query }) => new URLSearchParams(query).get("offset"))).toEqual([
      null,
      hex(9),
      hex(19),
    ]);
  });

  it("fetches no further page if the caller stops", async () => {
    environment().add(
      "digests",
      ...Array.from({ length: 25 }, (_, index) => ({ id: hex(index + 1), digest: "q" })),
    );
    for await (const digest of client.queries({ pageSize: 10, offset: "0" })) {
      if (digest.id === hex(5)) break;
    }
    expect(service.emulator().requests.list({ path: "/api/v2/queries" })).toHaveLength(1);
  });

  it("[QUERY-5] [QUERY-8] [QUERY-9] [QUERY-10] passes on all search parameters", async () => {
    environment().add("hosts", { name: "a", type: "mysql" }, { name: "b", type: "mysql" });
    const seen = { firstSeen: 1_790_000_000, lastSeen: 1_790_000_500 };
    const tags = [
      { key: "app", values: ["my shop"] },
      { key: "team", values: ["x"] },
    ];
    environment().add(
      "digests",
      { id: hex(1), digest: "select 100% of orders", ...seen, hosts: [1], tags },
      { id: hex(2), digest: "select orders", ...seen, hosts: [2] },
    );
    const ids = async (search: Parameters<ServiceClient["queries"]>[0]) =>
      (await all(client.queries(search))).map(({ id }) => id);
    expect(await ids({ filter: "^select*orders$" })).toEqual([hex(1), hex(2)]);
    expect(await ids({ filter: "100% of" })).toEqual([hex(1)]);
    expect(await ids({ hosts: [2] })).toEqual([hex(2)]);
    expect(await ids({ tags: ["team=x", "app"] })).toEqual([hex(1)]);
    expect(await ids({ from: 1_790_000_501 })).toEqual([]);
    expect(await ids({ from: 1_789_999_999, until: 1_790_000_001, isNew: true })).toHaveLength(2);
    expect(await ids({ from: 1_790_000_001, until: 1_790_000_002, isNew: true })).toEqual([]);
  });

  it("[QUERY-1] [QUERY-12] a query has its tags, or is undefined if it does not exist", async () => {
    environment().add("digests", { id: hex(255), digest: "q", tags: [{ key: "app", values: ["a", "b"] }] });
    expect(await client.readQuery("00000000000000FF")).toMatchObject({
      id: hex(255),
      tags: [{ key: "app", values: ["a", "b"] }],
    });
    expect(await client.readQuery(hex(256))).toBeUndefined();
  });

  it("[QUERY-2] [QUERY-12] reads each query family that a metric names once, and makes no call for other metrics", async () => {
    environment().add("digests", { id: hex(0xab), digest: "q" });
    const read = await client.readQueriesOfMetrics([
      "os.cpu.user_us",
      "host.totals.queries.tput",
      `host.queries.q.${hex(0xab)}.p99_latency_us`,
      `host.queries.q.${hex(0xab).toUpperCase()}.tput`,
      "host.queries.q.0123456789abcdef.tput",
    ]);
    const calls = service
      .emulator()
      .requests.list()
      .map(({ method, path }) => `${method} ${path}`);
    expect(calls.sort()).toEqual([
      `GET /api/v2/queries/${hex(0xab)}`,
      "GET /api/v2/queries/0123456789abcdef",
    ]);
    expect(read.get(hex(0xab))?.digest).toBe("q");
    expect(read.has("0123456789abcdef")).toBe(true);
    expect(read.get("0123456789abcdef")).toBeUndefined();
  });

  it.each(["0000000000000000", "0020000000000001", "ffffffffffffffff"])(
    "[SAMPLE-1] [SAMPLE-2] [SAMPLE-3] requests samples of %s in base 10 and returns their ID in hexadecimal",
    async (queryId) => {
      environment().add("hosts", { name: "a", type: "mysql" });
      const query = BigInt(`0x${queryId}`).toString();
      environment().add("samples", { query, host: 1, text: "select 'ü'", latency: 0.5, plan: { rows: 1 } });
      const [sample] = await client.listSamples({ queryId, host: 1, from: -60, until: 0, limit: 5 });
      expect(sample).toMatchObject({ query: queryId, text: "select 'ü'", latency: 0.5, plan: { rows: 1 } });
      const [brief] = await client.listSamples({ queryId, isBrief: true });
      expect([brief?.query, brief?.text, brief?.plan]).toEqual([queryId, undefined, undefined]);
    },
  );

  it("[AUTH-2] [EVENT-1] [EVENT-2] creates an event with the agent token and lists it with the API token", async () => {
    environment().add("hosts", { name: "a", type: "mysql" });
    const start = Math.floor(service.clock().now() / 1000);
    const uuid = await client.createEvent({ start, type: "deploy", message: "r1", host: 1, level: "warn" });
    await client.createEvent({ start, type: "deploy", message: "r2", duration: 5 });
    expect(uuid).toMatch(/^[0-9a-f]{32}$/);
    const events = await client.listEvents({ from: -60, hosts: [1] });
    expect(events.filter(({ type }) => type === "deploy")).toMatchObject([
      { uuid, start, message: "r1", host: 1, level: "warn", duration: 0 },
      { message: "r2", host: undefined, level: "info", duration: 5 },
    ]);
    expect(await client.listEvents({ until: -60 })).toEqual([]);
  });

  it("[AUTH-2] sends the API token without an agent token, and reports a refusal", async () => {
    const without = connect({ apiToken: "demo-token" });
    const error = await failureOf(without.createEvent({ start: 1, type: "t", message: "m" }));
    expect(error).toMatchObject({ name: "ForbiddenError" });
    expect(error.message).toContain("agent");
    without.close();
  });

  it("does not retry the creation of an event if the response is lost", async () => {
    service.emulator().faults.add({ method: "POST", times: 1, when: "after-commit", answer: "cut" });
    const error = await failureOf(client.createEvent({ start: 1, type: "t", message: "m" }));
    expect(error).toMatchObject({ name: "ConnectionLostError", tookEffect: "unknown" });
    expect(service.emulator().requests.list({ method: "POST" })).toHaveLength(1);
  });
});

const digest = (id: string) => ({ id, digest: "q", firstSeen: 1, lastSeen: 2 });

it("[QUERY-7] any x-vc-meta-more except false and 0 means more", async () => {
  const { url, seen } = await bench.serve((response, _, count) => {
    const more = ["1", "TRUE", "false"][count - 1] ?? "0";
    json(response, 200, { data: [digest(`000000000000000${count}`)] }, { "x-vc-meta-more": more });
  });
  const { client } = bench.client(url);
  expect(await all(client.queries())).toHaveLength(3);
  expect(seen).toHaveLength(3);
});

it("a page that does not follow the previous one is an error", async () => {
  const { url, seen } = await bench.serve((response) => {
    json(response, 200, { data: [digest("00000000000000aa")] }, { "x-vc-meta-more": "true" });
  });
  const { client } = bench.client(url);
  expect(await failureOf(all(client.queries()))).toMatchObject({ name: "UnexpectedResponseError" });
  expect(seen).toHaveLength(2);
});

it.each(["0", "0000000000000000", undefined])(
  "a list that repeats its first page ends, from %s",
  async (offset) => {
    const { url, seen } = await bench.serve((response) => {
      json(response, 200, { data: [digest("0000000000000000")] }, { "x-vc-meta-more": "true" });
    });
    const queries = bench.client(url).client.queries(offset === undefined ? {} : { offset });
    expect((await failureOf(all(queries))).message).toContain(
      "the page of queries after 0000000000000000 contains 0000000000000000",
    );
    expect(seen).toHaveLength(2);
  },
);

it("a list of more than 10,000 pages is an error", async () => {
  const { url, seen } = await bench.serve((response, _, count) => {
    json(
      response,
      200,
      { data: [digest(count.toString(16).padStart(16, "0"))] },
      { "x-vc-meta-more": "true" },
    );
  });
  const error = await failureOf(all(bench.client(url).client.queries()));
  expect(error.message).toContain("the list of queries has more than 10,000 pages");
  expect(seen).toHaveLength(10_000);
});

it("an empty page ends the list regardless of its header", async () => {
  const { url } = await bench.serve((response) => {
    json(response, 200, { data: [] }, { "x-vc-meta-more": "true" });
  });
  expect(await all(bench.client(url).client.queries())).toEqual([]);
});

it("an incomplete list of events is an error, and its remedy is a shorter interval", async () => {
  const { url } = await bench.serve((response) => {
    json(response, 200, { data: [] }, { "x-vc-meta-more": "true" });
  });
  const { message } = await failureOf(bench.client(url).client.listEvents());
  expect(message).toContain("incomplete (x-vc-meta-more: true).\n  Request a shorter interval.");
});

it("a list of samples that ends at the requested limit is not an error", async () => {
  const { url } = await bench.serve((response) => {
    json(response, 200, { data: [] }, { "x-vc-meta-more": "true" });
  });
  const queryId = "0000000000000001";
  const { client } = bench.client(url);
  expect(await client.listSamples({ queryId, limit: 5 })).toEqual([]);
  expect((await failureOf(client.listSamples({ queryId }))).message).toContain("incomplete");
});

it.each(["", "OK", "null", "[1]", '{"uuid": 7}'])(
  "accepts %j as the response to the creation of an event",
  async (body) => {
    const { url } = await bench.serve((response) => response.writeHead(200).end(body));
    const { client } = bench.client(url);
    expect(await client.createEvent({ start: 1, type: "t", message: "m" })).toBeUndefined();
  },
);

it("a sample whose ID lost digits is an error", async () => {
  const { url } = await bench.serve((response) => {
    response
      .writeHead(200)
      .end('{"data": [{"query": 18446744073709551615, "host": 1, "ts": 1, "latency": 1}]}');
  });
  const { client } = bench.client(url);
  expect(await failureOf(client.listSamples({ queryId: "ff" }))).toMatchObject({
    name: "UnexpectedResponseError",
  });
});

it("never sends an ID that is not hexadecimal", async () => {
  const { url, seen } = await bench.serve((response) => {
    json(response, 200, { data: [] });
  });
  const { client } = bench.client(url);
  await expect(client.listSamples({ queryId: "xyz" })).rejects.toThrow(RangeError);
  expect(seen).toEqual([]);
});
