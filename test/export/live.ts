/** Live environments for exports. */
import { type LiveEnvironment } from "../../src/export";
import { type LiveAlert } from "../../src/reconcile";

export function liveEvent(id: number, name: string, categories: readonly string[] = ["deploy"]): LiveAlert {
  return {
    alert: {
      id,
      name,
      annotations: "",
      policy: 1,
      kind: "event",
      disabled: false,
      destinations: [],
      unknownFields: {},
    },
    config: { hosts: [], host_types: [], condition: { kind: "event", categories }, unknownFields: {} },
  };
}

export function environmentOf(
  alerts: readonly LiveAlert[],
  others: Partial<LiveEnvironment> = {},
): LiveEnvironment {
  return {
    alerts,
    unsupportedAlerts: [],
    destinations: [],
    hosts: [],
    policies: [],
    durations: [],
    ...others,
  };
}

/** Event alerts with these names. IDs start at 1. */
export function named(...names: readonly string[]): LiveEnvironment {
  return environmentOf(names.map((name, index) => liveEvent(index + 1, name)));
}
