/** Whom alerts notify, without a timeline: the destinations for a cause on a host. */
import { type AlertLevel, isInScope } from "../service";
import { type AlertHost, type ConfiguredAlert } from "./alert";

/** An event of a category, or a threshold alert of a level that fires. */
export type RoutedCause =
  | { readonly kind: "event"; readonly category: string }
  | { readonly kind: "threshold"; readonly level: AlertLevel };

/**
 * Returns the enabled alerts that the cause fires on a host, whatever the policy's interval.
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
    return cause.kind === "event" && condition.categories.includes(cause.category);
  return cause.kind === "threshold" && condition.alert_level === cause.level;
}
