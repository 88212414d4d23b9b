/** Random bodies and parameters: accepted or rejected, never a 500, and a rejected request stores nothing. */
import fc from "fast-check";
import * as z from "zod";
import { ServiceEmulator } from "../../../src/emulator";
import {
  cpuAlert,
  cpuConfig,
  deployAlert,
  deployConfig,
  send,
  type TestResponse,
} from "../../support/emulator";

let emulator: ServiceEmulator;
beforeAll(async () => {
  emulator = await ServiceEmulator.start({ seed: "empty" });
  const environment = emulator.environment();
  environment.add("hosts", { name: "a", type: "mysql" }, { name: "b", type: "os" });
  environment.add("destinations", { name: "a", integration: 1 }, { name: "b", integration: 7 });
  environment.add("digests", { id: "065138d4562e2d57", digest: "select ?" });
  await send(emulator.url, "POST", "/api/v2/config/alerts", { body: { ...cpuAlert, name: "unchanged" } });
  lastState = await state();
});
afterAll(() => emulator.stop());

/** Without the time, and the requests. */
async function overview(): Promise<unknown> {
  const { json } = await send(emulator.url, "GET", "/_emulator/overview", { token: "" });
  return { ...(json as object), now: undefined, requests: undefined };
}

const state = async () =>
  JSON.stringify([
    await overview(),
    (await send(emulator.url, "GET", "/api/v2/queries")).text,
    (await send(emulator.url, "GET", "/api/v2/config/alert-opts/durations")).text,
  ]);

/** The state after the last request. */
let lastState: string;

const errorBody = z.object({ error: z.string().regex(/^[A-Z].*[.!?]$/s) });

async function expectSafeResponse(sent: () => Promise<TestResponse>): Promise<void> {
  const before = lastState;
  const { status, json, text } = await sent();
  lastState = await state();
  const isAccepted = status < 400;
  const isRejected = status < 500 && errorBody.safeParse(json).success && lastState === before;
  expect({ status, text, isSafe: isAccepted || isRejected }).toMatchObject({ isSafe: true });
}

/** Almost valid values and arbitrary values. */
const invalidValue = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        null,
        "",
        0,
        -1,
        1e308,
        2 ** 53,
        0.5,
        true,
        [],
        {},
        [[]],
        [null],
        "\u0000",
        "\ud800",
        "x".repeat(300),
      ],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

const bodies: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ["POST", "/api/v2/config/alerts", cpuAlert],
  ["PUT", "/api/v2/config/alerts/1", { ...cpuAlert, id: 1, name: "unchanged" }],
  ["PUT", "/api/v2/config/alerts/1/config", cpuConfig],
  ["PUT", "/api/v2/config/alerts/2/config", deployConfig],
  ["POST", "/api/v2/config/alerts", deployAlert],
  [
    "POST",
    "/api/v2/events",
    { start: 1_790_000_000, type: "t", message: "m", host: 1, duration: 1, level: "warn" },
  ],
  ["POST", "/_emulator/hosts", { name: "a", type: "mysql", parent: 1, tags: ["x"] }],
  ["POST", "/_emulator/destinations", { name: "a", integration: 1, config: { url: ["x"] } }],
  ["POST", "/_emulator/durations", { name: "a", seconds: 1 }],
  [
    "POST",
    "/_emulator/digests",
    { id: "00000000000000aa", digest: "d", tags: [{ key: "k", values: ["v"] }], hosts: [1] },
  ],
  ["POST", "/_emulator/samples", { query: "5", host: 1, text: "t", latency: 1, ts: 5 }],
  ["POST", "/_emulator/events", { type: "t", host: 1 }],
  ["POST", "/_emulator/metrics", { host: 1, metric: "m", value: 1, ts: 0 }],
];

it.each(bodies)(
  "%s %s with changed, missing or additional fields is accepted or rejected",
  async (method, path, good) => {
    const field = fc.oneof(
      fc.constantFrom(...Object.keys(good), "id", "__proto__", "constructor"),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(field, invalidValue, { maxKeys: 3 }),
        fc.subarray(Object.keys(good)),
        async (changed, omitted) => {
          const rest = Object.fromEntries(Object.entries(good).filter(([name]) => !omitted.includes(name)));
          const body = JSON.stringify({ ...rest, ...changed });
          const token = path.endsWith("/v2/events") ? "demo-agent-token" : "demo-token";
          await expectSafeResponse(() => send(emulator.url, method, path, { body, token }));
        },
      ),
      { numRuns: 20 },
    );
  },
);

it("an arbitrary JSON body is accepted or rejected", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...bodies), invalidValue, async ([method, path], body) => {
      await expectSafeResponse(() => send(emulator.url, method, path, { body: JSON.stringify(body) }));
    }),
    { numRuns: 80 },
  );
});

const reads = [
  "/queries",
  "/queries/samples",
  "/queries/065138d4562e2d57",
  "/hosts",
  "/events",
  "/config/alerts",
];
const names = [
  "from",
  "until",
  "limit",
  "new",
  "offset",
  "host",
  "filter",
  "tags",
  "query",
  "detail",
  "nest",
  "addGlobal",
];
const text = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1",
    "99999999999999999999",
    "1e9",
    "true",
    "^",
    "$",
    "*",
    "^$",
    "**",
    "a=b=c",
    "=",
    " ",
  ),
  fc.constantFrom(
    "ffffffffffffffff",
    "1,2",
    "1,,2",
    "1,",
    "NaN",
    "0x10",
    "*a".repeat(200),
    "k ".repeat(200),
    "9".repeat(400),
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);

it("arbitrary query parameters are accepted or rejected", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reads),
      fc.dictionary(fc.constantFrom(...names), text),
      async (path, query) => {
        const search = new URLSearchParams({ addGlobal: "1", query: "1", ...query });
        await expectSafeResponse(() => send(emulator.url, "GET", `/api/v2${path}?${search.toString()}`));
      },
    ),
    { numRuns: 200 },
  );
});
