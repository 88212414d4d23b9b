/** Query families are read by id, once each, and only where a metric names one. */
import { engineFixture } from "../support/engine-fixture";

const start = engineFixture();

it("[QUERY-2] [QUERY-12] reads each query family that a metric names once", async () => {
  const service = await start();
  const environment = service.session();
  const queries = [];
  for await (const query of environment.client.queries()) queries.push(query);
  const [known] = queries;
  if (known === undefined) throw new Error("the environment has no queries");
  const before = service.calls().length;
  const read = await environment.client.readQueriesOfMetrics([
    "os.cpu.user_us",
    `host.queries.q.${known.id}.p99_latency_us`,
    `host.queries.q.${known.id.toUpperCase()}.tput`,
    "host.queries.q.0123456789abcdef.tput",
  ]);
  expect(service.calls().slice(before).sort()).toEqual([
    "GET /api/v2/queries/0123456789abcdef",
    `GET /api/v2/queries/${known.id}`,
  ]);
  expect(read.get(known.id)?.digest).toBe(known.digest);
  expect(read.has("0123456789abcdef")).toBe(true);
  expect(read.get("0123456789abcdef")).toBeUndefined();
});

it("makes no call for other metrics", async () => {
  const service = await start();
  await service.session().client.readQueriesOfMetrics(["os.cpu.user_us", "host.totals.queries.tput"]);
  expect(service.calls()).toEqual([]);
});
