/** Converts between values of `dbmon_alert` and alerts, and finds states that belong to another alert. */
import { ProblemError, quote } from "../../../diagnostics";
import { compare, type DesiredAlert, hasNoHosts, type LiveAlert, unsupportedKind } from "../../../reconcile";
import {
  type Alert,
  type AlertCondition,
  type AlertKind,
  allHosts,
  attributesOf,
  isSameText,
  isUnsupported,
  type ListedAlert,
  scopeOf,
} from "../../../service";
import { DiagnosticsError, type PlannedOf, type Unknown } from "../../../tfplugin";
import { isAlertId, isAlertLevel } from "../../validators";
import { selects } from "./hosts";
import { disabledAt } from "./mute";
import { type AlertValues } from "./references";
import { type AlertSchema, type AlertState, type ComputedAttribute } from "./schema";

/** @throws DiagnosticsError if the id was changed outside Terraform: another number could belong to another alert */
export function alertIdOf({ id }: Pick<AlertState, "id">): number {
  if (!isAlertId(id)) throw unreadableState("id", id);
  return Number(id);
}

function unreadableState(attribute: string, value: string): DiagnosticsError {
  return new DiagnosticsError({
    summary: `The state of an alert is not valid: ${attribute} is ${quote(value)}`,
    detail:
      "A newer version of the provider wrote the state, or it was changed outside Terraform. Upgrade the provider, or remove " +
      "the resource from the state (terraform state rm) and import the alert by its name.",
  });
}

/** The arguments of a plan. While the alert is muted, `disabled` is unknown. */
type PlannedArguments = Omit<AlertValues, ComputedAttribute | "disabled"> & {
  readonly disabled: boolean | Unknown;
};

/** Undefined for an incomplete alert, which has neither kind. @param now in Unix milliseconds */
export function toDesiredAt(values: PlannedArguments, now: number): DesiredAlert | undefined {
  const condition = toCondition(values);
  if (condition === undefined) return undefined;
  const { name, annotations, policy, destinations } = values;
  const disabled =
    disabledAt(values, now) || hasNoHosts({ ...values, allowNoHosts: values.allow_no_hosts === true });
  return { name, annotations, policy, disabled, destinations, ...scopeOf(values), condition };
}

/** Never undefined: validation requires a planned alert to have a kind. @param now in Unix milliseconds */
export function toPlannedAlert(values: PlannedArguments, now: number): DesiredAlert {
  const desired = toDesiredAt(values, now);
  if (desired === undefined) throw new Error("an alert without event and threshold was planned");
  return desired;
}

/** The state of an alert that was written now as planned. */
export function toWrittenState(
  planned: PlannedOf<AlertSchema>,
  id: number,
  { disabled, hosts }: DesiredAlert,
  now: number,
): AlertState {
  return {
    ...planned,
    id: String(id),
    disabled,
    host_ids: selects(planned) ? hosts : null,
    written_at: new Date(now).toISOString(),
  };
}

/**
 * The state as the live alert that it describes.
 * @param incompleteKind the kind if the alert is incomplete: its state has neither kind
 */
export function toLive(state: AlertValues, incompleteKind: AlertKind): LiveAlert {
  const { name, annotations, policy, disabled, destinations } = state;
  const condition = toCondition(state);
  const kind = condition?.kind ?? incompleteKind;
  const settings = { name, annotations, policy, disabled, destinations, kind };
  return {
    alert: { ...settings, id: alertIdOf(state), unknownFields: {} },
    config: condition === undefined ? undefined : { ...scopeOf(state), condition, unknownFields: {} },
  };
}

function toCondition({
  event,
  threshold,
}: Pick<AlertValues, "event" | "threshold">): AlertCondition | undefined {
  if (event !== null) return { kind: "event", ...event };
  if (threshold === null) return undefined;
  const { alert_level, ...rest } = threshold;
  // The schema accepts no other level, but a state may come from a newer version.
  if (!isAlertLevel(alert_level)) throw unreadableState("threshold.alert_level", alert_level);
  return { kind: "threshold", alert_level, ...rest };
}

/** @param prior undefined for an import, which has no write time and no mute */
export function toAlertValues(
  { alert, config }: LiveAlert,
  prior?: Pick<AlertState, "written_at" | "muted" | "host_tags" | "allow_no_hosts">,
): AlertValues {
  const { name, policy, annotations, disabled, destinations } = alert;
  const { event = null, threshold = null } = config === undefined ? {} : attributesOf(config.condition);
  return {
    id: String(alert.id),
    written_at: prior?.written_at ?? null,
    name,
    policy,
    annotations,
    disabled,
    muted: prior?.muted ?? null,
    destinations,
    ...scopeOf(config ?? allHosts),
    host_tags: prior?.host_tags ?? null,
    allow_no_hosts: prior?.allow_no_hosts ?? null,
    host_ids: null,
    event,
    threshold,
  };
}

/** Undefined for an incomplete alert. */
export function kindOfValues(values: {
  readonly event: unknown;
  readonly threshold: unknown;
}): AlertKind | undefined {
  if (values.event !== null) return "event";
  return values.threshold !== null ? "threshold" : undefined;
}

/** @throws ProblemError if the alert has an unsupported kind */
export function requireSupportedKind(alert: ListedAlert): Alert {
  if (isUnsupported(alert)) throw new ProblemError([unsupportedKind(alert)]);
  return alert;
}

/** Whether the live alert has neither the name nor the configuration of the known one. An incomplete alert has no configuration. */
export function isMismatch(live: LiveAlert, { alert, config }: LiveAlert): boolean {
  if (config === undefined || isSameText(live.alert.name, alert.name)) return false;
  return compare({ ...alert, ...config }, live).config.length > 0;
}

/** The id in the state belongs to a different alert in the service. This is not treated as drift. */
export function mismatchedAlert(live: Pick<Alert, "id" | "name">, name: string): ProblemError {
  const what = `The alert with the id ${live.id} is named ${quote(live.name)} in the service, and its configuration differs from the state too.`;
  return ProblemError.of("alert-changed", what, {
    where: { subject: name },
    remedy:
      "Check that the API token belongs to the right environment. If it does, remove it " +
      `from the state (terraform state rm) and import it by its id, ${live.id}.`,
  });
}
