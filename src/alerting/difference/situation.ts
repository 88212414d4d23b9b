/** A situation: a timeline on one host, on which the alert before and the alert after a change are compared. Times are milliseconds. */
import { type AlertConfig } from "../../service";
import { type AlertHost, type ConfiguredAlert, type MetricValue } from "../alert";
import { type SimulatedEvent } from "../simulation";

/** An alert before or after a change. Without a configuration, it never fires. */
export interface ComparedAlert extends Pick<ConfiguredAlert, "policy" | "disabled" | "destinations"> {
  readonly config?: AlertConfig | undefined;
}

/**
 * What differs: whether the alert fires, on which hosts, when, until when, with which level, whom it notifies, and how often its policy
 * lets it fire.
 */
export type DifferenceKind =
  "fires" | "hosts" | "time" | "resolution" | "level" | "destinations" | "frequency";

export interface SituationHost extends AlertHost {
  /** `any`: an example for all hosts. `type`: an example for the hosts of its type. `named`: a host that an alert names. */
  readonly kind: "any" | "type" | "named";
}

export interface Situation {
  readonly kind: DifferenceKind;
  readonly host: SituationHost;
  /** Values of one metric, the first at 0. */
  readonly values: readonly MetricValue[];
  readonly events: readonly SimulatedEvent[];
  readonly until: number;
}

// The values of situations lie around triggers and resets, and have as few digits as possible.

/** A value greater than the limit. */
export function valueAbove(limit: number): number | undefined {
  if (limit >= Number.MAX_VALUE) return undefined;
  return valueBetween(limit, Math.min(limit + (Math.abs(limit) / 5 || 2), Number.MAX_VALUE));
}

/** A value less than the limit. */
export function valueBelow(limit: number): number | undefined {
  const opposite = valueAbove(-limit);
  return opposite === undefined ? undefined : -opposite;
}

/** A value greater than `low`, and at most `high`. */
export function valueBetween(low: number, high: number): number {
  return valueInside(low, high) ?? high;
}

/** A value greater than `low` and less than `high`. */
export function valueInside(low: number, high: number): number | undefined {
  if (low >= high) return undefined;
  const middle = low / 2 + high / 2;
  for (let digits = 1; digits <= 17; digits++) {
    const value = Number(middle.toPrecision(digits));
    if (low < value && value < high) return value;
  }
  return undefined;
}
