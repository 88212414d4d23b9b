/** The alert: what fires, whom it notifies, how often. Specification: "Alert"; facts ALERT-1 to ALERT-8. */
import { z } from "zod";
import { id, optionalList, optionalText, readWith } from "./reading";

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

const reading = z.looseObject({
  id,
  name: z.string(),
  annotations: optionalText,
  policy: id,
  type: z.union([z.literal(1), z.literal(2)]),
  disabled: z
    .union([z.literal(0), z.literal(1), z.boolean()])
    .nullish()
    .transform((value) => value === 1 || value === true),
  destinations: optionalList(id),
});

export function kindOfType(type: 1 | 2): AlertKind {
  return type === 1 ? "event" : "threshold";
}

export function typeOfKind(kind: AlertKind): 1 | 2 {
  return kind === "event" ? 1 : 2;
}

/** @throws MalformedAnswer where the value is not an alert. */
export function readAlert(value: unknown, subject = "alert"): Alert {
  const { type, id, name, annotations, policy, disabled, destinations, ...unknownFields } = readWith(
    reading,
    value,
    subject,
  );
  return { id, name, annotations, policy, kind: kindOfType(type), disabled, destinations, unknownFields };
}

/** The answer to a creation: its id is needed, and what else it leaves out is what was sent. */
export function readCreatedAlert(value: unknown, sent: AlertSettings): Alert {
  const answered = readWith(z.looseObject({ id }), value, "created alert");
  return readAlert({ ...writeAlertCreation(sent), ...answered }, "created alert");
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
