/** What makes an alert fire, and on which hosts: one of two kinds. Specification: "Alert configuration". */
import { type AlertKind, type AlertLevel } from "../service";
import { type AlertEvent, type AlertThreshold } from "./generated/alert";
import { literal } from "./text";

/** Where an alert applies. The two filters are additive; with both empty it applies to every host. */
export interface HostFilters {
  /** IDs of hosts, in addition to all hosts of `hostTypes`. Default: none. */
  readonly hosts?: readonly number[];
  /** Database types, for example `mysql`, in addition to `hosts`. Default: none. */
  readonly hostTypes?: readonly string[];
}

export interface EventConfigProps extends HostFilters {
  /** Event types for which notifications are generated. At least one. */
  readonly categories: readonly string[];
}

export interface ThresholdConfigProps extends HostFilters {
  /** Severity of the alert, and of the event generated when it fires. */
  readonly alertLevel: AlertLevel;
  /** Name of the monitored metric, for example `os.cpu.user_us`. */
  readonly metric: string;
  /** Value that the metric must exceed to trigger the alert, in the metric's own unit. */
  readonly trigger: number;
  /** ID of an alert duration: how long the trigger must be exceeded. */
  readonly duration: number;
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
      metric: literal(metric),
      trigger,
      duration,
      reset,
    });
  }

  /** IDs of hosts. */
  readonly hosts: readonly number[];
  /** Database types. */
  readonly hostTypes: readonly string[];

  private constructor(
    readonly kind: AlertKind,
    filters: HostFilters,
    /** As the resource's `event` takes it. */
    readonly eventBlock: AlertEvent | undefined,
    /** As the resource's `threshold` takes it. */
    readonly thresholdBlock: AlertThreshold | undefined,
  ) {
    this.hosts = [...(filters.hosts ?? [])];
    this.hostTypes = (filters.hostTypes ?? []).map(literal);
  }
}
