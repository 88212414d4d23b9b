/** The condition that fires an alert, and the hosts it applies to. Specification: "Alert configuration". */
import { omitUndefined } from "../diagnostics";
import { type AlertKind, type AlertLevel as Level } from "../service";
import { type AlertDuration } from "./alert-duration";
import { type AlertEvent, type AlertThreshold } from "./generated/alert";
import { type Host } from "./host";
import { type Metric, type MetricName, metricNameOf } from "./metric";
import { literal, mapList, propertiesOf, toArguments } from "./resources/arguments";
import { referenceOf } from "./resources/references";

/**
 * Severity of a threshold alert, and of the event that the service generates when it fires. Specification: "Alert configuration".
 * @example
 * AlertConfig.threshold({
 *   alertLevel: AlertLevel.CRIT,
 *   metric: "os.cpu.user_us",
 *   trigger: 900_000,
 *   reset: 700_000,
 *   duration: 1,
 * });
 */
export const AlertLevel = { INFO: "info", WARN: "warn", CRIT: "crit" } as const;
export type AlertLevel = Level;

/**
 * Database types, for the host filter of an alert. Specification: "Host", which does not list all types.
 * @example
 * AlertDefaults.of(this).set({ hostTypes: [HostType.MYSQL, HostType.POSTGRESQL] });
 */
export const HostType = {
  /** The operating system of a host, regardless of its databases. */
  OS: "os",
  MYSQL: "mysql",
  POSTGRESQL: "pgsql",
  REDIS: "redis",
  MONGODB: "mongo",
} as const;

/** One of the types above, which editors complete, or any other type of the service. */
export type HostType = (typeof HostType)[keyof typeof HostType] | (string & {});

/**
 * Types of events that the service generates. An event alert may also name the type of a custom event, which is free text.
 * Specification: "Event", which does not list all types.
 * @example
 * const config = AlertConfig.event({
 *   categories: [EventCategory.DISK_DEVICE_FULL, "schema migration"],
 * });
 */
export const EventCategory = {
  HIGH_SWAP_ACTIVITY: "High Swap Activity",
  DISK_DEVICE_FULL: "Disk Device Full",
  HOST_STOPPED_SENDING_DATA: "Host stopped sending data",
  THRESHOLD_ALERT: "Threshold Alert",
  ANOMALY_IN_METRIC: "Anomaly in Metric",
  DATABASE_SERVER_RESTART: "Database Server Restart",
  APPROACHING_MAX_MYSQL_CONNECTIONS: "Approaching Max MySQL Connections",
} as const;

/** A type that the service generates, which editors complete, or any other text. */
export type EventCategory = (typeof EventCategory)[keyof typeof EventCategory] | (string & {});

/** The hosts that an alert applies to. The two filters are additive. If both are empty, the alert applies to every host. */
export interface HostFilters {
  /**
   * Hosts, their names or their IDs, in addition to all hosts of `hostTypes`. A name with `*` or `?` is a pattern, which selects the hosts
   * that match it at each deployment. Default: from `AlertDefaults`, otherwise none.
   */
  readonly hosts?: readonly (Host | string | number)[];
  /**
   * Selects, in addition to `hosts`, the hosts that have all of these tags at each deployment: by key, a value or several values of which a
   * host must have one. Default: from `AlertDefaults`, otherwise none.
   */
  readonly hostTags?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Whether `hostTags` and patterns may match no host. While the alert has no host, it is disabled. Default: from `AlertDefaults`, otherwise
   * false, which makes that an error.
   */
  readonly allowNoHosts?: boolean;
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
  /** How long the metric must exceed `trigger`: an alert duration, its name, its length such as `5m`, or its ID. */
  readonly duration: AlertDuration | string | number;
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
    const given = propertiesOf(props);
    const block = toArguments<AlertEvent>({ categories: mapList(given.categories, literal) });
    return new AlertConfig("event", given, block, undefined);
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
    const given = propertiesOf(props);
    const { alertLevel, metric, trigger, duration, reset } = given;
    const block = toArguments<AlertThreshold>({
      alertLevel,
      metric: literal(metricNameOf(metric)),
      trigger,
      duration: referenceOf(duration, "durationReference"),
      reset,
    });
    return new AlertConfig("threshold", given, undefined, block);
  }

  /** Undefined: `AlertDefaults` apply. */
  readonly hosts: readonly (Host | string | number)[] | undefined;
  /** Undefined: `AlertDefaults` apply. */
  readonly hostTypes: readonly HostType[] | undefined;
  /** Undefined: `AlertDefaults` apply. */
  readonly hostTags: HostFilters["hostTags"];
  /** Undefined: `AlertDefaults` apply. */
  readonly allowNoHosts: boolean | undefined;

  private constructor(
    readonly kind: AlertKind,
    /** The properties as they were given. Validation reports unknown ones. */
    readonly given: HostFilters,
    /** The argument `event` of the Terraform resource, for an event alert. */
    readonly eventBlock: AlertEvent | undefined,
    /** The argument `threshold` of the Terraform resource, for a threshold alert. */
    readonly thresholdBlock: AlertThreshold | undefined,
  ) {
    this.hosts = mapList(given.hosts, (host) => host);
    this.hostTypes = mapList(given.hostTypes, (type) => type);
    this.hostTags = given.hostTags;
    this.allowNoHosts = given.allowNoHosts;
  }
}

/** The filters that a configuration sets. Validation reports a value that is not a configuration. */
export function filtersOf(config: AlertConfig | undefined): HostFilters {
  const { hosts, hostTypes, hostTags, allowNoHosts } = propertiesOf(config);
  return omitUndefined({ hosts, hostTypes, hostTags, allowNoHosts });
}
