/** Faults that change the service's response. The service handles the request first. */
import { cpuAlert, emulatorForEachTest } from "../support/emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";
const faults = () => service.emulator().faults;
const changes = ["cut-in-body", "truncated", "garbage", { keep: 1 }] as const;
const created = { id: 1, ...cpuAlert };

/** Receives the response bytes, including those of an incomplete response. */
async function receive(method: string, path: string, body?: string) {
  const response = await fetch(`${service.emulator().url}/api/v2${path}`, {
    method,
    headers: { authorization: "Bearer demo-token", "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  const chunks: Uint8Array[] = [];
  const isComplete = await (async () => {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return true;
  })().catch(() => false);
  const length = Number(response.headers.get("content-length"));
  return {
    status: response.status,
    headers: response.headers,
    length,
    bytes: Buffer.concat(chunks),
    isComplete,
  };
}

/** Adds three queries, so that a limit makes a list incomplete. */
async function addQueries(): Promise<void> {
  const body = [1, 2, 3].map((id) => ({ id: String(id).repeat(16), digest: `select ${id}` }));
  expect((await service.control("POST", "/digests", { body })).status).toBe(201);
}

it.each(changes)("handles the request: %j", async (answer) => {
  faults().add({ method: "POST", times: 1, answer });
  const { status } = await receive("POST", alerts, JSON.stringify(cpuAlert));
  expect(status).toBe(201);
  expect((await service.get(alerts)).json).toEqual({ data: [created] });
  expect(service.emulator().requests.list({ method: "POST" })).toMatchObject([{ status: 201, fault: 1 }]);
});

it.each(changes)("does not change an error, and is not used up by it: %j", async (answer) => {
  faults().add({ times: 1, answer });
  expect(await service.get("/nothing")).toMatchObject({
    status: 404,
    json: { error: expect.any(String) as string },
  });
  expect((await service.get(alerts, { token: "" })).status).toBe(401);
  expect(faults().list()).toHaveLength(1);
});

it.each(changes)("does not change a response without a body: %j", async (answer) => {
  await service.post(alerts, { body: cpuAlert });
  faults().add({ method: "DELETE", answer });
  expect(await receive("DELETE", `${alerts}/1`)).toMatchObject({ status: 204, bytes: Buffer.alloc(0) });
  faults().add({ answer });
  expect(await receive("HEAD", "/hosts")).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
});

it("cut-in-body announces the whole body and closes the connection after its first half", async () => {
  const whole = await receive("GET", "/hosts");
  faults().add({ times: 1, answer: "cut-in-body" });
  const cut = await receive("GET", "/hosts");
  expect(cut).toMatchObject({ status: 200, isComplete: false, length: whole.bytes.length });
  expect(cut.headers.get("content-type")).toBe("application/json");
  expect(cut.bytes).toEqual(whole.bytes.subarray(0, Math.floor(whole.bytes.length / 2)));
  expect(await receive("GET", "/hosts")).toMatchObject({ isComplete: true, bytes: whole.bytes });
});

it("truncated is a complete response with the first half of the bytes", async () => {
  const name = "odd: äöü€";
  await service.post(alerts, { body: { ...cpuAlert, name } });
  const whole = await receive("GET", alerts);
  faults().add({ times: 1, answer: "truncated" });
  const half = await receive("GET", alerts);
  const length = Math.floor(whole.bytes.length / 2);
  expect(half).toMatchObject({ status: 200, isComplete: true, length });
  expect(half.bytes).toEqual(whole.bytes.subarray(0, length));
});

it("garbage is not JSON and has the service's status and headers", async () => {
  await addQueries();
  const whole = await receive("GET", "/queries?limit=1");
  expect(whole.headers.get("x-vc-meta-more")).toBe("true");
  faults().add({ answer: "garbage" });
  const garbage = await receive("GET", "/queries?limit=1");
  expect(garbage).toMatchObject({ status: 200, isComplete: true, length: garbage.bytes.length });
  expect(garbage.headers.get("content-type")).toBe("application/json");
  expect(garbage.headers.get("x-vc-meta-more")).toBe("true");
  expect(() => JSON.parse(garbage.bytes.toString()) as unknown).toThrow(SyntaxError);
});

describe("keep", () => {
  it.each([0, 1, 3, 1000])("returns the first %d elements of a list", async (keep) => {
    const whole = (await service.get("/hosts")).json as { data: unknown[] };
    faults().add({ answer: { keep } });
    expect((await service.get("/hosts")).json).toEqual({ data: whole.data.slice(0, keep) });
  });

  it("preserves headers and indentation", async () => {
    await addQueries();
    const headers = { "x-indent": "true" };
    const whole = await service.get("/queries?limit=2", { headers });
    const { data } = whole.json as { data: unknown[] };
    faults().add({ answer: { keep: 1 } });
    const shortened = await service.get("/queries?limit=2", { headers });
    expect(shortened.text).toBe(JSON.stringify({ data: data.slice(0, 1) }, null, 2));
    expect(shortened.headers.get("x-vc-meta-more")).toBe("true");
  });

  it.each([{}, { data: "text" }, { data: { length: 3 } }])(
    "does not change a response that is not a list: %j",
    async (extra) => {
      faults().add({ answer: { keep: 0 } });
      expect((await service.post(alerts, { body: { ...cpuAlert, ...extra } })).json).toEqual({
        ...created,
        ...extra,
      });
    },
  );
});
