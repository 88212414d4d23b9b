/** What makes an alert fire, and on which hosts: one of two kinds. Specification: "Alert configuration". */
import { type AlertKind } from "../service";
import { type AlertDuration, durationIdOf } from "./alert-duration";
import { type AlertLevel } from "./alert-level";
import { type EventCategory } from "./event-category";
import { type AlertEvent, type AlertThreshold } from "./generated/alert";
import { type Host } from "./host";
import { type HostType } from "./host-type";
import { type Metric, type MetricName } from "./metric";
import { literal } from "./text";

/** Where an alert applies. The two filters are additive; with both empty it applies to every host. */
export interface HostFilters {
  /** Hosts, or their ids, in addition to all hosts of `hostTypes`. Default: that of the scope, else none. */
  readonly hosts?: readonly (Host | number)[];
  /** Database types, for example `mysql`, in addition to `hosts`. Default: that of the scope, else none. */
  readonly hostTypes?: readonly HostType[];
}

export interface EventConfigProps extends HostFilters {
  /** Event types for which notifications are generated. At least one. */
  readonly categories: readonly EventCategory[];
}

export interface ThresholdConfigProps extends HostFilters {
  /** Severity of the alert, and of the event generated when it fires. */
  readonly alertLevel: AlertLevel;
  /** The monitored metric, or its name, for example `os.cpu.user_us`. */
  readonly metric: Metric | MetricName;
  /** Value that the metric must exceed to trigger the alert, in the metric's own unit. */
  readonly trigger: number;
  /** How long the trigger must be exceeded: an alert duration, or its id. */
  readonly duration: AlertDuration | number;
  /** Value that the metric must fall back below for the alert to count as resolved, in the metric's own unit. */
  readonly reset: number;
}

export class AlertConfig {
  /** Fires on every event whose type is in the categories. */
  static event(props: EventConfigProps): AlertConfig {
    return new AlertConfig("event", props, { categories: props.categories.map(literal) }, undefined);
  }

  /** Fires when a metric exceeds a value for some time. */
  static threshold(props: ThresholdConfigProps): AlertConfig {
    const { alertLevel, metric, trigger, duration, reset } = props;
    return new AlertConfig("threshold", props, undefined, {
      alertLevel,
      metric: literal(typeof metric === "object" ? metric.name : metric),
      trigger,
      duration: durationIdOf(duration),
      reset,
    });
  }

  /** Undefined: left to the scope. */
  readonly hosts: readonly (Host | number)[] | undefined;
  /** Undefined: left to the scope. */
  readonly hostTypes: readonly HostType[] | undefined;

  private constructor(
    readonly kind: AlertKind,
    filters: HostFilters,
    /** As the resource's `event` takes it. */
    readonly eventBlock: AlertEvent | undefined,
    /** As the resource's `threshold` takes it. */
    readonly thresholdBlock: AlertThreshold | undefined,
  ) {
    this.hosts = filters.hosts && [...filters.hosts];
    this.hostTypes = filters.hostTypes && [...filters.hostTypes];
  }
}
