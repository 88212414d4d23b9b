/** What changes of alerts contain, which calls they make, and what they keep of the live alert. */
import {
  callsOf,
  catalogKeyOf,
  type Change,
  changeOf,
  configFields,
  contentKey,
  type DesiredAlert,
  keepIgnored,
  liveDifferences,
  resolveReference,
  settingsOf,
  versionsOfChange,
} from "../../src/reconcile";
import { asLive } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

const live = asLive(cpuHigh, 7);
const deletion: Change = { action: "delete", live };
const changed = (parts: Partial<DesiredAlert>) => changeOf({ ...cpuHigh, ...parts }, live);
const { condition } = cpuHigh;
if (condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");

it.each<[string, Change, string[]]>([
  ["nothing", changed({}), []],
  ["a creation", changeOf(cpuHigh, undefined), ["createAlert", "writeAlertConfig"]],
  ["a deletion", deletion, ["deleteAlert"]],
  ["a change of the kind", changed(deployed), ["deleteAlert", "createAlert", "writeAlertConfig"]],
  ["a change of settings", changed({ policy: 1 }), ["updateAlert"]],
  ["a change of the configuration", changed({ hosts: [1] }), ["writeAlertConfig"]],
  ["a change of both", changed({ policy: 1, hosts: [1] }), ["updateAlert", "writeAlertConfig"]],
  ["a completion", changeOf(cpuHigh, { ...live, config: undefined }), ["writeAlertConfig"]],
  ["a rename", changed({ name: "New" }), ["updateAlert"]],
])("the calls of %s", (_, change, calls) => {
  expect(callsOf(change)).toEqual(calls);
});

it("the versions of a change are the live and the desired alert", () => {
  const before = { ...live.alert, config: live.config };
  const after = { policy: 1, config: { hosts: [], host_types: ["mysql"], condition } };
  expect(versionsOfChange(changed({ policy: 1 }))).toMatchObject({ before, after });
  expect(versionsOfChange(deletion)).toEqual({ before, after: undefined });
  expect(versionsOfChange(changeOf(cpuHigh, undefined)).before).toBeUndefined();
});

describe("ignored attributes", () => {
  const other = asLive(
    {
      ...cpuHigh,
      policy: 9,
      hosts: [4],
      annotations: "by hand",
      condition: { ...condition, trigger: 0.5 },
    },
    7,
  );
  const kept = (parts: Partial<DesiredAlert>, existing = other) =>
    keepIgnored({ ...cpuHigh, ...parts }, existing);

  it("keep their live values", () => {
    expect(kept({})).toEqual(cpuHigh);
    expect(kept({ ignore: ["policy", "hosts"] })).toMatchObject({
      policy: 9,
      hosts: [4],
      annotations: cpuHigh.annotations,
      condition,
    });
    expect(kept({ ignore: ["threshold"] })).toMatchObject({ policy: 2, condition: { trigger: 0.5 } });
    expect(kept({ ignore: ["event"] })).toMatchObject({ condition });
  });

  it("have no live values in an incomplete alert, nor the condition in one of the other kind", () => {
    const ignore = ["policy", "hosts", "threshold"] as const;
    expect(kept({ ignore }, { ...other, config: undefined })).toMatchObject({
      policy: 9,
      hosts: [],
      condition,
    });
    expect(kept({ ignore }, asLive({ ...deployed, hosts: [4] }, 7))).toMatchObject({ hosts: [4], condition });
  });

  it("cause no change", () => {
    const change = changeOf({ ...cpuHigh, ignore: ["policy", "hosts", "annotations", "threshold"] }, other);
    expect(change.action).toBe("unchanged");
  });
});

it("two reads of an alert differ in the kind, settings and configuration", () => {
  const kind = { path: ["kind"], from: "threshold", to: "event" };
  expect(liveDifferences(live, live)).toEqual([]);
  expect(liveDifferences(live, asLive({ ...cpuHigh, policy: 1, hosts: [3] }, 7))).toEqual([
    { path: ["policy"], from: 2, to: 1 },
    { path: ["hosts"], from: [], to: [3] },
  ]);
  const differences = liveDifferences(live, asLive({ ...deployed, name: cpuHigh.name }, 7));
  expect(differences.slice(0, 1)).toEqual([kind]);
  // The old condition comes first.
  expect(differences.slice(1).map(({ path }) => path.join("."))).toEqual([
    "threshold.alert_level",
    "threshold.metric",
    "threshold.trigger",
    "threshold.duration",
    "threshold.reset",
    "event.categories",
  ]);
});

it("the fields of a configuration are those of its hosts and its condition", () => {
  const fields = configFields({
    hosts: [2, 1],
    host_types: [],
    condition: { kind: "event", categories: ["x"] },
  });
  expect(fields).toEqual([
    { path: ["hosts"], from: undefined, to: [1, 2] },
    { path: ["host_types"], from: undefined, to: [] },
    { path: ["event", "categories"], from: undefined, to: ["x"] },
  ]);
});

it("the content of two alerts is equal if only their names and the order of sets differ", () => {
  const keyOf = (parts: Partial<DesiredAlert>, hasConfig = true) => {
    const alert = { ...cpuHigh, ...parts };
    return contentKey(settingsOf(alert), hasConfig ? alert : undefined);
  };
  expect(keyOf({ name: "x", destinations: [2, 1], host_types: ["mysql", "mysql"] })).toBe(keyOf({}));
  expect(keyOf({ host_types: ["Caf\u00e9"] })).toBe(keyOf({ host_types: ["Cafe\u0301"] }));
  expect(keyOf({ hosts: [5] }, false)).toBe(keyOf({}, false));
  const contents = [
    keyOf({}),
    keyOf({}, false),
    keyOf({ hosts: [5] }),
    keyOf({ host_types: ["os"] }),
    keyOf({ policy: 1 }),
    keyOf({ annotations: "x" }),
    keyOf({ condition: { ...condition, trigger: 2 } }),
    keyOf({ condition: { ...condition, metric: "x" } }),
    keyOf({ condition: deployed.condition }),
  ];
  expect(new Set(contents).size).toBe(contents.length);
});

it.each([
  [["destinations"], "destinations"],
  [["hosts"], "hosts"],
  [["policy"], "policies"],
  [["threshold", "duration"], "durations"],
  [["duration"], undefined],
  [["host_types"], undefined],
])("the field %j refers to %s", (path, key) => {
  expect(catalogKeyOf(path)).toBe(key);
});

describe("one reference", () => {
  const hosts = [
    { id: 1, name: "db-1" },
    { id: 2, name: "db-2", isDeleted: true },
    { id: 3, isDeleted: true },
  ];
  it.each([1, "db-1"])("to %j resolves to the ID of the object", (reference) => {
    expect(resolveReference("host", reference, hosts)).toBe(1);
  });

  it.each<[string | number, object]>([
    [2, { what: 'The host 2 ("db-2") was deleted.' }],
    ["db-2", { what: 'The host 2 ("db-2") was deleted.' }],
    [3, { what: "The host 3 was deleted." }],
    [4, { what: expect.stringContaining("4") as string, remedy: 'Available: 1 ("db-1").' }],
  ])("to %j, which is deleted or missing, is a problem", (reference, problem) => {
    expect(resolveReference("host", reference, hosts)).toMatchObject(problem);
  });

  it("without objects is unresolved", () => {
    expect(resolveReference("host", 1)).toHaveProperty("what");
    const many = Array.from({ length: 12 }, (_, index) => ({ id: index + 1 }));
    expect(resolveReference("host", 99, many)).toMatchObject({
      remedy: "Available: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.",
    });
  });
});

describe("names that are not unique", () => {
  const problems = (desired: DesiredAlert[], ids: number[]) =>
    planFor(
      desired,
      ids.map((id) => asLive({ ...cpuHigh, name: "Old" }, id)),
    ).problems.map(({ what, where }) => [where, what]);

  it("in renamed_from of several definitions are reported", () => {
    const renamed = ["A", "B"].map((name) => ({ ...cpuHigh, name, renamedFrom: "Old" }));
    expect(problems([...renamed, { ...cpuHigh, name: "C", renamedFrom: "Older" }], [1])).toContainEqual([
      { subject: "B", field: ["renamed_from"] },
      '2 definitions have the same renamed_from, "Old": "A", "B".',
    ]);
  });

  it("in the service are reported if renamed_from needs one of them", () => {
    expect(problems([{ ...cpuHigh, name: "New", renamedFrom: "Old" }], [1, 2])).toEqual([
      [
        { subject: "New", field: ["renamed_from"] },
        '2 live alerts have the name in renamed_from, "Old" (ids 1, 2).',
      ],
    ]);
  });

  it("of live alerts and definitions are reported", () => {
    expect(problems([{ ...cpuHigh, name: "Old" }], [1, 2])).toEqual([
      [{ subject: "Old", field: ["name"] }, "2 live alerts have this name (ids 1, 2)."],
    ]);
    expect(problems([cpuHigh, { ...cpuHigh, policy: 1 }], [])).toEqual([
      [{ subject: "CPU high", field: ["name"] }, "2 definitions have this name, but names are unique."],
    ]);
  });
});
