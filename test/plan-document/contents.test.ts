/** What a plan document says besides its changes: origin, locations, names, mutes, calls, and why it cannot be read. */
import {
  isOnlyMuteEnd,
  kindsInChanges,
  namesInCatalog,
  namesInFields,
  type PlanDocument,
  readPlan,
  writePlan,
} from "../../src/plan-document";
import { type DesiredAlert, type LiveAlert } from "../../src/reconcile";
import { TextMap } from "../../src/service";
import { asLive } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

const names = {
  destinations: { "1": "Mail", "2": "", "9": "Not referred to" },
  hosts: { "5": "db-5", "6": "x".repeat(80) },
  policies: { "2": "Hourly" },
  durations: { "2": "5 minutes", "3": "10 minutes" },
};

function changed(desired: Partial<DesiredAlert>, live: Partial<DesiredAlert> = {}) {
  return planFor([{ ...cpuHigh, ...desired }], [asLive({ ...cpuHigh, ...live }, 7)]);
}

const copy = (document: PlanDocument) => JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

it("keeps the origin and the locations", () => {
  const place = { file: "alerts.yaml", line: 3, column: 1 };
  const origin = {
    baseUrl: "https://api.example",
    environment: "production",
    plannedAt: Date.UTC(2026, 10, 22),
    version: "0.1.0",
    places: new TextMap([[cpuHigh.name, place]]),
  };
  const made = planFor([cpuHigh, deployed], []);
  const document = writePlan(made, origin);
  expect(document).toMatchObject({
    base_url: "https://api.example",
    environment: "production",
    planned_at: "2026-11-22T00:00:00Z",
    dbmon_version: "0.1.0",
  });
  const { places, ...read } = readPlan(copy(document));
  const { places: _, ...expected } = { ...made, ...origin };
  expect(read).toEqual(expected);
  expect([...(places ?? [])]).toEqual([[cpuHigh.name, place]]);
  expect(Object.keys(writePlan(made))).toEqual(["fingerprint", "changes", "unmanaged", "problems"]);
});

it("keeps names, back-tests and routes", () => {
  const history = {
    from: "2026-11-08T22:00:00Z",
    until: "2026-11-22T22:00:00Z",
    completeness: "complete" as const,
    events: 3,
    digest: null,
  };
  const alert = {
    before: null,
    after: { events: 3, firings: 3 },
    hosts: [],
    host_count: 0,
    destinations: [],
  };
  const described = {
    ...planFor([cpuHigh, deployed], [asLive(deployed, 1)]),
    names: { destinations: { "1": "Mail" }, policies: { "2": "Hourly" } },
    backtests: { history, alerts: new Map([[cpuHigh.name, alert]]) },
    routes: { changes: [], excluded_alerts: 1 },
  };
  expect(readPlan(copy(writePlan(described)))).toEqual(described);
});

it("keeps the attributes that a definition ignores", () => {
  const made = changed({ ignore: ["policy", "hosts"], annotations: "x" });
  expect(writePlan(made).changes).toMatchObject([{ desired: { ignore: ["policy", "hosts"] } }]);
  expect(readPlan(copy(writePlan(made)))).toEqual(made);
});

describe("names", () => {
  const namesOf = (made: ReturnType<typeof planFor>) => writePlan({ ...made, names }).names;

  it("are those of the objects in the live and desired alerts, if they have one", () => {
    const { condition } = cpuHigh;
    const other = condition.kind === "threshold" ? { ...condition, duration: 3 } : condition;
    expect(namesOf(changed({ hosts: [5] }, { condition: other, hosts: [6] }))).toEqual({
      destinations: { "1": "Mail" },
      hosts: { "5": "db-5", "6": expect.stringMatching(/^x+…$|^x{57}\.\.\.$/) as unknown },
      policies: { "2": "Hourly" },
      durations: { "2": "5 minutes", "3": "10 minutes" },
    });
  });

  it("are those of the live alert for a deletion, and of the settings for an incomplete alert", () => {
    const live: LiveAlert = { ...asLive({ ...deployed, hosts: [5] }, 1), config: undefined };
    expect(namesOf(planFor([], [live], { prune: () => true }))).toEqual({
      destinations: { "1": "Mail" },
      policies: { "2": "Hourly" },
    });
  });

  it("are omitted if there are none", () => {
    expect(writePlan(changed({})).names).toBeUndefined();
    expect(namesInCatalog({ hosts: [{ id: 1 }], policies: [{ id: 2, name: "Hourly" }] })).toEqual({
      policies: { "2": "Hourly" },
    });
  });

  it("of a field are those of its objects", () => {
    expect(
      namesInFields(names, [
        { path: ["destinations"], from: [1], to: [9] },
        { path: ["threshold", "trigger"], from: 5, to: 6 },
        { path: ["threshold", "duration"], from: undefined, to: 2 },
      ]),
    ).toEqual({
      destinations: { "1": "Mail", "9": "Not referred to" },
      durations: { "2": "5 minutes" },
    });
  });

  it("are needed for the kinds of objects of deleted alerts, and in fields that differ", () => {
    const kinds = (made: ReturnType<typeof planFor>) => [...kindsInChanges(made.changes)].sort();
    expect(kinds(changed({ policy: 1, annotations: "x" }))).toEqual(["policies"]);
    expect(kinds(changed({ host_types: [] }))).toEqual([]);
    expect(kinds(changed({ destinations: [1], hosts: [5] }))).toEqual(["destinations", "hosts"]);
    expect(kinds(planFor([], [asLive(cpuHigh, 1)], { prune: () => true }))).toEqual([
      "destinations",
      "durations",
      "policies",
    ]);
    expect(kinds(planFor([{ ...cpuHigh, hosts: [] }], []))).toEqual([
      "destinations",
      "durations",
      "policies",
    ]);
  });
});

