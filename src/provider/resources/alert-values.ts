/** Between the values of `dbmon_alert` and our alerts. */
import { type DesiredAlert, type LiveAlert } from "../../reconcile";
import { type AlertCondition, type AlertKind } from "../../service";
import { type StateOf } from "../../tfplugin";
import { isAlertLevel } from "../validators";
import { type alertSchema } from "./alert-schema";

export type AlertState = StateOf<typeof alertSchema>;

/** A state without what the provider computes: what planned and stored values have in common. */
type AlertArguments = Omit<AlertState, "id" | "written_at">;

/** The alert that the values describe; undefined for a stored incomplete alert, which has neither kind. */
export function toDesired(values: AlertArguments): DesiredAlert | undefined {
  const condition = toCondition(values);
  if (condition === undefined) return undefined;
  const { name, annotations, policy, disabled, destinations, hosts } = values;
  return {
    name,
    annotations,
    policy,
    disabled,
    destinations,
    hosts,
    hostTypes: values.host_types,
    condition,
  };
}

function toCondition({ event, threshold }: AlertArguments): AlertCondition | undefined {
  if (event !== null) return { kind: "event", categories: event.categories };
  if (threshold === null) return undefined;
  const { alert_level, metric, trigger, duration, reset } = threshold;
  // The schema's validator has refused any other level.
  if (!isAlertLevel(alert_level)) throw new Error(`"${alert_level}" is not an alert level`);
  return { kind: "threshold", alertLevel: alert_level, metric, trigger, duration, reset };
}

/** The stored value of a live alert. */
export function toState(live: LiveAlert, writtenAt: string | null): AlertState {
  const { alert, config } = live;
  const { name, policy, annotations, disabled, destinations } = alert;
  return {
    id: String(alert.id),
    written_at: writtenAt,
    name,
    policy,
    annotations,
    disabled,
    destinations,
    hosts: config?.hosts ?? [],
    host_types: config?.hostTypes ?? [],
    ...toKinds(config?.condition),
  };
}

function toKinds(condition: AlertCondition | undefined): Pick<AlertState, "event" | "threshold"> {
  switch (condition?.kind) {
    case undefined:
      return { event: null, threshold: null };
    case "event":
      return { event: { categories: condition.categories }, threshold: null };
    case "threshold": {
      const { alertLevel, metric, trigger, duration, reset } = condition;
      return { event: null, threshold: { alert_level: alertLevel, metric, trigger, duration, reset } };
    }
  }
}

/** The kind of a stored or planned value, where it has one. */
export function kindOfValues(values: {
  readonly event: unknown;
  readonly threshold: unknown;
}): AlertKind | undefined {
  if (values.event !== null) return "event";
  return values.threshold !== null ? "threshold" : undefined;
}
