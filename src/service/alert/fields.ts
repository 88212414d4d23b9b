/**
 * The fields of an alert in the API, each described once. Schemas, the lenient parsing of responses, comparisons, hashes and references
 * derive from them. Specification: "Alert" and "Alert configuration".
 */
import * as z from "zod";
import {
  describe,
  field,
  type Fields,
  id,
  idType,
  keysOf,
  lenientFlag,
  lenientId,
  lenientNumber,
  lenientObject,
  optionalList,
  optionalText,
  type Parsed,
  parseObject,
} from "../fields";
import { alertLevels } from "../vocabulary";

const nonEmpty = z.string().min(1);
const number = { specified: z.number(), lenient: lenientNumber, dataType: "number" } as const;
const name = { specified: nonEmpty, lenient: z.string(), dataType: "text" } as const;
const text = { specified: z.string().default(""), lenient: optionalText, dataType: "text" } as const;
const ids = { specified: z.array(id), lenient: optionalList(lenientId), dataType: "ids" } as const;
const names = { specified: z.array(nonEmpty), lenient: z.array(z.string()), dataType: "strings" } as const;
const kindType = {
  specified: z.union([z.literal(1), z.literal(2)]),
  lenient: lenientId.pipe(z.literal([1, 2])),
  dataType: "integer",
} as const;
const flag = {
  specified: z.union([z.literal(0), z.literal(1)]),
  lenient: lenientFlag.nullish().transform((value): 0 | 1 => (value === true ? 1 : 0)),
  dataType: "boolean",
} as const;
const level = { specified: z.enum(alertLevels), lenient: z.enum(alertLevels), dataType: "text" } as const;

export const idFields = { id: field(idType, "ID of the alert, assigned by the service on creation.") };

export const settingsFields = {
  name: field(
    name,
    "Display name of the alert, unique in the environment. Definitions match live alerts by name.",
  ),
  annotations: field(
    text,
    "Description of the alert, or a link to a resource that guides the response, such as a runbook.",
  ),
  policy: field(
    idType,
    "ID of an alert policy, which controls how often the alert can fire for a given host.",
  ),
  type: field(
    kindType,
    "Kind of the alert: 1 fires on events, 2 fires when a metric exceeds a threshold. It cannot be changed.",
  ),
  disabled: field(flag, "0: active. 1: the alert does not fire."),
  destinations: field(ids, "IDs of the destinations to notify when the alert fires."),
};

export const scopeFields = {
  hosts: field(
    { ...ids, specified: ids.specified.default([]) },
    "IDs of hosts that the alert applies to, in addition to all hosts of `host_types`. If both are empty, it applies to all hosts.",
  ),
  host_types: field(
    { ...names, specified: names.specified.default([]), lenient: optionalList(z.string()) },
    "Database types (for example `mysql`) that the alert applies to, in addition to `hosts`. If both are empty, it applies to all hosts.",
  ),
};

export const conditionFields = {
  event: { categories: field(names, "Event types that the alert fires on.") },
  threshold: {
    alert_level: field(
      level,
      "Severity of the alert, and of the event generated when it fires: `info`, `warn` or `crit`.",
    ),
    metric: field(name, "Name of the monitored metric, for example `os.cpu.user_us`."),
    trigger: field(
      number,
      "Value that the metric must exceed to trigger the alert, in the unit of the metric.",
    ),
    duration: field(idType, "ID of an alert duration: how long the trigger value must be exceeded."),
    reset: field(
      number,
      "Value that the metric must fall back below for the alert to count as resolved, in the unit of the metric.",
    ),
  },
};

/** Names of the fields that only configurations of the kind have. */
export const fieldsOfKind = {
  event: keysOf(conditionFields.event),
  threshold: keysOf(conditionFields.threshold),
};

export const alertDescriptions = {
  ...describe(idFields),
  ...describe(settingsFields),
  ...describe(scopeFields),
  ...describe(conditionFields.event),
  ...describe(conditionFields.threshold),
  disabled: "Whether the alert is disabled. A disabled alert does not fire.",
};

/** Describes a field with IDs where it accepts names too. */
export function namesOrIds(description = ""): string {
  return description.replace(/^IDs/, "Names or IDs").replace(/^ID/, "Name or ID");
}

export const durationDescription = `${namesOrIds(alertDescriptions.duration)} A time such as \`5m\` is the duration of this length.`;

interface ParsedFields<F extends Fields> {
  readonly values: Parsed<F>;
  /** Fields that the specification does not define. */
  readonly unknownFields: Readonly<Record<string, unknown>>;
}

/** Creates a parser of objects in responses, which throws MalformedResponseError. */
export function fieldsParser<F extends Fields>(
  fields: F,
): (value: unknown, subject: string) => ParsedFields<F> {
  const names = Object.keys(fields);
  const schema = lenientObject(fields).loose();
  return (value, subject) => {
    const object = parseObject(schema, value, subject);
    const values = Object.fromEntries(names.map((name) => [name, object[name]]));
    const unknownFields = Object.fromEntries(
      Object.entries(object).filter(([name]) => !Object.hasOwn(fields, name)),
    );
    return { values: values as ParsedFields<F>["values"], unknownFields };
  };
}
