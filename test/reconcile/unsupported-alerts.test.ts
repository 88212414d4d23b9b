/** Live alerts of an unsupported kind: a plan never matches or deletes them, and their names are in use. */
import fc from "fast-check";
import { type UnsupportedAlert } from "../../src/service";
import { asLive, desiredAlerts } from "../support/arbitrary-alerts";
import { planFor, planRemovalFor } from "../support/plan-for";
import { cpuHigh } from "../support/sample-alerts";

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

it("are unmanaged in a plan that prunes everything, and in a removal", () => {
  fc.assert(
    fc.property(desiredAlerts, desiredAlerts, unsupportedAlerts, (desired, others, unsupported) => {
      const live = others.map(asLive);
      const plans = [
        planFor(desired, live, { prune: everything, unsupportedAlerts: unsupported }),
        planRemovalFor(desired, live, { unsupportedAlerts: unsupported }),
      ];
      for (const { changes, unmanaged } of plans) {
        const changed = changes.flatMap((one) => (one.action === "create" ? [] : [one.live.alert.id]));
        expect(changed.filter((id) => unsupported.some((one) => one.id === id))).toEqual([]);
        expect(unmanaged).toEqual(expect.arrayContaining(unsupported));
      }
    }),
  );
});

it("refuse a definition with the name of one, even if another live alert has the name", () => {
  const desired = { ...cpuHigh, name: unsupportedAlert.name };
  for (const live of [[], [asLive(desired, 7)]]) {
    const { status, changes, problems } = planFor([desired], live, { unsupportedAlerts: [unsupportedAlert] });
    expect({ status, changes }).toEqual({ status: "refused", changes: [] });
    expect(problems).toMatchObject([
      { severity: "error", where: { subject: unsupportedAlert.name, field: ["name"] } },
    ]);
  }
});

it("refuse a definition with the renamed_from of one, unless the alert with the new name exists", () => {
  const desired = { ...cpuHigh, renamedFrom: unsupportedAlert.name };
  expect(planFor([desired], [], { unsupportedAlerts: [unsupportedAlert] }).problems).toMatchObject([
    { severity: "error", where: { subject: "CPU high", field: ["renamed_from"] } },
  ]);
  const { changes, problems } = planFor([desired], [asLive(cpuHigh, 7)], {
    unsupportedAlerts: [unsupportedAlert],
  });
  expect([changes.map(({ action }) => action), problems]).toEqual([["unchanged"], []]);
});

it.each([
  [3, "type 3"],
  ["custom\n", String.raw`type "custom\n"`],
  [undefined, "no type"],
  [{ secret: "hush" }, "a type that is not a number"],
])("are reported with the type %j as %s", (type, text) => {
  const { problems } = planFor([{ ...cpuHigh, name: unsupportedAlert.name }], [], {
    unsupportedAlerts: [{ ...unsupportedAlert, type }],
  });
  expect(problems[0]?.what).toContain(`(${text})`);
});