describe("mutes", () => {
  const mute = { until: Date.UTC(2026, 10, 22), reason: "load tests" };
  const muted = { mute, disabled: true };
  const ended = { mute };
  it.each<[string, ReturnType<typeof planFor>, string | undefined, boolean]>([
    ["a mute", changed(muted), "muted", false],
    ["a mute of a new alert", planFor([{ ...cpuHigh, ...muted }], []), "muted", false],
    ["the end of a mute", changed(ended, { disabled: true }), "mute ended", true],
    [
      "the end of a mute and another change",
      changed({ ...ended, policy: 1 }, { disabled: true }),
      "mute ended",
      false,
    ],
    ["a mute that ended before", changed(ended), undefined, false],
    ["a mute that ended before a creation", planFor([{ ...cpuHigh, ...ended }], []), undefined, false],
    ["no mute", changed({}, { disabled: true }), undefined, false],
    [
      "the end of a mute and a rename",
      planFor(
        [{ ...cpuHigh, ...ended, name: "New", renamedFrom: "CPU high" }],
        [asLive({ ...cpuHigh, disabled: true }, 7)],
      ),
      "mute ended",
      false,
    ],
  ])("%s", (_, made, status, isOnly) => {
    const [change] = writePlan(made).changes;
    expect(change !== undefined && "mute" in change ? change.mute : undefined).toBe(status);
    expect(made.changes.map(isOnlyMuteEnd)).toEqual([isOnly]);
    expect(readPlan(copy(writePlan(made)))).toEqual(made);
  });
});

it("has the calls of each change, and the order of renames", () => {
  const chain = planFor(
    [
      { ...cpuHigh, name: "b", renamedFrom: "a", hosts: [1] },
      { ...deployed, name: "c", renamedFrom: "b" },
    ],
    [asLive({ ...cpuHigh, name: "a" }, 1), asLive({ ...deployed, name: "b" }, 2)],
  );
  const document = writePlan(chain);
  expect(document.changes.map(({ calls }) => calls)).toEqual([
    ["updateAlert", "writeAlertConfig"],
    ["updateAlert"],
  ]);
  expect(document.changes.map(({ after }) => after)).toEqual(["c", undefined]);
  expect(readPlan(copy(document))).toEqual(chain);
});

describe("a document that cannot be read", () => {
  const update = writePlan(changed({ policy: 1 }));
  const [change] = update.changes;
  const withChange = (parts: object) => ({ ...update, changes: [{ ...change, ...parts }] });
  const desiredOf = (parts: object) =>
    withChange({
      desired: { ...(change !== undefined && "desired" in change ? change.desired : {}), ...parts },
    });
  it.each<[string, unknown, string]>([
    ["another document", { changes: [] }, "it is not a plan"],
    ["no object", "plan", "it is not a plan"],
    [
      "a document of another command",
      { ...update, dbmon: 1, command: "list alerts", alerts: [] },
      'it is not a plan, but a document of "dbmon list alerts"',
    ],
    [
      "a later version",
      { ...update, dbmon: 2, command: "plan" },
      "unsupported plan version 2 (supported: 1)",
    ],
    ["an unknown key", { ...update, version: 1 }, "version is invalid"],
    ["an unknown key of a change", withChange({ reason: "" }), "changes[0].reason is invalid"],
    ["a change without an action", withChange({ action: "none" }), "changes[0].action is invalid"],
    [
      "another action",
      withChange({ action: "rename" }),
      'the action or the fields of "CPU high" do not match',
    ],
    ["fewer fields", withChange({ fields: [] }), 'the action or the fields of "CPU high" do not match'],
    [
      "another desired alert",
      desiredOf({ disabled: true }),
      'the action or the fields of "CPU high" do not match',
    ],
    [
      "two conditions",
      desiredOf({ event: { categories: ["deploy"] } }),
      '"CPU high" must have exactly one of event and threshold',
    ],
    [
      "an end of a mute that is no time",
      desiredOf({ muted: { until: "2026-13-01T00:00:00Z" } }),
      "is invalid",
    ],
    ["a live alert without a name", withChange({ live: { alert: { id: 7 }, config: null } }), "name"],
    ["an unmanaged alert without an id", { ...update, unmanaged: [{ name: "x" }] }, "id"],
  ])("%s", (_, document, reason) => {
    expect(() => readPlan(document)).toThrow(/^The plan cannot be read: /);
    expect(() => readPlan(document)).toThrow(reason);
  });
});
