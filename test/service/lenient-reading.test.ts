/** Response formats that differ from the specification, and invalid ones. */
import {
  MalformedResponseError,
  readAlert,
  readAlertConfig,
  readAlertDuration,
  readAlertOption,
  readCreatedAlert,
  readCreatedUuid,
  readDestination,
  readEvent,
  readHost,
  readListedAlert,
  readQueryDigest,
  readQuerySample,
} from "../../src/service";

const alert = { id: 7, name: "A", policy: 1, type: 2 };
const threshold = { alert_level: "warn", metric: "m", trigger: 0.9, duration: 2, reset: 0.8 };
const sent = {
  name: "A",
  annotations: "see wiki",
  policy: 1,
  kind: "threshold",
  disabled: true,
  destinations: [4],
} as const;

describe("a response with exactly the specified types", () => {
  const specifiedAlert = { ...alert, annotations: "see wiki", disabled: 1, destinations: [4, 5], tag: "x" };
  const specifiedConfig = { ...threshold, hosts: [3], host_types: ["mysql"], tag: "x" };
  const specifiedEvent = { categories: ["deploy"], hosts: [], host_types: [], tag: "x" };

  it("is read as the same values with other types", () => {
    expect(readAlert(specifiedAlert)).toEqual(readAlert({ ...specifiedAlert, id: "7", disabled: true }));
    expect(readListedAlert(specifiedAlert)).toEqual(readAlert({ ...specifiedAlert, id: "7" }));
    expect(readAlertConfig(specifiedConfig, "threshold")).toEqual(
      readAlertConfig({ ...specifiedConfig, trigger: "0.9" }, "threshold"),
    );
    expect(readAlertConfig(specifiedEvent, "event")).toEqual(
      readAlertConfig({ ...specifiedEvent, hosts: null }, "event"),
    );
  });

  it.each([
    { id: 1.5 },
    { id: -1 },
    { id: 2 ** 53 },
    { policy: null },
    { disabled: 2 },
    { destinations: [{}] },
  ])("is refused with %j", (change) => {
    expect(() => readAlert({ ...specifiedAlert, ...change })).toThrow(MalformedResponseError);
  });

  it.each([
    { trigger: Infinity },
    { reset: NaN },
    { duration: -1 },
    { alert_level: "fatal" },
    { hosts: [0.5] },
  ])("is refused as a configuration with %j", (change) => {
    const read = () => readAlertConfig({ ...specifiedConfig, ...change }, "threshold");
    expect(read).toThrow(MalformedResponseError);
  });
});

describe("a number as text", () => {
  it("is parsed in an alert", () => {
    const strings = { ...alert, id: "7", policy: "1", type: "2", destinations: ["4", 5] };
    expect(readAlert(strings)).toEqual(readAlert({ ...alert, destinations: [4, 5] }));
  });

  it("is parsed in a configuration", () => {
    const strings = { ...threshold, hosts: ["3"], trigger: "0.9", duration: "2", reset: "0.8" };
    expect(readAlertConfig(strings, "threshold")).toEqual(
      readAlertConfig({ ...threshold, hosts: [3] }, "threshold"),
    );
  });

  it.each([
    ["3", 3],
    ["-0.5", -0.5],
    ["0.9", 0.9],
    ["1e3", 1000],
    ["2.5E-3", 0.0025],
  ])("%j is %d", (text, number) => {
    expect(readAlertConfig({ ...threshold, trigger: text }, "threshold")?.condition).toMatchObject({
      trigger: number,
    });
  });

  it.each([
    "",
    " 3",
    "3 ",
    "0x3",
    "3 apples",
    "NaN",
    "Infinity",
    "1e400",
    "+3",
    "03",
    ".5",
    "3.",
    "1_000",
    "٣",
  ])("reports the field if %j is not a number", (text) => {
    const read = () => readAlertConfig({ ...threshold, trigger: text }, "threshold");
    expect(read).toThrow(MalformedResponseError);
    expect(read).toThrow("trigger");
  });

  it.each(["9007199254740992", "9007199254740993", "-1", "0.5", "1e300"])("%j is not an ID", (text) => {
    expect(() => readAlert({ ...alert, id: text })).toThrow(/^alert: id: /);
    expect(() => readListedAlert({ ...alert, policy: text })).toThrow(/^alert: policy: /);
  });

  it("is parsed in referenced objects and informational fields", () => {
    expect(
      readDestination({ id: "4", name: "D", integration: "2", status: "1", updated: "1700000000" }),
    ).toEqual({ id: 4, name: "D", integration: 2, status: 1, updated: 1_700_000_000 });
    expect(readHost({ id: "3", name: "db", deleted: "1700000000" })).toMatchObject({
      id: 3,
      isDeleted: true,
    });
    expect(readHost({ id: "3", name: "db", deleted: "0" })).toMatchObject({ isDeleted: false });
    expect(readAlertOption({ id: "3" })).toEqual({ id: 3 });
    expect(readAlertDuration({ id: "3", seconds: "60" })).toEqual({ id: 3, seconds: 60 });
  });

  it("is parsed in an event and a sample, but a query ID stays a string", () => {
    const event = { start: "1700000000", type: "t", message: "m", host: "3", duration: "5" };
    expect(readEvent(event)).toMatchObject({ start: 1_700_000_000, host: 3, duration: 5 });
    expect(readEvent({ ...event, host: "0" }).host).toBeUndefined();
    const sample = { query: "16", host: "3", ts: "1700000000", latency: "0.25", truncated: "1" };
    expect(readQuerySample(sample)).toMatchObject({
      query: "0000000000000010",
      host: 3,
      latency: 0.25,
      truncated: true,
    });
    expect(readQuerySample({ ...sample, latency: null }).latency).toBeUndefined();
    const digest = { id: "1000000000000000", digest: "12", firstSeen: "5", lastSeen: "6" };
    expect(readQueryDigest(digest)).toMatchObject({ ...digest, firstSeen: 5, lastSeen: 6 });
  });
});

