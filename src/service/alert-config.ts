/**
 * The alert configuration: where an alert applies and what makes it fire. It is read and written apart from the
 * alert, and its shape depends on the alert's kind. Specification: "Alert configuration"; facts CONFIG-1 to CONFIG-5.
 */
import * as z from "zod";
import { type AlertKind } from "./alert";
import { type AlertLevel, alertLevels } from "./vocabulary";
import {
  hasAny,
  id,
  lenientId,
  lenientNumber,
  MalformedResponseError,
  optionalList,
  parseObject,
  withoutWrapping,
} from "./response-parsing";

/** What each field means, for schemas, references and editors. */
export const alertConfigDescriptions = {
  hosts:
    "IDs of hosts to restrict the alert to, in addition to all hosts of `host_types`. Both empty: all hosts.",
  host_types:
    "Database types (for example `mysql`) to restrict the alert to, in addition to `hosts`. Both empty: all hosts.",
  categories: "Event types for which notifications are generated.",
  alert_level: "Severity of the alert, and of the event generated when it fires: `info`, `warn` or `crit`.",
  metric: "Name of the monitored metric, for example `os.cpu.user_us`.",
  trigger: "Value that the metric must exceed to trigger the alert, in the metric's own unit.",
  duration: "ID of an alert duration: how long the trigger value must be exceeded.",
  reset:
    "Value that the metric must fall back below for the alert to count as resolved, in the metric's own unit.",
} as const;

interface HostFilters {
  /** IDs of hosts; an unordered set. */
  readonly hosts: readonly number[];
  /** Database types; an unordered set. */
  readonly hostTypes: readonly string[];
}

export interface EventCondition {
  readonly kind: "event";
  /** Event types; an unordered set. */
  readonly categories: readonly string[];
}

export interface ThresholdCondition {
  readonly kind: "threshold";
  readonly alertLevel: AlertLevel;
  readonly metric: string;
  readonly trigger: number;
  /** ID of an alert duration. */
  readonly duration: number;
  readonly reset: number;
}

export type AlertCondition = EventCondition | ThresholdCondition;

/** What makes an alert fire, and on which hosts. */
export interface AlertConfig extends HostFilters {
  readonly condition: AlertCondition;
}

/** A configuration as the service holds it. */
export interface LiveAlertConfig extends AlertConfig {
  /** Fields that the specification does not name; sent back unchanged with every write. */
  readonly unknownFields: Readonly<Record<string, unknown>>;
}

const filterFields = {
  hosts: z.array(id).default([]).describe(alertConfigDescriptions.hosts),
  host_types: z.array(z.string().min(1)).default([]).describe(alertConfigDescriptions.host_types),
};

export const eventConfigWire = z
  .looseObject({
    ...filterFields,
    categories: z.array(z.string().min(1)).describe(alertConfigDescriptions.categories),
  })
  .meta({ id: "EventAlertConfig", description: "The configuration of an event alert (type 1)." });

export const thresholdConfigWire = z
  .looseObject({
    ...filterFields,
    alert_level: z.enum(alertLevels).describe(alertConfigDescriptions.alert_level),
    metric: z.string().min(1).describe(alertConfigDescriptions.metric),
    trigger: z.number().describe(alertConfigDescriptions.trigger),
    duration: id.describe(alertConfigDescriptions.duration),
    reset: z.number().describe(alertConfigDescriptions.reset),
  })
  .meta({ id: "ThresholdAlertConfig", description: "The configuration of a threshold alert (type 2)." });

export const alertConfigWire = z
  .union([thresholdConfigWire, eventConfigWire])
  .meta({ id: "AlertConfig", description: "The configuration of an alert, of the alert's own kind." });
export type AlertConfigWire = z.output<typeof eventConfigWire> | z.output<typeof thresholdConfigWire>;

const filterReading = { hosts: optionalList(lenientId), host_types: optionalList(z.string()) };

const readings = {
  event: z.looseObject({ ...filterReading, categories: z.array(z.string()) }),
  threshold: z.looseObject({
    ...filterReading,
    alert_level: z.enum(alertLevels),
    metric: z.string(),
    trigger: lenientNumber,
    duration: lenientId,
    reset: lenientNumber,
  }),
};

/** The fields that only a configuration of the kind has, as they travel. */
export const fieldsOfKind = {
  event: ["categories"],
  threshold: ["alert_level", "metric", "trigger", "duration", "reset"],
} as const;

const fieldsOfKinds: readonly string[] = Object.values(fieldsOfKind).flat();

/**
 * What a configuration read answered: the object, or undefined where the answer means "never written": nothing, null, an
 * empty object, or an object without any field of either kind.
 * @throws MalformedResponseError for a list, a text or an error: an answer that is not understood never means "absent"
 */
function configObject(value: unknown, subject: string): object | undefined {
  if (value === undefined || value === null) return undefined;
  const config = withoutWrapping(value, fieldsOfKinds);
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw new MalformedResponseError(`${subject}: not an object`);
  if (hasAny(config, fieldsOfKinds)) return config;
  for (const stray of ["error", "message", "errors"]) {
    if (stray in config || stray in Object(value)) {
      throw new MalformedResponseError(`${subject}: holds a member ${stray}`);
    }
  }
  return undefined;
}

/** Whether the answer of a configuration read is a configuration, of either kind. @throws MalformedResponseError */
export function isAlertConfig(value: unknown, subject = "alert configuration"): boolean {
  return configObject(value, subject) !== undefined;
}

/**
 * The configuration of an alert of the given kind, or undefined where it was never written.
 * @throws MalformedResponseError for part of a configuration, or one of the other kind: that is neither absent nor usable.
 */
export function readAlertConfig(
  value: unknown,
  kind: AlertKind,
  subject = "alert configuration",
): LiveAlertConfig | undefined {
  const config = configObject(value, subject);
  if (config === undefined) return undefined;
  const other: AlertKind = kind === "event" ? "threshold" : "event";
  if (!hasAny(config, fieldsOfKind[kind]) && hasAny(config, fieldsOfKind[other])) {
    throw new MalformedResponseError(`${subject}: is of kind ${other}, but the alert is of kind ${kind}`);
  }
  return kind === "event" ? readEventConfig(config, subject) : readThresholdConfig(config, subject);
}

function readEventConfig(value: unknown, subject: string): LiveAlertConfig {
  const { hosts, host_types, categories, ...unknownFields } = parseObject(readings.event, value, subject);
  return { hosts, hostTypes: host_types, condition: { kind: "event", categories }, unknownFields };
}

function readThresholdConfig(value: unknown, subject: string): LiveAlertConfig {
  const { hosts, host_types, alert_level, metric, trigger, duration, reset, ...unknownFields } = parseObject(
    readings.threshold,
    value,
    subject,
  );
  return {
    hosts,
    hostTypes: host_types,
    condition: { kind: "threshold", alertLevel: alert_level, metric, trigger, duration, reset },
    unknownFields,
  };
}

/** The complete configuration object for a write. */
export function writeAlertConfig(
  config: AlertConfig,
  unknownFields: Readonly<Record<string, unknown>> = {},
): AlertConfigWire {
  const { condition } = config;
  const filters = { ...unknownFields, hosts: [...config.hosts], host_types: [...config.hostTypes] };
  switch (condition.kind) {
    case "event":
      return { ...filters, categories: [...condition.categories] };
    case "threshold":
      return {
        ...filters,
        alert_level: condition.alertLevel,
        metric: condition.metric,
        trigger: condition.trigger,
        duration: condition.duration,
        reset: condition.reset,
      };
  }
}
