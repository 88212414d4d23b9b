/** The objects that a plan names and describes: those that its changes refer to. */
import { factsInChanges, kindsInDifferences } from "../../src/plan-document";
import { type DesiredAlert } from "../../src/reconcile";
import { asLive } from "../support/arbitrary-alerts";
import { planFor, planRemovalFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

function changesOf(desired: Partial<DesiredAlert>, live: Partial<DesiredAlert> = {}) {
  return planFor([{ ...cpuHigh, ...desired }], [asLive({ ...cpuHigh, ...live }, 7)]).changes;
}

describe("the kinds of objects of alerts whose behavior changes", () => {
  const ofCpuHigh = ["destinations", "durations"];
  it.each([
    ["an alert in sync", changesOf({}), []],
    ["a change of strings", changesOf({ name: "CPU", renamedFrom: "CPU high", annotations: "x" }), []],
    [
      "a change of a threshold's value",
      changesOf({ condition: { ...cpuHigh.condition, trigger: 0.95 } as DesiredAlert["condition"] }),
      ofCpuHigh,
    ],
    ["a change of types of hosts", changesOf({ host_types: [] }), ofCpuHigh],
    ["a change of hosts", changesOf({ hosts: [5] }), [...ofCpuHigh, "hosts"]],
    ["a removal of hosts", changesOf({}, { hosts: [5] }), [...ofCpuHigh, "hosts"]],
    ["a change of the policy", changesOf({ policy: 1 }), [...ofCpuHigh, "policies"]],
    ["a creation", planFor([deployed], []).changes, ["destinations", "policies"]],
    [
      "a creation without destinations",
      planFor([{ ...deployed, destinations: [] }], []).changes,
      ["policies"],
    ],
    ["a deletion", planRemovalFor([cpuHigh], [asLive(cpuHigh, 7)]).changes, [...ofCpuHigh, "policies"]],
  ])("of %s", (_, changes, expected) => {
    expect([...kindsInDifferences(changes)].sort()).toEqual(expected);
  });
});

describe("the facts of objects", () => {
  const policies = [
    { id: 1, intervalSeconds: 0 },
    { id: 2, intervalSeconds: 900 },
    { id: 3, intervalSeconds: 60 },
  ];
  const durations = [{ id: 2, seconds: 300 }];
  const hosts = [
    { id: 5, type: "mysql", isDeleted: false },
    { id: 6, type: "mysql", isDeleted: true },
    { id: 7, type: "os", isDeleted: false },
  ];

  it("are those of the objects that the alerts refer to before and after a change", () => {
    expect(
      factsInChanges({ policies, durations, hosts }, changesOf({ policy: 1, hosts: [5] }, { hosts: [6] })),
    ).toEqual({
      policies: { "1": 0, "2": 900 },
      durations: { "2": 300 },
      hosts: { "5": "mysql", "6": null },
    });
  });

  it.each([undefined, -1, 0.5, Infinity])("leave out a length of %s", (seconds) => {
    expect(
      factsInChanges({ policies, durations: [{ id: 2, seconds }] }, changesOf({ annotations: "x" })),
    ).toEqual({ policies: { "2": 900 } });
  });

  it("are missing without objects", () => {
    expect(factsInChanges({}, changesOf({ policy: 1 }))).toEqual({});
    expect(factsInChanges({ policies, durations, hosts }, [])).toEqual({});
  });
});
