/** Desired and live alerts as the plan compares them: every reference is an id. */
import {
  type Alert,
  type AlertConfig,
  type AlertKind,
  type AlertSettings,
  type IgnorableAttribute,
  type LiveAlertConfig,
} from "../service";

export interface DesiredAlert extends Omit<AlertSettings, "kind">, AlertConfig {
  /** Previous name of the alert. Only plans without Terraform state use it. */
  readonly renamedFrom?: string | undefined;
  /** End of a mute in Unix milliseconds. `applyMute` decides whether it disables the alert. */
  readonly mutedUntil?: number | undefined;
  /** Attributes that keep their live value once the alert exists. */
  readonly ignore?: readonly IgnorableAttribute[] | undefined;
}

/** A live alert with its configuration. An incomplete alert has none. */
export interface LiveAlert {
  readonly alert: Alert;
  readonly config: LiveAlertConfig | undefined;
}

/** A live alert whose configuration may not have been read. */
export interface PartialLiveAlert {
  readonly alert: Alert;
  readonly config?: AlertConfig | undefined;
}

export function kindOf(desired: DesiredAlert): AlertKind {
  return desired.condition.kind;
}

/** The fields that `POST /config/alerts` and `PUT /config/alerts/{alert_id}` write. */
export function settingsOf(desired: DesiredAlert): AlertSettings {
  const { name, annotations, policy, disabled, destinations } = desired;
  return { name, annotations, policy, disabled, destinations, kind: kindOf(desired) };
}

/** The fields that `PUT /config/alerts/{alert_id}/config` writes. */
export function configOf(desired: DesiredAlert): AlertConfig {
  const { hosts, hostTypes, condition } = desired;
  return { hosts, hostTypes, condition };
}

/** The desired alert with the live values of its ignored attributes. */
export function keepIgnored(desired: DesiredAlert, { alert, config }: LiveAlert): DesiredAlert {
  const { ignore = [] } = desired;
  if (ignore.length === 0) return desired;
  const ignores = (attribute: IgnorableAttribute) => ignore.includes(attribute);
  const condition = config?.condition.kind === desired.condition.kind ? config.condition : undefined;
  return {
    ...desired,
    ...(ignores("policy") ? { policy: alert.policy } : {}),
    ...(ignores("annotations") ? { annotations: alert.annotations } : {}),
    ...(ignores("disabled") ? { disabled: alert.disabled } : {}),
    ...(ignores("destinations") ? { destinations: alert.destinations } : {}),
    ...(ignores("hosts") && config !== undefined ? { hosts: config.hosts } : {}),
    ...(ignores("host_types") && config !== undefined ? { hostTypes: config.hostTypes } : {}),
    ...(ignores(desired.condition.kind) && condition !== undefined ? { condition } : {}),
  };
}

/** Sorts sets and removes duplicates, so that equal alerts are equal values. Strings do not change. */
export function normalize(desired: DesiredAlert): DesiredAlert {
  const { condition, destinations, hosts, hostTypes } = desired;
  const isNormal = isAscending(destinations) && isAscending(hosts) && isAscending(hostTypes);
  if (isNormal && (condition.kind !== "event" || isAscending(condition.categories))) return desired;
  return {
    ...desired,
    destinations: sortIds(destinations),
    hosts: sortIds(hosts),
    hostTypes: sortNames(hostTypes),
    condition:
      condition.kind === "event" ? { ...condition, categories: sortNames(condition.categories) } : condition,
  };
}

/** Sorts ids and removes duplicates. */
export function sortIds(ids: readonly number[]): readonly number[] {
  return isAscending(ids) ? ids : removeDuplicates([...ids].sort((a, b) => a - b));
}

/** Sorts names by UTF-16 code units and removes duplicates. */
export function sortNames(names: readonly string[]): readonly string[] {
  return isAscending(names) ? names : removeDuplicates([...names].sort());
}

function removeDuplicates<T extends string | number>(sorted: readonly T[]): readonly T[] {
  return isAscending(sorted) ? sorted : [...new Set(sorted)];
}

/** Fast path: most sets are already sorted, and a plan checks every set several times. */
function isAscending(values: readonly (string | number)[]): boolean {
  for (let index = 1; index < values.length; index++) {
    const [before, value] = [values[index - 1], values[index]];
    if (before === undefined || value === undefined || before >= value) return false;
  }
  return true;
}
