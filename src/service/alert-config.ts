/**
 * Alert configurations: the hosts and the condition of an alert. They are read and written separately from the alert, and their fields
 * depend on the alert's kind. Specification: "Alert configuration". Facts CONFIG-1 to CONFIG-5.
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
  unwrap,
} from "./response-parsing";
import { isId, isListOf, isNumber, isOneOf, isText, objectWith } from "./specified-values";

/** Descriptions of the fields, for schemas and references. */
export const alertConfigDescriptions = {
  hosts:
    "IDs of hosts that the alert applies to, in addition to all hosts of `host_types`. If both are empty, it applies to all hosts.",
  host_types:
    "Database types (for example `mysql`) that the alert applies to, in addition to `hosts`. If both are empty, it applies to all hosts.",
  categories: "Event types that the alert fires on.",
  alert_level: "Severity of the alert, and of the event generated when it fires: `info`, `warn` or `crit`.",
  metric: "Name of the monitored metric, for example `os.cpu.user_us`.",
  trigger: "Value that the metric must exceed to trigger the alert, in the unit of the metric.",
  duration: "ID of an alert duration: how long the trigger value must be exceeded.",
  reset:
    "Value that the metric must fall back below for the alert to count as resolved, in the unit of the metric.",
} as const;

interface HostFilters {
  /** IDs of hosts, an unordered set. */
  readonly hosts: readonly number[];
  /** Database types, an unordered set. */
  readonly hostTypes: readonly string[];
}

export interface EventCondition {
  readonly kind: "event";
  /** Event types, an unordered set. */
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

/** A configuration as the service returns it. */
export interface LiveAlertConfig extends AlertConfig {
  /** Fields that the specification does not define. Writes send them back unchanged. */
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

const responseSchemas = {
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

const filterTests = { hosts: isListOf(isId), host_types: isListOf(isText) };

const isEventConfigWire = objectWith({
  ...filterTests,
  categories: isListOf(isText),
});

const isThresholdConfigWire = objectWith({
  ...filterTests,
  alert_level: isOneOf(...alertLevels),
  metric: isText,
  trigger: isNumber,
  duration: isId,
  reset: isNumber,
});

/** API fields that only configurations of the kind have. */
export const fieldsOfKind = {
  event: ["categories"],
  threshold: ["alert_level", "metric", "trigger", "duration", "reset"],
} as const;

const fieldsOfKinds: readonly string[] = Object.values(fieldsOfKind).flat();

/**
 * The configuration object of a response; undefined if no configuration was ever written: no body, null, an empty object, or an object
 * without fields of either kind.
 * @throws MalformedResponseError for a list, a text or an error, because it must not count as absent
 */
function configObject(value: unknown, subject: string): object | undefined {
  if (value === undefined || value === null) return undefined;
  const config = unwrap(value, fieldsOfKinds);
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw new MalformedResponseError(`${subject}: not an object`);
  if (hasAny(config, fieldsOfKinds)) return config;
  for (const member of ["error", "message", "errors"]) {
    if (member in config || member in Object(value)) {
      throw new MalformedResponseError(`${subject}: unexpected member ${member}`);
    }
  }
  return undefined;
}

/** Whether the response contains a configuration of either kind. @throws MalformedResponseError */
export function isAlertConfig(value: unknown, subject = "alert configuration"): boolean {
  return configObject(value, subject) !== undefined;
}

/**
 * The configuration of an alert of the given kind; undefined if it was never written.
 * @throws MalformedResponseError for a partial configuration, or one of the other kind
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
    throw new MalformedResponseError(`${subject}: expected kind ${kind}, found ${other}`);
  }
  return kind === "event" ? readEventConfig(config, subject) : readThresholdConfig(config, subject);
}

function readEventConfig(value: unknown, subject: string): LiveAlertConfig {
  const { hosts, host_types, categories, ...unknownFields } = isEventConfigWire(value)
    ? value
    : parseObject(responseSchemas.event, value, subject);
  return { hosts, hostTypes: host_types, condition: { kind: "event", categories }, unknownFields };
}

function readThresholdConfig(value: unknown, subject: string): LiveAlertConfig {
  const { hosts, host_types, alert_level, metric, trigger, duration, reset, ...unknownFields } =
    isThresholdConfigWire(value) ? value : parseObject(responseSchemas.threshold, value, subject);
  return {
    hosts,
    hostTypes: host_types,
    condition: { kind: "threshold", alertLevel: alert_level, metric, trigger, duration, reset },
    unknownFields,
  };
}

/** The body of a write: the complete configuration. */
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
