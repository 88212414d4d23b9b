/** Live alerts of an unknown kind in a plan: never matched, never deleted, and their names are taken. */
import fc from "fast-check";
import { plan, planRemoval } from "../../src/reconcile";
import { type UnsupportedAlert } from "../../src/service";
import { cpuHigh } from "../support/sample-alerts";
import { asLive, desiredAlerts } from "../support/arbitrary-alerts";

const unsupportedAlerts = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 100, max: 200 }),
    name: fc.string({ minLength: 1, maxLength: 2 }),
    kind: fc.constant("unknown" as const),
    type: fc.jsonValue(),
  }),
  { selector: ({ id }) => id, maxLength: 5 },
);
const unsupportedAlert: UnsupportedAlert = { id: 100, name: "Made in the UI", kind: "unknown", type: 3 };
const everything = () => true;

it("they are left alone, whatever is pruned or removed", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, unsupportedAlerts, (desired, others, strange) => {
      const live = others.map(asLive);
      const plans = [
        plan(desired, live, { prune: everything, unsupportedAlerts: strange }),
        planRemoval(desired, live, { unsupportedAlerts: strange }),
      ];
      for (const { changes, unmanaged } of plans) {
        const touched = changes.flatMap((one) => (one.action === "create" ? [] : [one.live.alert.id]));
        expect(touched.filter((id) => strange.some((one) => one.id === id))).toEqual([]);
        expect(unmanaged).toEqual(expect.arrayContaining(strange));
      }
    }),
  );
});

it("a definition of the name of one is an error, whether or not another live alert has the name", () => {
  const wanted = { ...cpuHigh, name: unsupportedAlert.name };
  for (const live of [[], [asLive(wanted, 7)]]) {
    const { changes, problems } = plan([wanted], live, { unsupportedAlerts: [unsupportedAlert] });
    expect(changes).toEqual([]);
    expect(problems).toMatchObject([
      { severity: "error", where: { subject: unsupportedAlert.name, field: ["name"] } },
    ]);
  }
});

it("a definition that was renamed from one is an error, unless its own alert exists", () => {
  const wanted = { ...cpuHigh, renamedFrom: unsupportedAlert.name };
  expect(plan([wanted], [], { unsupportedAlerts: [unsupportedAlert] }).problems).toMatchObject([
    { severity: "error", where: { subject: "CPU high", field: ["renamed_from"] } },
  ]);
  const { changes, problems } = plan([wanted], [asLive(cpuHigh, 7)], {
    unsupportedAlerts: [unsupportedAlert],
  });
  expect([changes.map(({ action }) => action), problems]).toEqual([["unchanged"], []]);
});

it.each([
  [3, "type 3"],
  ["custom\n", String.raw`type "custom\n"`],
  [undefined, "no type"],
  [{ secret: "hush" }, "a type that is no number"],
])("the type %j is told as %s", (type, text) => {
  const { problems } = plan([{ ...cpuHigh, name: unsupportedAlert.name }], [], {
    unsupportedAlerts: [{ ...unsupportedAlert, type }],
  });
  expect(problems[0]?.what).toContain(`(${text})`);
});
