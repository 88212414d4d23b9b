/** Strings are compared in NFC, and written in the form that the service has. */
import fc from "fast-check";
import {
  type AlertDefinition,
  checkAgainstLive,
  compare,
  type DesiredAlert,
  findRenameCycles,
  fingerprintOf,
  isInSync,
  liveDifferences,
  nameOf,
  type Plan,
  resolveReferences,
  withLiveSpelling,
} from "../../src/reconcile";
import { type AlertCondition } from "../../src/service";
import { asLive, desiredAlert } from "../support/arbitrary-alerts";
import { planFor, planRemovalFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";

type Form = "NFC" | "NFD";
const accented = fc.constantFrom(
  "Caf\u00e9",
  "\u00dcn\u00ef",
  "\uac01",
  "\u212b",
  "q\u0323\u0307",
  "plain",
  "",
);
const accentedNames = fc.constantFrom("Caf\u00e9", "\u00dcn\u00ef", "\uac01", "\u00c5", "plain");
const accentedSet = fc.array(accented, { maxLength: 4 });
const forms = fc.array(fc.constantFrom<Form>("NFC", "NFD"), { minLength: 1, maxLength: 5 });

const accentedAlert: fc.Arbitrary<DesiredAlert> = fc
  .record({
    alert: desiredAlert,
    name: accentedNames,
    annotations: accented,
    host_types: accentedSet,
    categories: accentedSet,
    metric: accented,
  })
  .map(({ alert, name, annotations, host_types, categories, metric }) => ({
    ...alert,
    name,
    annotations,
    host_types,
    condition:
      alert.condition.kind === "event" ? { kind: "event", categories } : { ...alert.condition, metric },
  }));

const accentedAlerts = fc.uniqueArray(accentedAlert, {
  selector: ({ name }) => name.normalize("NFC"),
  maxLength: 4,
});

/** The same alert, with its strings in the forms of the list, in turn. */
function respelled(alert: DesiredAlert, sequence: readonly Form[]): DesiredAlert {
  let index = 0;
  const respell = (text: string) => text.normalize(sequence[index++ % sequence.length]);
  const { condition } = alert;
  const spelledCondition: AlertCondition =
    condition.kind === "event"
      ? { ...condition, categories: condition.categories.map(respell) }
      : { ...condition, metric: respell(condition.metric) };
  return {
    ...alert,
    name: respell(alert.name),
    annotations: respell(alert.annotations),
    host_types: alert.host_types.map(respell),
    condition: spelledCondition,
  };
}

const inNfc = (alert: DesiredAlert) => respelled(alert, ["NFC"]);

/** Actions, ids and paths of a plan, without values. */
function outlineOf({ changes, unmanaged, problems }: Plan) {
  const outline = changes.map((change) => [
    nameOf(change).normalize("NFC"),
    change.action,
    change.action === "create" ? undefined : change.live.alert.id,
    change.action === "delete" ? [] : change.fields.map(({ path }) => path.join(".")),
  ]);
  // Plans are sorted by name, and the forms of a name sort differently.
  return [outline.sort(), unmanaged.map(({ id }) => id).sort(), problems.length];
}

describe("laws", () => {
  it("a plan does not depend on the normalization forms of strings, desired or live", () => {
    fc.assert(
      fc.property(accentedAlerts, accentedAlerts, forms, forms, (desired, others, first, second) => {
        const expected = planFor(
          desired.map(inNfc),
          others.map((other, index) => asLive(inNfc(other), index)),
        );
        const respelledPlan = planFor(
          desired.map((alert) => respelled(alert, first)),
          others.map((other, index) => asLive(respelled(other, second), index)),
        );
        expect(outlineOf(respelledPlan)).toEqual(outlineOf(expected));
      }),
    );
  });

  it("an alert is in sync with itself in every normalization form", () => {
    fc.assert(
      fc.property(accentedAlert, forms, forms, (alert, first, second) => {
        const live = asLive(respelled(alert, first), 1);
        const other = asLive(respelled(alert, second), 1);
        expect(isInSync(compare(respelled(alert, second), live))).toBe(true);
        expect(liveDifferences(live, other)).toEqual([]);
        const fingerprints = [live, other].map((one) =>
          fingerprintOf({
            changes: [{ action: "delete", live: { ...one, alert: { ...one.alert, name: "x" } } }],
          }),
        );
        expect(new Set(fingerprints).size).toBe(1);
      }),
    );
  });

  it("a write keeps the live form of each text that it does not change, and reads back in sync", () => {
    fc.assert(
      fc.property(accentedAlert, accentedAlert, forms, forms, (desired, other, first, second) => {
        const wanted = respelled(desired, first);
        const live = asLive(respelled(other, second), 1);
        const written = withLiveSpelling(wanted, live);
        expect(isInSync(compare(wanted, asLive(written, 1)))).toBe(true);
        const changed = compare(wanted, live);
        const paths = [...changed.settings, ...changed.config].map(({ path }) => path.join("."));
        const formsOf = (alert: Pick<DesiredAlert, "name" | "annotations" | "host_types">) =>
          Object.entries({
            name: alert.name,
            annotations: alert.annotations,
            host_types: new Set(alert.host_types),
          }).filter(([field]) => !paths.includes(field));
        expect(formsOf(written)).toEqual(
          formsOf({ ...live.alert, host_types: live.config?.host_types ?? [] }),
        );
      }),
    );
  });
});

describe("a name in NFD", () => {
  const live = asLive({ ...cpuHigh, name: decomposed }, 7);

  it("is the name of the definition in NFC", () => {
    const { changes } = planFor([{ ...cpuHigh, name: composed }], [live]);
    expect(changes).toMatchObject([{ action: "unchanged", live: { alert: { id: 7 } } }]);
    const removal = planRemovalFor([{ ...cpuHigh, name: composed }], [live]);
    expect(removal.changes).toMatchObject([{ action: "delete", live: { alert: { id: 7 } } }]);
  });

  it("is renamed from and to, in chains and cycles too", () => {
    const renamed = { ...cpuHigh, name: "new", renamedFrom: composed };
    expect(planFor([renamed], [live]).changes).toMatchObject([
      { action: "rename", live: { alert: { id: 7 } } },
    ]);
    const next = { ...deployed, name: "B", renamedFrom: decomposed };
    const { changes } = planFor(
      [{ ...cpuHigh, name: composed, renamedFrom: "A" }, next],
      [asLive({ ...deployed, name: decomposed }, 7), asLive({ ...cpuHigh, name: "A" }, 8)],
    );
    const outline = changes.map((change) => [nameOf(change), change.action, change.after]);
    expect(outline).toEqual([
      ["B", "rename", undefined],
      [composed, "rename", "B"],
    ]);
    const cycle = [{ ...cpuHigh, name: composed, renamedFrom: "B" }, next];
    expect(findRenameCycles(cycle)).toMatchObject([{ severity: "error", where: { subject: composed } }]);
  });

  it("selects a target", () => {
    const { changes } = planFor([{ ...cpuHigh, name: composed, policy: 9 }], [live], {
      targets: [decomposed],
    });
    expect(changes.map(({ action }) => action)).toEqual(["update"]);
  });

  it("is an error if another live alert has the name in NFC, and says why the names look equal", () => {
    const { changes, problems } = planFor(
      [{ ...cpuHigh, name: composed }],
      [live, asLive({ ...cpuHigh, name: composed }, 8)],
    );
    expect(changes).toEqual([]);
    expect(problems).toEqual([
      {
        code: "name-duplicate",
        severity: "error",
        what: "2 live alerts have this name (ids 7, 8). The names differ only in their Unicode normalization form.",
        where: { subject: composed, field: ["name"] },
        remedy: "Rename or delete all but one of them in the service. Then run again.",
      },
    ]);
  });

  it("does not matter while no definition has it", () => {
    const { problems, unmanaged } = planFor([], [live, asLive({ ...cpuHigh, name: composed }, 8)]);
    expect([problems, unmanaged.map(({ id }) => id)]).toEqual([[], [7, 8]]);
  });

  it("is in use if its alert has an unsupported kind", () => {
    const place = { file: "alerts.yaml" };
    const definition: AlertDefinition = { ...cpuHigh, name: composed, destinations: [], hosts: [], place };
    const [problem] = checkAgainstLive([definition], [{ id: 3, name: decomposed, kind: "unknown", type: 3 }]);
    expect(problem).toMatchObject({ severity: "error", where: { file: "alerts.yaml" } });
  });
});

it("a destination and a host are found by name in every form, and two that differ only in their form are ambiguous", () => {
  const place = { file: "alerts.yaml" };
  const catalog = {
    destinations: [{ id: 1, name: decomposed }],
    hosts: [
      { id: 4, name: composed },
      { id: 5, name: decomposed },
    ],
    policies: [{ id: 2 }],
    durations: [{ id: 2 }],
  };
  const definition: AlertDefinition = { ...cpuHigh, destinations: [composed], hosts: [], place };
  expect(resolveReferences([definition], catalog)).toMatchObject({
    ok: true,
    desired: [{ destinations: [1] }],
  });
  expect(resolveReferences([{ ...definition, hosts: [composed] }], catalog)).toMatchObject({
    ok: false,
    problems: [
      { what: `2 hosts are named "${composed}" (ids 4, 5).`, remedy: "Use the id instead of the name." },
    ],
  });
});

it("a set that gains a text keeps the form of the others, and reports only the new one", () => {
  const live = asLive({ ...deployed, condition: { kind: "event", categories: [decomposed] } }, 1);
  const desired: DesiredAlert = { ...deployed, condition: { kind: "event", categories: [composed, "new"] } };
  expect(compare(desired, live).config).toEqual([
    { path: ["event", "categories"], from: [decomposed], to: [decomposed, "new"] },
  ]);
  expect(withLiveSpelling(desired, live).condition).toEqual({
    kind: "event",
    categories: [decomposed, "new"],
  });
});

it("a large set with two forms of one text does not multiply its elements", () => {
  const many = Array.from({ length: 50_000 }, (_, index) => (index % 2 === 0 ? composed : decomposed));
  const live = asLive({ ...deployed, condition: { kind: "event", categories: many } }, 1);
  const desired: DesiredAlert = { ...deployed, condition: { kind: "event", categories: [...many, "new"] } };
  const [difference] = compare(desired, live).config;
  expect(difference?.from).toEqual([decomposed, composed]);
  expect(difference?.to).toEqual([decomposed, composed, "new"]);
});
