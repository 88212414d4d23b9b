/**
 * Alerts for tests and benchmarks: a threshold definition and an event definition, which refer to objects of the demo environment, and
 * many desired and live alerts for the reconciler.
 */
import { type AlertDefinition, type DesiredAlert, type LiveAlert } from "../../src/reconcile";

export const cpuHigh: DesiredAlert = {
  name: "CPU high",
  annotations: "https://wiki.shop.example/cpu",
  policy: 2,
  disabled: false,
  destinations: [1, 2],
  hosts: [],
  host_types: ["mysql"],
  condition: {
    kind: "threshold",
    alert_level: "warn",
    metric: "os.cpu.user_us",
    trigger: 0.9,
    duration: 2,
    reset: 0.8,
  },
};

export const deployed: DesiredAlert = {
  ...cpuHigh,
  name: "Deployed",
  condition: { kind: "event", categories: ["deploy", "load test"] },
};

function desiredAlert(index: number): DesiredAlert {
  return {
    name: `Alert ${index}`,
    ...(index % 10 === 0 ? { renamedFrom: `Old name ${index}` } : {}),
    annotations: "See the runbook",
    policy: 1 + (index % 4),
    disabled: false,
    destinations: [3, 1, 2],
    hosts: [index % 50],
    host_types: ["mysql", "os"],
    condition: {
      kind: "threshold",
      alert_level: "warn",
      metric: "os.cpu.user_us",
      trigger: 90 + (index % 7),
      duration: 1,
      reset: 80,
    },
  };
}

function liveAlert(
  { renamedFrom, hosts, host_types, condition, ...alert }: DesiredAlert,
  index: number,
): LiveAlert {
  const isChanged = index % 4 === 1;
  return {
    alert: {
      ...alert,
      id: index,
      name: renamedFrom ?? alert.name,
      kind: condition.kind,
      policy: isChanged ? 5 : alert.policy,
      unknownFields: {},
    },
    config: { hosts, host_types, condition, unknownFields: {} },
  };
}

/** About half of the alerts are in sync, a quarter differ, an eighth are new, and a tenth of all are renamed. */
export function mixedChanges(size: number): readonly [DesiredAlert[], LiveAlert[]] {
  const desired = Array.from({ length: size }, (_, index) => desiredAlert(index));
  return [desired, desired.map(liveAlert).filter((_, index) => index % 8 !== 3)];
}

/** Renames that form one chain, the worst case for the order of changes. */
export function chainOfRenames(size: number): readonly [DesiredAlert[], LiveAlert[]] {
  const live = Array.from({ length: size }, (_, index) =>
    liveAlert({ ...desiredAlert(index * 10 + 1), name: `${index}` }, index),
  );
  const desired = live.map(({ alert }, index) => ({
    ...desiredAlert(index * 10 + 3),
    name: `${index + 1}`,
    renamedFrom: alert.name,
  }));
  return [desired, live];
}

/** New alerts without destinations and hosts. */
export function definitionsOf(count: number): AlertDefinition[] {
  return Array.from({ length: count }, (_element, index) => {
    const { renamedFrom: _, ...alert } = desiredAlert(index);
    return { ...alert, destinations: [], hosts: [], place: { file: "bench" } };
  });
}
