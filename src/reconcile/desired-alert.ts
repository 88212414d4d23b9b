/** Desired and live alerts as the plan compares them: every reference is an id. */
import {
  type Alert,
  type AlertConfig,
  type AlertKind,
  type AlertSettings,
  type HostTags,
  type IgnorableAttribute,
  type LiveAlertConfig,
  type Mute,
  scopeOf,
} from "../service";
import {
  comparedConditions,
  comparedScope,
  comparedSettings,
  convertValues,
  keepSpelling,
  normalizeValue,
  valueOf,
} from "./field-values";
import { type SelectionReasons } from "./host-selection";

export interface DesiredAlert extends Omit<AlertSettings, "kind">, AlertConfig {
  /** Previous name of the alert. Only plans without Terraform state use it. */
  readonly renamedFrom?: string | undefined;
  /** ID of the alert in the state of Terraform, if a plan of Terraform defines it. */
  readonly stateId?: number | undefined;
  /** `applyMute` decides whether it disables the alert. */
  readonly mute?: Mute | undefined;
  /** Tags that select hosts. The hosts that have them now are in `hosts`. */
  readonly hostTags?: HostTags | undefined;
  /** Whether the selection may match no host. {@link hasNoHosts} then disables the alert. */
  readonly allowNoHosts?: boolean | undefined;
  /** Undefined if the definition names each host. */
  readonly selection?: SelectionReasons | undefined;
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
export function configOf(config: AlertConfig): AlertConfig {
  return { ...scopeOf(config), condition: config.condition };
}

const alertFields = [...comparedSettings, ...comparedScope];

/** The desired alert in normal form, with the live values of its ignored attributes. */
export function keepIgnored(desired: DesiredAlert, { alert, config }: LiveAlert): DesiredAlert {
  const ignored: readonly string[] = desired.ignore ?? [];
  if (ignored.length === 0) return desired;
  const live = { ...alert, ...config };
  const { kind } = desired.condition;
  const condition = ignored.includes(kind) && config?.condition.kind === kind ? config.condition : undefined;
  const kept = convertValues(desired, alertFields, (field, value) =>
    ignored.includes(field.name) ? (valueOf(live, field) ?? value) : value,
  );
  return normalize(condition === undefined ? kept : { ...kept, condition });
}

/** Returns the desired alert with the live spelling of each string that the live alert also has. */
export function withLiveSpelling(desired: DesiredAlert, { alert, config }: LiveAlert): DesiredAlert {
  const live = { ...alert, ...config };
  const { condition } = desired;
  const liveCondition = config?.condition.kind === condition.kind ? config.condition : undefined;
  return {
    ...convertValues(desired, alertFields, (field, value) =>
      keepSpelling(field, value, valueOf(live, field)),
    ),
    condition: convertValues(condition, comparedConditions[condition.kind], (field, value) =>
      keepSpelling(field, value, valueOf(liveCondition, field)),
    ),
  };
}

/** Sorts sets and removes duplicates, so that equal alerts are equal values. Strings do not change. */
export function normalize(desired: DesiredAlert): DesiredAlert {
  return normalizeConfig(convertValues(desired, comparedSettings, normalizeValue));
}

/** As {@link normalize}, for a configuration. */
export function normalizeConfig<Config extends AlertConfig>(config: Config): Config {
  const { condition } = config;
  const normalized = convertValues(config, comparedScope, normalizeValue);
  const normalizedCondition = convertValues(condition, comparedConditions[condition.kind], normalizeValue);
  return normalizedCondition === condition ? normalized : { ...normalized, condition: normalizedCondition };
}
