/** The condition that fires an alert, and the hosts it applies to. Specification: "Alert configuration". */
import { type AlertKind } from "../service";
import { type AlertDuration, durationIdOf } from "./alert-duration";
import { type AlertLevel } from "./alert-level";
import { type EventCategory } from "./event-category";
import { type AlertEvent, type AlertThreshold } from "./generated/alert";
import { type Host } from "./host";
import { type HostType } from "./host-type";
import { convertList, keepInvalid, propertiesOf } from "./invalid-value";
import { type Metric, type MetricName, metricNameOf } from "./metric";
import { lookupOf, type OptionLookup } from "./option-lookup";
import { literal } from "./text";

/** The hosts that an alert applies to. The two filters are additive. If both are empty, the alert applies to every host. */
export interface HostFilters {
  /** Hosts, or their IDs, in addition to all hosts of `hostTypes`. Default: from `AlertDefaults`, otherwise none. */
  readonly hosts?: readonly (Host | number)[];
  /** Database types, for example `mysql`, in addition to `hosts`. Default: from `AlertDefaults`, otherwise none. */
  readonly hostTypes?: readonly HostType[];
}

/** The properties of an event alert. */
export interface EventConfigProps extends HostFilters {
  /** Event types to notify about. At least one. */
  readonly categories: readonly EventCategory[];
}

/** The properties of a threshold alert. */
export interface ThresholdConfigProps extends HostFilters {
  /** Severity of the alert, and of the event that the service generates when the alert fires. */
  readonly alertLevel: AlertLevel;
  /** The metric to watch, or its name, for example `os.cpu.user_us`. */
  readonly metric: Metric | MetricName;
  /** The value that the metric must exceed for the alert to fire, in the unit of the metric. */
  readonly trigger: number;
  /** How long the metric must exceed `trigger`: an alert duration, or its ID. */
  readonly duration: AlertDuration | number;
  /** The value that the metric must fall below for the alert to be resolved, in the unit of the metric. */
  readonly reset: number;
}

/**
 * The configuration of an alert: of an event alert, or of a threshold alert. Specification: "Alert configuration".
 * @example
 * const config = AlertConfig.event({ categories: ["code deployment"], hostTypes: [HostType.MYSQL] });
 */
export class AlertConfig {
  /**
   * Fires on every event of the given categories.
   * @example
   * new Alert(this, "restarts", {
   *   name: "Restart: a database server restarted",
   *   policy: 1,
   *   config: AlertConfig.event({ categories: [EventCategory.DATABASE_SERVER_RESTART] }),
   * });
   */
  static event(props: EventConfigProps): AlertConfig {
    const { categories } = propertiesOf(props);
    const block = definedMembers({ categories: categories && convertList(categories, literal) });
    return new AlertConfig("event", propertiesOf(props), block, undefined);
  }

  /**
   * Fires when a metric exceeds a value for some time.
   * @example
   * new Alert(this, "replication-lag", {
   *   name: "Replication: a replica lags behind",
   *   policy: 2,
   *   config: AlertConfig.threshold({
   *     alertLevel: AlertLevel.WARN,
   *     metric: "mysql.repl.seconds_behind_master",
   *     trigger: 30,
   *     reset: 5,
   *     duration: AlertDuration.fromId(2),
   *     hostTypes: [HostType.MYSQL],
   *   }),
   * });
   */
  static threshold(props: ThresholdConfigProps): AlertConfig {
    const { alertLevel, metric, trigger, duration, reset } = propertiesOf(props);
    const block = definedMembers({
      alertLevel: keepInvalid(alertLevel),
      metric: metric === undefined ? metric : literal(metricNameOf(metric)),
      trigger: keepInvalid(trigger),
      duration: duration === undefined ? duration : durationIdOf(duration),
      reset: keepInvalid(reset),
    });
    const lookup = duration === undefined ? undefined : lookupOf(duration);
    return new AlertConfig("threshold", propertiesOf(props), undefined, block, lookup);
  }

  /** Undefined: `AlertDefaults` apply. */
  readonly hosts: readonly (Host | number)[] | undefined;
  /** Undefined: `AlertDefaults` apply. */
  readonly hostTypes: readonly HostType[] | undefined;

  private constructor(
    readonly kind: AlertKind,
    filters: HostFilters,
    /** The argument `event` of the Terraform resource, for an event alert. */
    readonly eventBlock: AlertEvent | undefined,
    /** The argument `threshold` of the Terraform resource, for a threshold alert. */
    readonly thresholdBlock: AlertThreshold | undefined,
    /** The duration of a threshold alert that Terraform looks up. The block has the ID for the default provider. */
    readonly durationLookup?: OptionLookup,
  ) {
    this.hosts = filters.hosts && copyOf(filters.hosts);
    this.hostTypes = filters.hostTypes && copyOf(filters.hostTypes);
  }
}

/** Without missing properties, which validation reports. */
function definedMembers<Block extends object>(block: {
  [Key in keyof Block]: Block[Key] | undefined;
}): Block {
  return Object.fromEntries(Object.entries(block).filter(([, value]) => value !== undefined)) as Block;
}

function copyOf<T>(list: readonly T[]): readonly T[] {
  return Array.isArray(list) ? list.slice() : list;
}
