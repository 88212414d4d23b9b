/** Definitions and the live alerts with their names: adoption, mutes, and the checks that need only the list of live alerts. */
import {
  type AlertDefinition,
  applyMute,
  catalogOfDefinitions,
  checkAgainstLive,
  checkIgnoredMutes,
  compare,
  decideAdoption,
  describeAdoption,
  type DesiredAlert,
  existingAlertsValues,
  findNewAlerts,
  hasMuteEnded,
  isExistingAlerts,
  type LiveAlert,
  refuseExistingAlerts,
  resolveReferences,
} from "../../src/reconcile";
import { asLive } from "../support/arbitrary-alerts";
import { planFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

const live = asLive(cpuHigh, 7);
const incomplete: LiveAlert = { ...live, config: undefined };
const place = { file: "alerts.yaml", line: 3, column: 5 };
const definition: AlertDefinition = { ...cpuHigh, place };

describe("a creation whose name a live alert has", () => {
  const otherKind: DesiredAlert = { ...deployed, name: cpuHigh.name };
  it.each<[string, DesiredAlert, LiveAlert, string]>([
    ["identical", cpuHigh, live, "adopt"],
    ["without its configuration", cpuHigh, incomplete, "complete"],
    ["other settings", { ...cpuHigh, policy: 1 }, live, "update"],
    ["another configuration", { ...cpuHigh, hosts: [1] }, live, "update"],
    ["another kind", otherKind, live, "refuse"],
    ["another kind, without its configuration", otherKind, incomplete, "refuse"],
  ])("%s", (_, desired, existing, adoption) => {
    expect(decideAdoption(compare(desired, existing), "adopt")).toBe(adoption);
    expect(decideAdoption(compare(desired, existing), "error")).toBe("refuse");
  });

  it("is described with the id", () => {
    expect(
      (["adopt", "complete", "update"] as const).map((adoption) => describeAdoption(adoption, 7)),
    ).toEqual([
      "exists already (id 7) with identical content: it will be adopted",
      "exists already (id 7) without its configuration: it will be adopted and completed",
      "exists already (id 7) and differs: it will be adopted and updated",
    ]);
    expect(existingAlertsValues.every(isExistingAlerts)).toBe(true);
    expect(isExistingAlerts("other")).toBe(false);
  });

  it.each<[string, DesiredAlert, LiveAlert, string, string]>([
    [
      "identical",
      cpuHigh,
      live,
      "error",
      "An alert with this name already exists (id 7) with identical content.",
    ],
    [
      "different",
      { ...cpuHigh, policy: 1, hosts: [1] },
      live,
      "error",
      "An alert with this name already exists (id 7) and differs in policy, hosts.",
    ],
    [
      "of the other kind",
      otherKind,
      live,
      "error",
      "An alert with this name already exists (id 7) and is of the other kind (threshold).",
    ],
    [
      "incomplete, with the same settings",
      cpuHigh,
      incomplete,
      "warning",
      "An alert with this name exists already (id 7) without its configuration: it will be adopted and completed, and dbmon destroy deletes it.",
    ],
  ])("%s: --existing error reports it", (_, desired, existing, severity, what) => {
    expect(refuseExistingAlerts(planFor([desired], [existing]))).toMatchObject([
      { severity, what, where: { subject: "CPU high", field: ["name"] } },
    ]);
  });

  it("an incomplete alert with other settings is refused, and a new, deleted or renamed alert is not", () => {
    expect(refuseExistingAlerts(planFor([{ ...cpuHigh, policy: 1 }], [incomplete]))).toMatchObject([
      { severity: "error" },
    ]);
    const renamed = { ...cpuHigh, name: "New", renamedFrom: "CPU high" };
    expect(refuseExistingAlerts(planFor([renamed], [live]))).toEqual([]);
    expect(refuseExistingAlerts(planFor([deployed], [live], { prune: () => true }))).toEqual([]);
  });
});

describe("a mute", () => {
  const mute = { until: 1000 };
  it("disables the alert until its end", () => {
    expect(applyMute(cpuHigh, 0)).toBe(cpuHigh);
    expect(applyMute({ ...cpuHigh, mute }, 999).disabled).toBe(true);
    expect(applyMute({ ...cpuHigh, mute }, 1000).disabled).toBe(false);
    expect(applyMute({ ...cpuHigh, mute, disabled: true }, 1000).disabled).toBe(true);
  });

  it("has ended since a plan only if the plan was made before its end", () => {
    const planned = applyMute({ ...cpuHigh, mute }, 0);
    expect([hasMuteEnded(planned, 999), hasMuteEnded(planned, 1000)]).toEqual([false, true]);
    expect(hasMuteEnded(applyMute({ ...cpuHigh, mute }, 2000), 3000)).toBe(false);
    expect(hasMuteEnded({ ...cpuHigh, disabled: true }, 1000)).toBe(false);
  });

  it("is an error if changes of disabled are ignored", () => {
    const ignoring = { ...definition, ignore: ["disabled" as const] };
    expect(checkIgnoredMutes([definition, { ...definition, mute }, ignoring])).toEqual([]);
    expect(checkIgnoredMutes([{ ...ignoring, mute }])).toEqual([
      {
        code: "definition-invalid",
        severity: "error",
        what: "The alert has a mute and ignores changes of disabled: the mute would neither disable nor enable an existing alert.",
        where: { ...place, subject: "CPU high", field: ["muted", "until"] },
        remedy: "Remove one of them.",
      },
    ]);
  });
});

describe("the list of live alerts", () => {
  it("shows replacements, missing sources, duplicates and unsupported kinds", () => {
    const event = { ...definition, name: "Event", renamedFrom: "Evnt" };
    const alerts = [live.alert, asLive({ ...deployed, name: "Other" }, 8).alert];
    const found = (definitions: AlertDefinition[]) =>
      checkAgainstLive(definitions, alerts).map(({ severity, what }) => [severity, what]);
    expect(found([definition])).toEqual([]);
    expect(found([{ ...definition, name: "Other" }])).toEqual([
      [
        "warning",
        "An apply would delete the live alert (id 8) of kind event and create one of kind threshold.",
      ],
    ]);
    expect(found([event])).toEqual([
      [
        "warning",
        'No live alert is named "Evnt", so an apply would create this alert instead of renaming one.',
      ],
    ]);
    expect(checkAgainstLive([definition], [live.alert, { ...live.alert, id: 9 }])).toMatchObject([
      { severity: "error", where: { ...place, subject: "CPU high" } },
    ]);
    const unsupported = { id: 3, name: "CPU high", kind: "unknown", type: 3 } as const;
    expect(checkAgainstLive([definition], [unsupported])).toMatchObject([{ severity: "error" }]);
    expect(checkAgainstLive([{ ...event, renamedFrom: "CPU high" }], [unsupported])).toHaveLength(1);
  });

  it("shows which alerts are new, and which are unmanaged", () => {
    expect(
      findNewAlerts([cpuHigh, deployed, deployed], [live.alert, asLive({ ...deployed, name: "x" }, 8).alert]),
    ).toEqual({
      created: [deployed],
      unmanaged: [asLive({ ...deployed, name: "x" }, 8).alert],
    });
    expect(findNewAlerts([deployed, cpuHigh], [live.alert, { ...live.alert, id: 9 }])).toEqual({
      created: [],
      unmanaged: [],
    });
  });
});

it("a catalog of definitions resolves every reference, each name to one unused id", () => {
  const definitions: AlertDefinition[] = [
    { ...definition, destinations: [4, "Mail", "Mail"], hosts: ["db-1"] },
    { ...definition, name: "b", policy: "Hourly", destinations: ["Pager"], hosts: [7] },
    { ...deployed, name: "c", place, destinations: [] },
  ];
  const catalog = catalogOfDefinitions(definitions);
  expect(catalog).toEqual({
    destinations: [{ id: 4 }, { id: 5, name: "Mail" }, { id: 6, name: "Pager" }],
    hosts: [{ id: 7 }, { id: 8, name: "db-1" }],
    policies: [{ id: 2 }, { id: 3, name: "Hourly" }],
    durations: [{ id: 2 }],
  });
  expect(resolveReferences(definitions, catalog)).toMatchObject({
    ok: true,
    desired: [{ destinations: [4, 5], hosts: [8] }, { destinations: [6], hosts: [7], policy: 3 }, {}],
  });
});
