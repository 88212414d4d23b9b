/** Simulates a timeline on lists of hosts, intervals and lengths. */
import { type AlertHost, type Firing, simulateTimeline, type SimulationInput } from "../../src/alerting";

export interface ListedInput extends Omit<SimulationInput, "objects"> {
  readonly hosts: readonly AlertHost[];
  /** By ID. */
  readonly policyIntervalsMs?: ReadonlyMap<number, number>;
  readonly durationsMs?: ReadonlyMap<number, number>;
}

export function simulate({ hosts, policyIntervalsMs, durationsMs, ...input }: ListedInput): Firing[] {
  const objects = {
    host: (id: number) => hosts.find((host) => host.id === id),
    policyIntervalMs: (policy: number) => policyIntervalsMs?.get(policy),
    durationMs: (duration: number) => durationsMs?.get(duration),
  };
  return simulateTimeline({ ...input, objects });
}
