/** The inputs of the evaluator: alerts, hosts, events and metric values. Times are milliseconds since any fixed point in time. */
import { type AlertConfig, type AlertLevel, includesText, isInScope } from "../service";

export interface ConfiguredAlert {
  readonly id: number;
  /** ID of the policy. */
  readonly policy: number;
  readonly disabled: boolean;
  /** IDs of the destinations that a firing notifies. */
  readonly destinations: readonly number[];
  readonly config: AlertConfig;
}

export interface EffectiveAlert extends ConfiguredAlert {
  /** When the latest change took effect. */
  readonly since: number;
}

export interface AlertHost {
  readonly id: number;
  /** Type of the database or of the operating system, for example `mysql`. */
  readonly type: string;
  /** Threshold alerts ignore a deleted host. */
  readonly isDeleted: boolean;
}

export interface AlertEvent {
  /** The category that event alerts match. */
  readonly type: string;
  /** ID of the host. Undefined for a global event. */
  readonly host?: number | undefined;
}

/** A value of a metric on a host. It holds from `at` until the next value. */
export interface MetricValue {
  readonly host: number;
  readonly metric: string;
  readonly value: number;
  readonly at: number;
}

/** The type of the events that threshold alerts generate (FIRE-2). */
export const thresholdEventType = "Threshold Alert";

/** An event of a category, or a threshold alert of a level that fires. */
export type RoutedCause =
  | { readonly kind: "event"; readonly category: string }
  | { readonly kind: "threshold"; readonly level: AlertLevel };

/**
 * Returns the enabled alerts that the cause fires on a host, regardless of the policy's interval.
 *
 * @param host undefined for a global event
 * @example routesTo(alerts, { kind: "event", category: "code deployment" }, host).flatMap(({ destinations }) => destinations)
 */
export function routesTo<Alert extends Pick<ConfiguredAlert, "disabled" | "destinations" | "config">>(
  alerts: readonly Alert[],
  cause: RoutedCause,
  host: Pick<AlertHost, "id" | "type"> | undefined,
): Alert[] {
  return alerts.filter(
    ({ disabled, config }) => !disabled && isInScope(config, host) && isFiredBy(config, cause),
  );
}

function isFiredBy({ condition }: ConfiguredAlert["config"], cause: RoutedCause): boolean {
  if (condition.kind === "event")
    return cause.kind === "event" && includesText(condition.categories, cause.category);
  return cause.kind === "threshold" && condition.alert_level === cause.level;
}
