/** Invalid alert bodies: the response is a 4xx that names the field, and nothing is stored. */
import { cpuAlert, emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";

/** `{"a": {"a": ... }}` */
function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

it.each([
  ["an id", { ...cpuAlert, id: 7 }, "id"],
  ["a null id", { ...cpuAlert, id: null }, "id"],
  ["a missing name", { ...cpuAlert, name: undefined }, "name"],
  ["an empty name", { ...cpuAlert, name: "" }, "name"],
  ["a name that is not a string", { ...cpuAlert, name: 5 }, "name"],
  ["a name over the maximum length", { ...cpuAlert, name: "n".repeat(256) }, "name"],
  ["an unpaired surrogate in the name", { ...cpuAlert, name: "half \ud83d" }, "name"],
  ["a NUL in the name", { ...cpuAlert, name: "a\0b" }, "name"],
  ["annotations over the maximum length", { ...cpuAlert, annotations: "n".repeat(10_001) }, "annotations"],
  ["null annotations", { ...cpuAlert, annotations: null }, "annotations"],
  ["an unknown policy", { ...cpuAlert, policy: 99 }, "policy"],
  ["a fractional policy", { ...cpuAlert, policy: 1.5 }, "policy"],
  ["a policy beyond 2^53", { ...cpuAlert, policy: 2 ** 53 }, "policy"],
  ["a string policy", { ...cpuAlert, policy: "1" }, "policy"],
  ["an unknown type", { ...cpuAlert, type: 3 }, "type"],
  ["a missing type", { ...cpuAlert, type: undefined }, "type"],
  ["a boolean disabled", { ...cpuAlert, disabled: true }, "disabled"],
  ["missing destinations", { ...cpuAlert, destinations: undefined }, "destinations"],
  ["null destinations", { ...cpuAlert, destinations: null }, "destinations"],
  ["an unknown destination", { ...cpuAlert, destinations: [1, 99] }, "destinations[1]"],
  ["a negative destination", { ...cpuAlert, destinations: [-1] }, "destinations[0]"],
  ["too many destinations", { ...cpuAlert, destinations: Array(1001).fill(1) }, "destinations"],
  ["an unpaired surrogate in an unknown field", { ...cpuAlert, extra: { a: ["\udc00"] } }, "extra.a[0]"],
  ["a NUL in the name of an unknown field", { ...cpuAlert, extra: { "a\0": 1 } }, "extra"],
  ["too many levels", { ...cpuAlert, extra: nested(40) }, "extra"],
])("[ALERT-2] rejects %s", async (_case, body, field) => {
  const creation = await service.post(alerts, { body });
  expect(creation.status).toBe(400);
  expect(creation.json).toMatchObject({ field });
  expect((creation.json as { error: string }).error).toContain(field);
  expect((await service.get(alerts)).json).toEqual({ data: [] });
});

it("accepts values at the limits", async () => {
  const body = {
    ...cpuAlert,
    name: "n".repeat(255),
    annotations: "a".repeat(10_000),
    destinations: Array(1000).fill(1),
    extra: nested(30),
  };
  expect((await service.post(alerts, { body })).json).toEqual({ id: 1, ...body });
});

it("omitted annotations are empty", async () => {
  expect((await service.post(alerts, { body: { ...cpuAlert, annotations: undefined } })).json).toMatchObject({
    annotations: "",
  });
});

it.each(["", "{", "null", "[]", '"text"', "5", "NaN", '{"name": NaN}', "{'name': 'x'}", "\u0000"])(
  "[GEN-6] rejects the body %j with 400",
  async (body) => {
    const creation = await service.post(alerts, { body });
    expect(creation.status).toBe(400);
    expect(creation.json).toEqual({ error: expect.any(String) as string });
  },
);

it("rejects a number that overflows to infinity", async () => {
  const body = JSON.stringify({ ...cpuAlert, extra: 0 }).replace('"extra":0', '"extra":1e999');
  expect((await service.post(alerts, { body })).json).toMatchObject({ field: "extra" });
});

it("rejects a field named __proto__", async () => {
  const body = JSON.stringify({ ...cpuAlert, extra: 0 }).replace('"extra":0', '"__proto__":{"name":"x"}');
  expect((await service.post(alerts, { body })).json).toMatchObject({ field: "__proto__" });
});

it("rejects bytes that are not UTF-8", async () => {
  const creation = await service.post(alerts, { body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) });
  expect(creation.status).toBe(400);
});

it("rejects a very deep body without an internal error", async () => {
  const body = `{"extra":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  expect((await service.post(alerts, { body })).status).toBe(400);
});

it.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json; charset=latin1",
  "application/jsonx",
  "",
])("[GEN-6] rejects the content type %j with 415", async (type) => {
  const creation = await service.post(alerts, {
    body: new TextEncoder().encode(JSON.stringify(cpuAlert)),
    headers: { "content-type": type },
  });
  expect(creation.status).toBe(415);
  expect((await service.get(alerts)).json).toEqual({ data: [] });
});

it("[GEN-6] accepts a content type with a charset, in any case", async () => {
  const headers = { "content-type": 'Application/JSON; Charset="UTF-8"' };
  expect((await service.post(alerts, { body: cpuAlert, headers })).status).toBe(201);
});

it.each([1024 * 1024 + 1, 3_000_000])("rejects a body of %d bytes with 413", async (size) => {
  const empty = JSON.stringify({ ...cpuAlert, name: "" }).length;
  const creation = await service.post(alerts, { body: { ...cpuAlert, name: "n".repeat(size - empty) } });
  expect(creation.status).toBe(413);
  expect(creation.json).toEqual({ error: "The body is larger than 1048576 bytes." });
});

it("accepts a body of 1 MiB", async () => {
  const empty = JSON.stringify({ ...cpuAlert, extra: "" }).length;
  const body = { ...cpuAlert, extra: "n".repeat(1024 * 1024 - empty) };
  expect((await service.post(alerts, { body })).status).toBe(201);
});
