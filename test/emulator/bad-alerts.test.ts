/** Bodies that no alert can be made of: always a 4xx that names the field, never a write. */
import { cpuAlert, emulatorForEachTest } from "../support/with-emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";

/** `{"a": {"a": ... }}` */
function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

it.each([
  ["an id", { ...cpuAlert, id: 7 }, "id"],
  ["an id of null", { ...cpuAlert, id: null }, "id"],
  ["no name", { ...cpuAlert, name: undefined }, "name"],
  ["an empty name", { ...cpuAlert, name: "" }, "name"],
  ["a name that is no text", { ...cpuAlert, name: 5 }, "name"],
  ["a name that is too long", { ...cpuAlert, name: "n".repeat(256) }, "name"],
  ["half a character in the name", { ...cpuAlert, name: "half \ud83d" }, "name"],
  ["a NUL in the name", { ...cpuAlert, name: "a\0b" }, "name"],
  ["annotations that are too long", { ...cpuAlert, annotations: "n".repeat(10_001) }, "annotations"],
  ["annotations of null", { ...cpuAlert, annotations: null }, "annotations"],
  ["an unknown policy", { ...cpuAlert, policy: 99 }, "policy"],
  ["a policy that is no whole number", { ...cpuAlert, policy: 1.5 }, "policy"],
  ["a policy beyond 2^53", { ...cpuAlert, policy: 2 ** 53 }, "policy"],
  ["a policy as a text", { ...cpuAlert, policy: "1" }, "policy"],
  ["an unknown type", { ...cpuAlert, type: 3 }, "type"],
  ["no type", { ...cpuAlert, type: undefined }, "type"],
  ["a boolean for disabled", { ...cpuAlert, disabled: true }, "disabled"],
  ["no destinations", { ...cpuAlert, destinations: undefined }, "destinations"],
  ["destinations of null", { ...cpuAlert, destinations: null }, "destinations"],
  ["an unknown destination", { ...cpuAlert, destinations: [1, 99] }, "destinations[1]"],
  ["a negative destination", { ...cpuAlert, destinations: [-1] }, "destinations[0]"],
  ["too many destinations", { ...cpuAlert, destinations: Array(1001).fill(1) }, "destinations"],
  ["half a character in an unknown field", { ...cpuAlert, extra: { a: ["\udc00"] } }, "extra.a[0]"],
  ["a NUL in the name of an unknown field", { ...cpuAlert, extra: { "a\0": 1 } }, "extra"],
  ["too many levels", { ...cpuAlert, extra: nested(40) }, "extra"],
])("[ALERT-2] refuses %s", async (_case, body, field) => {
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

it("takes annotations that are left out as empty", async () => {
  expect((await service.post(alerts, { body: { ...cpuAlert, annotations: undefined } })).json).toMatchObject({
    annotations: "",
  });
});

it.each(["", "{", "null", "[]", '"text"', "5", "NaN", '{"name": NaN}', "{'name': 'x'}", "\u0000"])(
  "[GEN-6] refuses the body %j with 400",
  async (body) => {
    const creation = await service.post(alerts, { body });
    expect(creation.status).toBe(400);
    expect(creation.json).toEqual({ error: expect.any(String) as string });
  },
);

it("refuses a number that is too large to be one", async () => {
  const body = JSON.stringify({ ...cpuAlert, extra: 0 }).replace('"extra":0', '"extra":1e999');
  expect((await service.post(alerts, { body })).json).toMatchObject({ field: "extra" });
});

it("refuses a field named __proto__", async () => {
  const body = JSON.stringify({ ...cpuAlert, extra: 0 }).replace('"extra":0', '"__proto__":{"name":"x"}');
  expect((await service.post(alerts, { body })).json).toMatchObject({ field: "__proto__" });
});

it("refuses bytes that are not UTF-8", async () => {
  const creation = await service.post(alerts, { body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) });
  expect(creation.status).toBe(400);
});

it("refuses a very deep body without failing", async () => {
  const body = `{"extra":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  expect((await service.post(alerts, { body })).status).toBe(400);
});

it.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json; charset=latin1",
  "application/jsonx",
  "",
])("[GEN-6] refuses the content type %j with 415", async (type) => {
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

it.each([1024 * 1024 + 1, 3_000_000])("refuses a body of %d bytes with 413", async (size) => {
  const empty = JSON.stringify({ ...cpuAlert, name: "" }).length;
  const creation = await service.post(alerts, { body: { ...cpuAlert, name: "n".repeat(size - empty) } });
  expect(creation.status).toBe(413);
  expect(creation.json).toEqual({ error: "The body is larger than 1048576 bytes." });
});

it("reads a body of 1 MiB", async () => {
  const empty = JSON.stringify({ ...cpuAlert, extra: "" }).length;
  const body = { ...cpuAlert, extra: "n".repeat(1024 * 1024 - empty) };
  expect((await service.post(alerts, { body })).status).toBe(201);
});
