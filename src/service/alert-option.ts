/**
 * Options that the service defines for alerts: policies, durations and integrations. The specification defines only their IDs.
 * Facts OPT-1 to OPT-3.
 */
import * as z from "zod";
import { field, idType, lenientNumber, objectParser, type Parsed, specifiedObject } from "./fields";

/** A value of an unexpected type is dropped, because the ID is enough to refer to the option. */
const nameType = {
  specified: z.string().optional(),
  lenient: z.string().optional().catch(undefined),
  dataType: "text",
} as const;
const secondsType = {
  specified: z.int().optional(),
  lenient: lenientNumber.optional().catch(undefined),
  dataType: "number",
} as const;

function optionFields(kind: string, use: string) {
  return {
    id: field(idType, `ID of the ${use}.`),
    name: field(nameType, `Display name of the ${kind}, if the service returns one.`),
  };
}

export const alertPolicyFields = optionFields("policy", "alert policy, as used in an alert's `policy`");
export const alertDurationFields = {
  ...optionFields("duration", "alert duration, as used in a threshold alert's `duration`"),
  seconds: field(secondsType, "Length of the duration in seconds, if the service returns one."),
};
export const integrationFields = optionFields(
  "integration",
  "integration, as used in a destination's `integration`",
);

const timedPolicyFields = {
  ...alertPolicyFields,
  seconds: field(secondsType, "Min seconds between two firings of an alert on one host."),
};

export const alertPolicyWire = specifiedObject(timedPolicyFields);
export type AlertPolicyWire = z.output<typeof alertPolicyWire>;

export const alertDurationWire = specifiedObject(alertDurationFields);
export type AlertDurationWire = z.output<typeof alertDurationWire>;

export const integrationWire = specifiedObject(integrationFields);
export type IntegrationWire = z.output<typeof integrationWire>;

export type AlertOption = Parsed<typeof integrationFields>;
export type AlertDuration = Parsed<typeof alertDurationFields>;

export interface AlertPolicy extends AlertOption {
  /** Min seconds between two firings of an alert on one host (FIRE-4), if the service returns them. */
  readonly intervalSeconds: number | undefined;
}

export const readAlertOption = objectParser(integrationFields, "option");

export const readAlertDuration = objectParser(alertDurationFields, "duration");

const parsePolicy = objectParser(timedPolicyFields, "policy");

export function readAlertPolicy(value: unknown, subject?: string): AlertPolicy {
  const { id, name, seconds = -1 } = parsePolicy(value, subject);
  return { id, name, intervalSeconds: seconds < 0 ? undefined : seconds };
}
