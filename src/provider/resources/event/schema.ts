/** The attributes of `dbmon_event`. The service cannot change an event, so each change of its values replaces it. */
import { eventDescriptions as descriptions } from "../../../service";
import { attribute as a, schema } from "../../../tfplugin";
import { checkId, checkLevel, checkNotEmpty } from "../../validators";

/** A larger value is probably in milliseconds. In seconds, this is the year 5138. */
const maxUnixSeconds = 1e11;

/** What the service assumes for omitted arguments (EVENT-1). */
export const eventDefaults = { duration: 0, level: "info" } as const;

const checkDuration = (seconds: number) =>
  seconds < 0 ? `A duration must not be negative (got ${seconds}).` : undefined;

export function checkUnixSeconds(start: number): string | undefined {
  if (start <= 0) return `A Unix timestamp must be greater than 0 (got ${start}).`;
  return start < maxUnixSeconds
    ? undefined
    : `${start} is not a Unix timestamp in seconds. It may be in milliseconds.`;
}

/** The attributes that the action `dbmon_event` has too, with the same behavior. */
export const eventOptions = {
  duration: a.integer({
    optional: true,
    validate: [checkDuration],
    description: `${descriptions.duration} Default: ${eventDefaults.duration}.`,
  }),
  level: a.string({
    optional: true,
    validate: [checkLevel],
    description: `${descriptions.level} Default: \`${eventDefaults.level}\`.`,
  }),
};

export const eventSchema = schema({
  description:
    "A marker in time, for example of a deployment. It shows on charts, and event alerts can fire on it. The service " +
    "cannot change or delete an event: every change creates another event, and destroying it only removes it from the " +
    "state. It is not read again after its creation.",
  attributes: {
    type: a.string({
      required: true,
      replace: true,
      validate: [checkNotEmpty],
      description: descriptions.type,
    }),
    message: a.string({
      required: true,
      replace: true,
      validate: [checkNotEmpty],
      description: descriptions.message,
    }),
    start: a.integer({
      optional: true,
      computed: true,
      keepOnUpdate: true,
      replace: true,
      validate: [checkUnixSeconds],
      description: `${descriptions.start} Default: the time of the apply.`,
    }),
    host: a.integer({ optional: true, replace: true, validate: [checkId], description: descriptions.host }),
    ...eventOptions,
    uuid: a.string({
      computed: true,
      nullable: true,
      keepOnUpdate: true,
      description: `${descriptions.uuid} Null if the service does not return it.`,
    }),
  },
});

export type EventSchema = typeof eventSchema;
