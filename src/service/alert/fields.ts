/**
 * The fields of an alert in the API, each described once. Schemas, the lenient parsing of responses, comparisons, hashes and references
 * derive from them. Specification: "Alert" and "Alert configuration".
 */
import * as z from "zod";
import {
  describe,
  type Field as AnyField,
  field,
  idType as specifiedId,
  keysOf,
  lenientObject,
  type Parsed,
} from "../fields";
import {
  id,
  lenientFlag,
  lenientId,
  lenientNumber,
  optionalList,
  optionalText,
  parseObject,
} from "../response-parsing";
import { alertLevels } from "../vocabulary";

interface Field extends AnyField {
  /** Whether a value is as specified. Faster than a schema, which matters with 10,000 alerts. */
  readonly isSpecified: (value: unknown) => boolean;
}

type Fields = Readonly<Record<string, Field>>;

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isListOf(isElement: (value: unknown) => boolean) {
  return (value: unknown) => Array.isArray(value) && value.every(isElement);
}

function isOneOf(values: readonly unknown[]) {
  return (value: unknown) => values.includes(value);
}

const nonEmpty = z.string().min(1);
const idType = { ...specifiedId, isSpecified: isId };
const number = {
  specified: z.number(),
  lenient: lenientNumber,
  isSpecified: Number.isFinite,
  dataType: "number",
} as const;
const name = { specified: nonEmpty, lenient: z.string(), isSpecified: isText, dataType: "text" } as const;
const text = {
  specified: z.string().default(""),
  lenient: optionalText,
  isSpecified: isText,
  dataType: "text",
} as const;
const ids = {
  specified: z.array(id),
  lenient: optionalList(lenientId),
  isSpecified: isListOf(isId),
  dataType: "ids",
} as const;
const names = {
  specified: z.array(nonEmpty),
  lenient: z.array(z.string()),
  isSpecified: isListOf(isText),
  dataType: "texts",
} as const;
const kindType = {
  specified: z.union([z.literal(1), z.literal(2)]),
  lenient: lenientId.pipe(z.literal([1, 2])),
  isSpecified: isOneOf([1, 2]),
  dataType: "integer",
} as const;
const flag = {
  specified: z.union([z.literal(0), z.literal(1)]),
  lenient: lenientFlag.nullish().transform((value): 0 | 1 => (value === true ? 1 : 0)),
  isSpecified: isOneOf([0, 1]),
  dataType: "boolean",
} as const;
const level = {
  specified: z.enum(alertLevels),
  lenient: z.enum(alertLevels),
  isSpecified: isOneOf(alertLevels),
  dataType: "text",
} as const;

export const idFields = { id: field(idType, "ID of the alert, assigned by the service on creation.") };

/** An alert's own settings. */
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

/** The hosts that an alert applies to. */
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

/** What makes an alert fire, by its kind. */
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

/** A parsed object of a response. */
interface ParsedFields<F extends Fields> {
  readonly values: Parsed<F>;
  /** Fields that the specification does not define. */
  readonly unknownFields: Readonly<Record<string, unknown>>;
}

/** Creates a parser of objects in responses, which throws MalformedResponseError. Almost all responses are as specified. */
export function fieldsParser<F extends Fields>(
  fields: F,
): (value: unknown, subject: string) => ParsedFields<F> {
  const known = Object.entries(fields);
  const schema = lenientObject(fields).loose();
  return (value, subject) => {
    const object: object = isSpecifiedObject(value, known) ? value : parseObject(schema, value, subject);
    const values: Record<string, unknown> = {};
    for (const [key] of known) values[key] = Reflect.get(object, key);
    const unknownFields = Object.fromEntries(
      Object.entries(object).filter(([key]) => !Object.hasOwn(fields, key)),
    );
    return { values: values as ParsedFields<F>["values"], unknownFields };
  };
}

function isSpecifiedObject(value: unknown, fields: readonly (readonly [string, Field])[]): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    fields.every(([key, { isSpecified }]) => isSpecified(Reflect.get(value, key)))
  );
}
