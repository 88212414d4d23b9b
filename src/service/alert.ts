/** Alerts without their configurations. Specification: "Alert". Facts ALERT-1 to ALERT-8. */
import * as z from "zod";
import { quote } from "../diagnostics";
import {
  id,
  lenientFlag,
  lenientId,
  MalformedResponseError,
  optionalList,
  optionalText,
  parseObject,
  unwrap,
} from "./response-parsing";
import { isId, isListOf, isOneOf, isText, objectWith } from "./specified-values";

/** An event alert fires on events of its categories, and a threshold alert when a metric exceeds a value. */
export type AlertKind = "event" | "threshold";

/** Descriptions of the fields, for schemas and references. */
export const alertDescriptions = {
  id: "ID of the alert, assigned by the service on creation.",
  name: "Display name of the alert, unique in the environment. Definitions match live alerts by name.",
  annotations:
    "Description of the alert, or a link to a resource that guides the response, such as a runbook.",
  policy: "ID of an alert policy, which controls how often the alert can fire for a given host.",
  type: "Kind of the alert: 1 fires on events, 2 fires when a metric exceeds a threshold. It cannot be changed.",
  disabled: "Whether the alert is disabled. A disabled alert does not fire.",
  destinations: "IDs of the destinations to notify when the alert fires.",
} as const;

/** An alert's own settings, without its configuration. */
export interface AlertSettings {
  readonly name: string;
  readonly annotations: string;
  /** ID of an alert policy. */
  readonly policy: number;
  readonly kind: AlertKind;
  readonly disabled: boolean;
  /** IDs of destinations, an unordered set. */
  readonly destinations: readonly number[];
}

/** An alert as the service holds it. */
export interface Alert extends AlertSettings {
  readonly id: number;
  /** Fields that the specification does not define. Updates send them back unchanged. */
  readonly unknownFields: Readonly<Record<string, unknown>>;
}

/**
 * An alert of a kind that this version does not support, from a later version of the service. It is reported, and never written or
 * deleted.
 */
export interface UnsupportedAlert {
  readonly id: number;
  readonly name: string;
  readonly kind: "unknown";
  /** The type as returned by the service. */
  readonly type: unknown;
}

/** An element of the list of alerts. */
export type ListedAlert = Alert | UnsupportedAlert;

export function isSupported(alert: ListedAlert): alert is Alert {
  return alert.kind !== "unknown";
}

export function isUnsupported(alert: ListedAlert): alert is UnsupportedAlert {
  return alert.kind === "unknown";
}

const wireFields = {
  name: z.string().min(1).describe(alertDescriptions.name),
  annotations: z.string().default("").describe(alertDescriptions.annotations),
  policy: id.describe(alertDescriptions.policy),
  type: z.union([z.literal(1), z.literal(2)]).describe(alertDescriptions.type),
  disabled: z.union([z.literal(0), z.literal(1)]).describe("0: active. 1: the alert does not fire."),
  destinations: z.array(id).describe(alertDescriptions.destinations),
};

/** Body of a creation: all fields except the ID. */
export const alertCreation = z.looseObject(wireFields).meta({
  id: "AlertCreation",
  description: "A new alert: all fields except the ID, which the service assigns.",
});

/** The alert in the API: body of an update, response of a creation, element of the list. */
export const alertWire = z
  .looseObject({ id: id.describe(alertDescriptions.id), ...wireFields })
  .meta({ id: "Alert", description: "An alert, without its configuration." });

export type AlertCreation = z.output<typeof alertCreation>;
export type AlertWire = z.output<typeof alertWire>;

const isAlertWire = objectWith({
  id: isId,
  name: isText,
  annotations: isText,
  policy: isId,
  type: isOneOf(1, 2),
  disabled: isOneOf(0, 1),
  destinations: isListOf(isId),
});

const knownType = lenientId.pipe(z.literal([1, 2]));

const responseSchema = z.looseObject({
  id: lenientId,
  name: z.string(),
  annotations: optionalText,
  policy: lenientId,
  type: knownType,
  disabled: lenientFlag.nullish().transform((value) => value ?? false),
  destinations: optionalList(lenientId),
});

const minimalResponseSchema = z.looseObject({
  id: lenientId,
  name: z.string(),
  type: z.unknown().optional(),
});

export function kindOfType(type: 1 | 2): AlertKind {
  return type === 1 ? "event" : "threshold";
}

export function typeOfKind(kind: AlertKind): 1 | 2 {
  return kind === "event" ? 1 : 2;
}

/** @throws MalformedResponseError if the value is not an alert */
export function readAlert(value: unknown, subject = "alert"): Alert {
  const { type, id, name, annotations, policy, disabled, destinations, ...unknownFields } = isAlertWire(value)
    ? { ...value, disabled: value.disabled === 1 }
    : parseObject(responseSchema, value, subject);
  return { id, name, annotations, policy, kind: kindOfType(type), disabled, destinations, unknownFields };
}

/**
 * Reads an element of the list, possibly of an unsupported kind.
 * @throws MalformedResponseError for example without an ID or a name
 */
export function readListedAlert(value: unknown, subject = "alert"): ListedAlert {
  if (isAlertWire(value)) return readAlert(value, subject);
  const { id, name, type } = parseObject(minimalResponseSchema, value, subject);
  return knownType.safeParse(type).success ? readAlert(value, subject) : { id, name, kind: "unknown", type };
}

/** The type for messages: `type 3`. Only numbers and strings are quoted. */
export function formatAlertType({ type }: UnsupportedAlert): string {
  if (type === undefined || type === null) return "no type";
  if (typeof type === "string") return `type ${quote(type)}`;
  return typeof type === "number" ? `type ${type}` : "a type that is not a number";
}

/**
 * Reads the response of a creation. It must contain the ID. Other missing or null fields have the values that were sent.
 * @throws MalformedResponseError also if the response has another kind
 */
export function readCreatedAlert(value: unknown, sent: AlertSettings): Alert {
  const subject = "created alert";
  const response = parseObject(z.looseObject({ id: lenientId }), unwrap(value, ["id"]), subject);
  const fields = Object.entries(response).filter(([, member]) => member !== null && member !== undefined);
  const created = readAlert({ ...writeAlertCreation(sent), ...Object.fromEntries(fields) }, subject);
  if (created.kind === sent.kind) return created;
  throw new MalformedResponseError(`${subject}: type: expected kind ${sent.kind}, found ${created.kind}`);
}

/** The body of a creation. */
export function writeAlertCreation(settings: AlertSettings): AlertCreation {
  return {
    name: settings.name,
    destinations: [...settings.destinations],
    policy: settings.policy,
    type: typeOfKind(settings.kind),
    annotations: settings.annotations,
    disabled: settings.disabled ? 1 : 0,
  };
}

/** The body of an update: the complete alert, including the unknown fields of the live alert. */
export function writeAlert(alert: Alert): AlertWire {
  return { ...alert.unknownFields, id: alert.id, ...writeAlertCreation(alert) };
}
