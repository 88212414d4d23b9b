/**
 * The alert as a definition wants it: its settings and its configuration in one value, every reference an id.
 * This is the normal form in which desired and live are compared.
 */
import {
  type Alert,
  type AlertConfig,
  type AlertKind,
  type AlertSettings,
  type IgnorableAttribute,
  type LiveAlertConfig,
} from "../service";

export interface DesiredAlert extends Omit<AlertSettings, "kind">, AlertConfig {
  /** Name that the alert had before, for plans that know of no state. */
  readonly renamedFrom?: string | undefined;
  /** What is left as the service has it once the alert exists. */
  readonly ignore?: readonly IgnorableAttribute[] | undefined;
}

/** A live alert with its configuration; undefined where the service holds none: an incomplete alert. */
export interface LiveAlert {
  readonly alert: Alert;
  readonly config: LiveAlertConfig | undefined;
}

export function kindOf(desired: DesiredAlert): AlertKind {
  return desired.condition.kind;
}

/** The half that POST and PUT of the alert carry. */
export function settingsOf(desired: DesiredAlert): AlertSettings {
  const { name, annotations, policy, disabled, destinations } = desired;
  return { name, annotations, policy, disabled, destinations, kind: kindOf(desired) };
}

/** The half that PUT of the configuration carries. */
export function configOf(desired: DesiredAlert): AlertConfig {
  const { hosts, hostTypes, condition } = desired;
  return { hosts, hostTypes, condition };
}

/** The alert as it is desired, but for what is ignored: that is as the live alert has it. */
export function leavingIgnored(desired: DesiredAlert, { alert, config }: LiveAlert): DesiredAlert {
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

/** Sets in one order and without repeats, so that equal alerts are equal values. Names and texts are kept as they are. */
export function normalize(desired: DesiredAlert): DesiredAlert {
  const { condition, destinations, hosts, hostTypes } = desired;
  const isNormal = isAscending(destinations) && isAscending(hosts) && isAscending(hostTypes);
  if (isNormal && (condition.kind !== "event" || isAscending(condition.categories))) return desired;
  return {
    ...desired,
    destinations: sortedIds(destinations),
    hosts: sortedIds(hosts),
    hostTypes: sortedNames(hostTypes),
    condition:
      condition.kind === "event"
        ? { ...condition, categories: sortedNames(condition.categories) }
        : condition,
  };
}

export function sortedIds(ids: readonly number[]): readonly number[] {
  return isAscending(ids) ? ids : withoutRepeats([...ids].sort((a, b) => a - b));
}

export function sortedNames(names: readonly string[]): readonly string[] {
  return isAscending(names) ? names : withoutRepeats([...names].sort());
}

function withoutRepeats<T extends string | number>(sorted: readonly T[]): readonly T[] {
  return isAscending(sorted) ? sorted : [...new Set(sorted)];
}

/** Most sets are in order already: a plan asks this of every set of every alert several times. */
function isAscending(values: readonly (string | number)[]): boolean {
  for (let index = 1; index < values.length; index++) {
    const [before, value] = [values[index - 1], values[index]];
    if (before === undefined || value === undefined || before >= value) return false;
  }
  return true;
}
