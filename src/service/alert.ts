/** The alert: what fires, whom it notifies, how often. Specification: "Alert"; facts ALERT-1 to ALERT-8. */
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
  withoutWrapping,
} from "./response-parsing";

/** Event alerts fire on events of some categories; threshold alerts when a metric exceeds a value. */
export type AlertKind = "event" | "threshold";

/** What each field means, for schemas, references and editors. */
export const alertDescriptions = {
  id: "ID of the alert, assigned by the service on creation.",
  name: "Display name of the alert, unique in the environment. It is what matches a definition to a live alert.",
  annotations:
    "Description of the alert, or a link to a resource that guides the response, such as a runbook.",
  policy: "ID of an alert policy, which controls how often the alert can fire for a given host.",
  type: "Kind of the alert: 1 fires on events, 2 when a metric exceeds a threshold. Fixed once the alert exists.",
  disabled: "Whether the alert is disabled: a disabled alert does not fire.",
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
  /** IDs of destinations; an unordered set. */
  readonly destinations: readonly number[];
}

/** An alert as the service holds it. */
export interface Alert extends AlertSettings {
  readonly id: number;
  /** Fields that the specification does not name; sent back unchanged with every update. */
  readonly unknownFields: Readonly<Record<string, unknown>>;
}

/**
 * An alert of a kind that this version does not know, made by a later version of the service. It holds its id and its name;
 * what else it has cannot be understood, so it is only told of, and never written or deleted.
 */
export interface UnsupportedAlert {
  readonly id: number;
  readonly name: string;
  readonly kind: "unknown";
  /** What the service says in place of a type that is known. */
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

/** Body of a creation: every field but the id. */
export const alertCreation = z.looseObject(wireFields).meta({
  id: "AlertCreation",
  description: "A new alert: every field but the id, which the service assigns.",
});

/** The alert as it travels: body of an update, answer of a creation, element of the list. */
export const alertWire = z
  .looseObject({ id: id.describe(alertDescriptions.id), ...wireFields })
  .meta({ id: "Alert", description: "An alert, without its configuration." });

export type AlertCreation = z.output<typeof alertCreation>;
export type AlertWire = z.output<typeof alertWire>;

const knownType = lenientId.pipe(z.literal([1, 2]));

const reading = z.looseObject({
  id: lenientId,
  name: z.string(),
  annotations: optionalText,
  policy: lenientId,
  type: knownType,
  disabled: lenientFlag.nullish().transform((value) => value ?? false),
  destinations: optionalList(lenientId),
});

const strangeReading = z.looseObject({ id: lenientId, name: z.string(), type: z.unknown().optional() });

export function kindOfType(type: 1 | 2): AlertKind {
  return type === 1 ? "event" : "threshold";
}

export function typeOfKind(kind: AlertKind): 1 | 2 {
  return kind === "event" ? 1 : 2;
}

/** @throws MalformedResponseError where the value is not an alert. */
export function readAlert(value: unknown, subject = "alert"): Alert {
  const { type, id, name, annotations, policy, disabled, destinations, ...unknownFields } = parseObject(
    reading,
    value,
    subject,
  );
  return { id, name, annotations, policy, kind: kindOfType(type), disabled, destinations, unknownFields };
}

/**
 * An element of the list: an alert, or one of an unknown kind.
 * @throws MalformedResponseError where it is neither, for example without an id or a name
 */
export function readListedAlert(value: unknown, subject = "alert"): ListedAlert {
  const { id, name, type } = parseObject(strangeReading, value, subject);
  return knownType.safeParse(type).success ? readAlert(value, subject) : { id, name, kind: "unknown", type };
}

/** How an alert of an unknown kind is told: `type 3`. Nothing but a number or a text is quoted. */
export function formatAlertType({ type }: UnsupportedAlert): string {
  if (type === undefined || type === null) return "no type";
  if (typeof type === "string") return `type ${quote(type)}`;
  return typeof type === "number" ? `type ${type}` : "a type that is no number";
}

/**
 * The answer to a creation: its id is needed, and what else it leaves out or gives as null is what was sent.
 * @throws MalformedResponseError also where it tells of an alert of another kind
 */
export function readCreatedAlert(value: unknown, sent: AlertSettings): Alert {
  const subject = "created alert";
  const answered = parseObject(z.looseObject({ id: lenientId }), withoutWrapping(value, ["id"]), subject);
  const given = Object.entries(answered).filter(([, member]) => member !== null && member !== undefined);
  const created = readAlert({ ...writeAlertCreation(sent), ...Object.fromEntries(given) }, subject);
  if (created.kind === sent.kind) return created;
  throw new MalformedResponseError(`${subject}: type: is of kind ${created.kind}, but ${sent.kind} was sent`);
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

/** The body of an update: the complete alert, unknown fields of the live one included. */
export function writeAlert(alert: Alert): AlertWire {
  return { ...alert.unknownFields, id: alert.id, ...writeAlertCreation(alert) };
}