it.each([
  [0, false],
  ["0", false],
  [false, false],
  ["false", false],
  [null, false],
  [undefined, false],
  [1, true],
  ["1", true],
  [true, true],
  ["true", true],
])("an alert whose disabled is %j: %s", (disabled, expected) => {
  expect(readAlert({ ...alert, disabled }).disabled).toBe(expected);
});

it.each([2, "", "no", "2", []])("refuses %j for disabled", (disabled) => {
  expect(() => readAlert({ ...alert, disabled })).toThrow(
    "disabled: Invalid input: expected 0, 1, true or false",
  );
});

describe("an element of the list of alerts", () => {
  it.each([3, "custom", "3", 0, null, undefined, { of: 2 }, 1.5])(
    "with the type %j is of an unsupported kind regardless of its other fields",
    (type) => {
      expect(readListedAlert({ id: "7", name: "A", type, policy: { every: "minute" } })).toEqual({
        id: 7,
        name: "A",
        kind: "unknown",
        type,
      });
    },
  );

  it.each([
    [{ ...alert, type: 3, id: undefined }, "id"],
    [{ ...alert, type: 3, name: undefined }, "name"],
    [{ ...alert, type: 3, name: null }, "name"],
    [{ ...alert, policy: undefined }, "policy"],
    ["A", "alert"],
  ])("%j is an error and does not mean absent", (value, field) => {
    expect(() => readListedAlert(value)).toThrow(MalformedResponseError);
    expect(() => readListedAlert(value)).toThrow(field);
  });
});

describe("the answer to a creation", () => {
  const whole = { id: 3, ...sent, unknownFields: {} };

  it.each([
    ["the id alone", { id: 3 }],
    ["the id as text", { id: "3" }],
    ["in data", { data: { id: 3 } }],
    ["the only element in data", { data: [{ id: "3" }] }],
    ["the only element of an array", [{ id: 3 }]],
    ["with nulls", { id: 3, annotations: null, destinations: null, disabled: null, type: null }],
  ])("may be %s", (_, answer) => {
    expect(readCreatedAlert(answer, sent)).toEqual(whole);
  });

  it("is the object with the ID, even if it has a member data", () => {
    expect(readCreatedAlert({ id: 3, data: { id: 4 } }, sent)).toMatchObject({ id: 3 });
  });

  it.each([{}, { data: [] }, [{ id: 3 }, { id: 4 }], { data: [{ id: 3 }, { id: 4 }] }, null, { id: null }])(
    "%j has no ID",
    (answer) => {
      expect(() => readCreatedAlert(answer, sent)).toThrow(MalformedResponseError);
    },
  );

  it.each([1, 3])("must not have type %d if another was sent", (type) => {
    expect(() => readCreatedAlert({ id: 3, type }, sent)).toThrow(/^created alert: type: /);
  });

  it.each(['{"uuid": "u"}', '{"data": {"uuid": "u"}}', '{"data": [{"uuid": "u", "start": 1}]}'])(
    "of an event can contain its UUID as %s",
    (body) => {
      expect(readCreatedUuid(body)).toBe("u");
    },
  );
});

describe("a configuration", () => {
  const bare = readAlertConfig(threshold, "threshold");

  it.each([[{ data: threshold }], [{ data: [threshold] }], [[threshold]]])("may be wrapped: %j", (answer) => {
    expect(readAlertConfig(answer, "threshold")).toEqual(bare);
  });

  it("can have fields named data and message", () => {
    const own = { data: {}, message: "look here" };
    expect(readAlertConfig({ ...threshold, ...own }, "threshold")).toEqual({ ...bare, unknownFields: own });
  });

  it.each([
    { error: "overloaded" },
    { error: "overloaded", data: {} },
    { data: { message: "later" } },
    { data: [] },
    { data: "none" },
    [],
  ])("%j is an error and does not mean absent", (answer) => {
    expect(() => readAlertConfig(answer, "threshold")).toThrow(MalformedResponseError);
  });
});

it("a destination or host without a name can be used by ID", () => {
  expect(readDestination({ id: 4 })).toEqual({ id: 4 });
  expect(readHost({ id: 4, name: null })).toMatchObject({ id: 4, name: undefined });
  for (const read of [readDestination, readHost, readAlertOption]) {
    expect(() => read({ name: "D" })).toThrow("id");
  }
});
