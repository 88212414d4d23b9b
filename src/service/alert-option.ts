/**
 * The choices that the service offers for an alert: policies, trigger durations and integrations. Each is known by
 * its id; everything else about them is "not shown" in the specification. Facts OPT-1 to OPT-3.
 */
import * as z from "zod";
import { id, lenientId, lenientNumber, parseObject } from "./response-parsing";

export const alertOptionDescriptions = {
  policy: {
    id: "ID of the alert policy, as used in an alert's `policy`.",
    name: "Display name of the policy, where the service gives one.",
  },
  duration: {
    id: "ID of the alert duration, as used in a threshold alert's `duration`.",
    name: "Display name of the duration, where the service gives one.",
    seconds: "Length of the duration in seconds, where the service gives one.",
  },
  integration: {
    id: "ID of the integration, as used in a destination's `integration`.",
    name: "Display name of the integration, where the service gives one.",
  },
} as const;

export interface AlertOption {
  readonly id: number;
  /** Display name, where the service gives one. */
  readonly name: string | undefined;
}

export interface AlertDuration extends AlertOption {
  /** Length in seconds, where the service gives one. */
  readonly seconds: number | undefined;
}

/** Beside the id, fields are the service's own: what the emulator gives is described as its choice. */
const notShown = "Not shown in the specification: the emulator's choice.";

export const alertPolicyWire = z
  .looseObject({
    id: id.describe(alertOptionDescriptions.policy.id),
    name: z.string().optional().describe(`Display name of the policy. ${notShown}`),
    seconds: z
      .int()
      .optional()
      .describe(`Seconds that pass at least between two firings of an alert on one host. ${notShown}`),
  })
  .meta({ id: "AlertPolicy", description: "How often an alert can fire for one host." });

export const alertDurationWire = z
  .looseObject({
    id: id.describe(alertOptionDescriptions.duration.id),
    name: z.string().optional().describe(`Display name of the duration. ${notShown}`),
    seconds: z.int().optional().describe(`Length of the duration in seconds. ${notShown}`),
  })
  .meta({ id: "AlertDuration", description: "How long a trigger value must be exceeded." });

export const integrationWire = z
  .looseObject({
    id: id.describe(alertOptionDescriptions.integration.id),
    name: z.string().optional().describe(`Display name of the integration. ${notShown}`),
  })
  .meta({ id: "Integration", description: "A supported type of notification service." });

const reading = z.looseObject({ id: lenientId, name: z.string().nullish().catch(undefined) });
const durationReading = z.looseObject({
  ...reading.shape,
  seconds: lenientNumber.nullish().catch(undefined),
});

/** @throws MalformedResponseError where the value has no id. */
export function readAlertOption(value: unknown, subject = "option"): AlertOption {
  const wire = parseObject(reading, value, subject);
  return { id: wire.id, name: wire.name ?? undefined };
}

/** @throws MalformedResponseError where the value has no id. */
export function readAlertDuration(value: unknown, subject = "duration"): AlertDuration {
  const wire = parseObject(durationReading, value, subject);
  return { id: wire.id, name: wire.name ?? undefined, seconds: wire.seconds ?? undefined };
}
