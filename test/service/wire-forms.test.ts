/** Conversion between API objects and domain values. */
import fc from "fast-check";
import {
  endpoints,
  MalformedResponseError,
  pathOf,
  readAlert,
  readAlertConfig,
  readDestination,
  readEvent,
  readHost,
  readList,
  writeAlert,
  writeAlertConfig,
  writeAlertCreation,
} from "../../src/service";

const whole = fc.nat();
const ids = fc.array(whole, { maxLength: 4 });
const strings = fc.array(fc.string({ minLength: 1 }), { maxLength: 4 });
const unknown = fc.dictionary(
  fc.string().map((key) => `x_${key}`),
  fc.jsonValue(),
  { maxKeys: 3 },
);

const alertOnWire = fc
  .record({
    id: whole,
    name: fc.string(),
    annotations: fc.string(),
    policy: whole,
    type: fc.constantFrom(1, 2),
    disabled: fc.constantFrom(0, 1),
    destinations: ids,
  })
  .chain((known) => unknown.map((others) => ({ ...others, ...known })));

const eventConfig = fc.record({ hosts: ids, host_types: strings, categories: strings });
const thresholdConfig = fc.record({
  hosts: ids,
  host_types: strings,
  alert_level: fc.constantFrom("info", "warn", "crit"),
  metric: fc.string(),
  trigger: fc.double({ noNaN: true, noDefaultInfinity: true }),
  duration: whole,
  reset: fc.double({ noNaN: true, noDefaultInfinity: true }),
});
const configOnWire = fc
  .oneof(
    eventConfig.map((wire) => ({ kind: "event" as const, wire })),
    thresholdConfig.map((wire) => ({ kind: "threshold" as const, wire })),
  )
  .chain(({ kind, wire }) => unknown.map((others) => ({ kind, wire: { ...others, ...wire } })));

it("[ALERT-1] [ALERT-4] reading and writing an alert preserves it with its unknown fields", () => {
  fc.assert(
    fc.property(alertOnWire, (wire) => {
      expect(writeAlert(readAlert(wire))).toEqual(wire);
    }),
  );
});

it("[CONFIG-1] reading and writing a configuration preserves it with its unknown fields", () => {
  fc.assert(
    fc.property(configOnWire, ({ kind, wire }) => {
      const read = readAlertConfig(wire, kind);
      if (read === undefined) throw new Error("it was taken for absent");
      expect(writeAlertConfig(read, read.unknownFields)).toEqual(wire);
    }),
  );
});

it("[ALERT-2] a creation has neither an ID nor unknown fields", () => {
  fc.assert(
    fc.property(alertOnWire, (wire) => {
      expect(Object.keys(writeAlertCreation(readAlert(wire))).sort()).toEqual([
        "annotations",
        "destinations",
        "disabled",
        "name",
        "policy",
        "type",
      ]);
    }),
  );
});

const alert = { id: 7, name: "A", policy: 1, type: 1 };

it("missing fields have defaults", () => {
  const expected = { annotations: "", disabled: false, destinations: [], kind: "event" };
  expect(readAlert(alert)).toMatchObject(expected);
  expect(readAlert({ ...alert, annotations: null, disabled: null, destinations: null })).toMatchObject(
    expected,
  );
  expect(readAlert({ ...alert, disabled: true })).toMatchObject({ disabled: true });
});

it.each([
  [{ ...alert, id: "7 alerts" }, "id"],
  [{ ...alert, id: 2 ** 53 }, "id"],
  [{ ...alert, id: -1 }, "id"],
  [{ ...alert, type: 3 }, "type"],
  [{ ...alert, name: undefined }, "name"],
  [{ ...alert, destinations: ["one"] }, "destinations[0]"],
  [null, "alert"],
  [[], "alert"],
])("reports the invalid field of %j", (value, field) => {
  expect(() => readAlert(value)).toThrow(MalformedResponseError);
  expect(() => readAlert(value)).toThrow(field);
});

it("an event alert without categories has a configuration, and an alert without fields of a kind has none", () => {
  expect(readAlertConfig({ categories: [] }, "event")).toMatchObject({ condition: { categories: [] } });
  expect(readAlertConfig({ hosts: [1] }, "event")).toBeUndefined();
});

it("[DEST-2] reports an invalid destination without its settings", () => {
  const off = { id: 1, name: 2, config: { secret_key: ["hush"] } };
  expect(() => readDestination(off)).toThrow("name");
  expect(() => readDestination(off)).not.toThrow("hush");
});

it("[HOST-3] a host with a deletion time is deleted", () => {
  const host = { id: 1, name: "db-1" };
  expect(
    [host, { ...host, deleted: 0 }, { ...host, deleted: 9 }].map((one) => readHost(one).isDeleted),
  ).toEqual([false, false, true]);
});

it("[HOST-1] an invalid informational field of a host is ignored", () => {
  const odd = {
    id: 1,
    name: "db-1",
    uuid: 7,
    created: "1",
    bindings: null,
    tags: [1],
    status: "up",
    os: null,
  };
  expect(readHost(odd)).toMatchObject({ id: 1, uuid: undefined, created: 1, bindings: [], tags: [] });
  expect(readHost({ ...odd, tags: ["a"], lastSeen: 5 })).toMatchObject({ tags: ["a"], lastSeen: 5 });
});

it("[EVENT-3] the digest of an event is a string, and a number is dropped", () => {
  const event = { start: 1, type: "t", message: "m" };
  expect(readEvent({ ...event, digest: "18446744073709551615" }).digest).toBe("18446744073709551615");
  expect(readEvent({ ...event, digest: 18446744073709552000 }).digest).toBeUndefined();
});

it("[GEN-2] reads a list, bare or in data, with indices in messages", () => {
  const places: string[] = [];
  const note = (element: unknown, place: string) => {
    places.push(place);
    return element;
  };
  expect(readList([1, 2], "hosts", note)).toEqual([1, 2]);
  expect(readList({ data: [3] }, "hosts", note)).toEqual([3]);
  expect(places).toEqual(["hosts[0]", "hosts[1]", "hosts[0]"]);
});

it("[GEN-1] each path starts with /api/v2 and contains its parameter", () => {
  expect(Object.values(endpoints).map((endpoint) => pathOf(endpoint, 7))).toEqual(
    Object.values(endpoints).map(({ path }) => `/api/v2${path.replace(/\{\w+\}/, "7")}`),
  );
  expect(pathOf(endpoints.writeAlertConfig, 7)).toBe("/api/v2/config/alerts/7/config");
});
