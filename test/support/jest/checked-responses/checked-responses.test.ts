/** Detection of undocumented responses, with an emulator whose routes are changed. */
import { type Fault, ServiceEmulator } from "../../../../src/emulator";
import { routes } from "../../../../src/emulator/routes";
import { type RouteResponse } from "../../../../src/emulator/routes/route";
import { send } from "../../emulator";
import { reportedProblems } from "./reported-problems";

const original = { ...routes };
let running: ServiceEmulator | undefined;

afterEach(async () => {
  Object.assign(routes, original);
  await running?.stop();
  running = undefined;
});

async function start(changedRoutes: Partial<typeof routes>): Promise<ServiceEmulator> {
  Object.assign(routes, changedRoutes);
  running = await ServiceEmulator.start({ seed: "empty" });
  return running;
}

const policy = { id: 1, name: "Every time" };
const alert = { name: "A", annotations: "", policy: 1, type: 2, disabled: 0, destinations: [] };
const more = { "x-vc-meta-more": "true" };

it.each<[string, RouteResponse, RegExp]>([
  [
    "an ID that is a string",
    { status: 200, body: { data: [{ id: "1" }] } },
    /body\/data\/0\/id must be integer/,
  ],
  ["no ID", { status: 200, body: { data: [{}] } }, /body\/data\/0 must have required property 'id'/],
  ["no data", { status: 200, body: [policy] }, /body must be object/],
  ["a field besides data", { status: 200, body: { data: [], total: 0 } }, /body has total, which is not/],
  [
    "a status that is not described",
    { status: 201, body: { data: [] } },
    /returned 201.*the status is not described/,
  ],
  ["a header of paged lists", { status: 200, body: { data: [] }, headers: more }, /x-vc-meta-more is not/],
  ["another content type", { status: 200, body: {}, headers: { "content-type": "text/html" } }, /text\/html/],
])("reports a list with %s", async (_, answer, problem) => {
  const { url } = await start({ listPolicies: () => answer });
  await send(url, "GET", "/api/v2/config/alert-opts/policy");
  const all = reportedProblems.splice(0);
  expect(all).toEqual([expect.stringMatching(problem)]);
  expect(all[0]).toMatch(/^GET \/api\/v2\/config\/alert-opts\/policy returned 20/);
});

it("reports an undocumented header value, and a creation with status 200", async () => {
  const { url } = await start({
    listQueries: () => ({ status: 200, body: { data: [] }, headers: { "x-vc-meta-more": "false" } }),
    createAlert: () => ({ status: 200, body: { ...alert, id: 1 } }),
  });
  await send(url, "GET", "/api/v2/queries");
  await send(url, "POST", "/api/v2/config/alerts", { body: alert });
  expect(reportedProblems.splice(0)).toEqual([
    expect.stringContaining("the header x-vc-meta-more must be equal to constant"),
    expect.stringContaining("POST /api/v2/config/alerts returned 200"),
  ]);
});

it("reports a server error, and an error without a message", async () => {
  const { url } = await start({
    listHosts: () => {
      throw new Error("a defect");
    },
    readQuery: () => ({ status: 200, body: undefined }),
  });
  await send(url, "GET", "/api/v2/hosts");
  await send(url, "GET", "/api/v2/queries/0000000000000001");
  expect(reportedProblems.splice(0)).toEqual([
    expect.stringContaining("GET /api/v2/hosts returned 500"),
    expect.stringContaining("the body is not JSON"),
  ]);
});

const faults: readonly Fault[] = [
  { answer: { status: 299, body: "tea" } },
  { answer: { status: 200, body: [] }, when: "after-commit" },
  { answer: "truncated" },
  { answer: "garbage" },
  { answer: { keep: 0 } },
];
it.each(faults)("ignores responses of a fault: %j", async (fault) => {
  const emulator = await start({});
  emulator.faults.add(fault);
  await send(emulator.url, "GET", "/api/v2/config/integrations", { headers: {} }).catch(() => undefined);
  expect(emulator.requests.list()).toMatchObject([{ fault: 1 }]);
  expect(reportedProblems).toEqual([]);
});

it("a fault for another request exempts nothing", async () => {
  const emulator = await start({ listPolicies: () => ({ status: 200, body: {} }) });
  emulator.faults.add({ path: "/api/v2/hosts", answer: { status: 299 } });
  await Promise.all(
    ["/hosts", "/config/alert-opts/policy"].map((path) => send(emulator.url, "GET", `/api/v2${path}`)),
  );
  expect(reportedProblems.splice(0)).toEqual([expect.stringContaining("required property 'data'")]);
});

it("errors, unknown paths, other methods, HEAD and reads by POST match the document", async () => {
  const { url } = await start({});
  const statuses: number[] = [];
  for (const [method, path, options] of [
    ["GET", "/config/alerts", { token: "wrong" }],
    ["GET", "/nothing", {}],
    ["PATCH", "/hosts", {}],
    ["POST", "/hosts", {}],
    ["HEAD", "/hosts/", {}],
    ["GET", "/hosts?nest=all", {}],
    ["GET", "/queries/samples", {}],
    ["POST", "/config/alerts", { body: "{" }],
    ["POST", "/config/alerts", { body: alert, headers: { "x-vc-payload-query-string": "1" } }],
  ] as const) {
    statuses.push((await send(url, method, `/api/v2${path}`, options)).status);
  }
  expect(statuses).toEqual([401, 404, 405, 405, 200, 400, 400, 400, 200]);
  expect(reportedProblems).toEqual([]);
});
