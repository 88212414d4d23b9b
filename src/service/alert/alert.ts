/** Alerts without their configurations. Specification: "Alert". Facts ALERT-1 to ALERT-8. */
import * as z from "zod";
import { isMapping, quote } from "../../diagnostics";
import {
  lenientId,
  MalformedResponseError,
  type Parsed,
  parseObject,
  specifiedObject,
  unwrap,
} from "../fields";
import { fieldsParser, idFields, settingsFields } from "./fields";

/** An event alert fires on events of its categories, and a threshold alert when a metric exceeds a value. */
export type AlertKind = "event" | "threshold";

/** An alert's own settings, without its configuration. The destinations are an unordered set. */
export interface AlertSettings extends Omit<Parsed<typeof settingsFields>, "type" | "disabled"> {
  readonly kind: AlertKind;
  readonly disabled: boolean;
}

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
  readonly type: unknown;
}

export type ListedAlert = Alert | UnsupportedAlert;

export function isSupported(alert: ListedAlert): alert is Alert {
  return alert.kind !== "unknown";
}

export function isUnsupported(alert: ListedAlert): alert is UnsupportedAlert {
  return alert.kind === "unknown";
}

/** Body of a creation: all fields except the ID. */
export const alertCreation = specifiedObject(settingsFields);

const alertFields = { ...idFields, ...settingsFields };

/** The alert in the API: body of an update, response of a creation, element of the list. */
export const alertWire = specifiedObject(alertFields);

export type AlertCreation = z.output<typeof alertCreation>;
export type AlertWire = z.output<typeof alertWire>;

const parseAlert = fieldsParser(alertFields);

const minimalResponseSchema = z.looseObject({ id: lenientId, name: z.string() });

export function kindOfType(type: 1 | 2): AlertKind {
  return type === 1 ? "event" : "threshold";
}

export function typeOfKind(kind: AlertKind): 1 | 2 {
  return kind === "event" ? 1 : 2;
}

export function readAlert(value: unknown, subject = "alert"): Alert {
  const { values, unknownFields } = parseAlert(value, subject);
  const { type, disabled, ...rest } = values;
  return { ...rest, kind: kindOfType(type), disabled: disabled === 1, unknownFields };
}

/**
 * Reads an element of the list, possibly of an unsupported kind.
 * @throws MalformedResponseError for example without an ID or a name
 */
export function readListedAlert(value: unknown, subject = "alert"): ListedAlert {
  const type = isMapping(value) ? value["type"] : undefined;
  if (settingsFields.type.lenient.safeParse(type).success) return readAlert(value, subject);
  const { id, name } = parseObject(minimalResponseSchema, value, subject);
  return { id, name, kind: "unknown", type };
}

/** The type for messages: `type 3`. Only numbers and strings are quoted. */
export function formatAlertType({ type }: UnsupportedAlert): string {
  if (type === undefined || type === null) return "no type";
  if (typeof type === "string") return `type ${quote(type)}`;
  return typeof type === "number" ? `type ${type}` : "a type that is not a number";
}

/**
 * Reads the response of a creation. It must contain the ID. Other missing or null fields have the values that were sent.
 * @throws MalformedResponseError also if the created alert is of the other kind
 */
export function readCreatedAlert(value: unknown, sent: AlertSettings): Alert {
  const subject = "created alert";
  const response = parseObject(z.looseObject({ id: lenientId }), unwrap(value, ["id"]), subject);
  const fields = Object.entries(response).filter(([, member]) => member !== null && member !== undefined);
  const created = readAlert({ ...writeAlertCreation(sent), ...Object.fromEntries(fields) }, subject);
  if (created.kind === sent.kind) return created;
  throw new MalformedResponseError(`${subject}: type: expected kind ${sent.kind}, found ${created.kind}`);
}

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
