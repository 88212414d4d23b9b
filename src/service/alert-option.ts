/**
 * Options that the service defines for alerts: policies, durations and integrations. The specification defines only their IDs.
 * Facts OPT-1 to OPT-3.
 */
import * as z from "zod";
import { id, lenientId, lenientNumber, parseObject } from "./response-parsing";

export const alertOptionDescriptions = {
  policy: {
    id: "ID of the alert policy, as used in an alert's `policy`.",
    name: "Display name of the policy, if the service returns one.",
  },
  duration: {
    id: "ID of the alert duration, as used in a threshold alert's `duration`.",
    name: "Display name of the duration, if the service returns one.",
    seconds: "Length of the duration in seconds, if the service returns one.",
  },
  integration: {
    id: "ID of the integration, as used in a destination's `integration`.",
    name: "Display name of the integration, if the service returns one.",
  },
} as const;

export interface AlertOption {
  readonly id: number;
  /** Display name, if the service returns one. */
  readonly name: string | undefined;
}

export interface AlertDuration extends AlertOption {
  /** Length in seconds, if the service returns one. */
  readonly seconds: number | undefined;
}

export interface AlertPolicy extends AlertOption {
  /** Min seconds between two firings of an alert on one host (FIRE-4), if the service returns them. */
  readonly intervalSeconds: number | undefined;
}

const emulatorField = "Not in the specification. The emulator defines it.";

export const alertPolicyWire = z
  .looseObject({
    id: id.describe(alertOptionDescriptions.policy.id),
    name: z.string().optional().describe(`Display name of the policy. ${emulatorField}`),
    seconds: z
      .int()
      .optional()
      .describe(`Min seconds between two firings of an alert on one host. ${emulatorField}`),
  })
  .meta({ id: "AlertPolicy", description: "How often an alert can fire for one host." });

export const alertDurationWire = z
  .looseObject({
    id: id.describe(alertOptionDescriptions.duration.id),
    name: z.string().optional().describe(`Display name of the duration. ${emulatorField}`),
    seconds: z.int().optional().describe(`Length of the duration in seconds. ${emulatorField}`),
  })
  .meta({ id: "AlertDuration", description: "How long a trigger value must be exceeded." });

export const integrationWire = z
  .looseObject({
    id: id.describe(alertOptionDescriptions.integration.id),
    name: z.string().optional().describe(`Display name of the integration. ${emulatorField}`),
  })
  .meta({ id: "Integration", description: "A supported type of notification service." });

const responseSchema = z.looseObject({ id: lenientId, name: z.string().nullish().catch(undefined) });
const timedResponseSchema = z.looseObject({
  ...responseSchema.shape,
  seconds: lenientNumber.nullish().catch(undefined),
});

/** @throws MalformedResponseError if the value has no ID */
export function readAlertOption(value: unknown, subject = "option"): AlertOption {
  const wire = parseObject(responseSchema, value, subject);
  return { id: wire.id, name: wire.name ?? undefined };
}

/** @throws MalformedResponseError if the value has no ID */
export function readAlertDuration(value: unknown, subject = "duration"): AlertDuration {
  const wire = parseObject(timedResponseSchema, value, subject);
  return { id: wire.id, name: wire.name ?? undefined, seconds: wire.seconds ?? undefined };
}

/** @throws MalformedResponseError if the value has no ID */
export function readAlertPolicy(value: unknown, subject = "policy"): AlertPolicy {
  const wire = parseObject(timedResponseSchema, value, subject);
  const seconds = wire.seconds ?? -1;
  return { id: wire.id, name: wire.name ?? undefined, intervalSeconds: seconds < 0 ? undefined : seconds };
}
