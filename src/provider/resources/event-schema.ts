/** The attributes of `dbmon_event`. Their meanings come from the service's nouns. An event never changes: each replaces. */
import { eventDescriptions as own } from "../../service";
import { attribute as a, schema } from "../../tfplugin";
import { isId, isLevel, isNamed } from "../validators";

/** Unix seconds reach it in the year 5138, milliseconds have passed it in 1973. */
const likelyMilliseconds = 1e11;

const isLength = (seconds: number) =>
  seconds < 0 ? `A duration is not negative; ${seconds} was given.` : undefined;
function isTime(start: number): string | undefined {
  if (start <= 0) return `A Unix timestamp is above 0; ${start} was given.`;
  return start < likelyMilliseconds
    ? undefined
    : `${start} is no Unix timestamp in seconds. Is it in milliseconds?`;
}

export const eventSchema = schema({
  description:
    "A marker in time, for example of a deployment: it shows on charts, and event alerts can fire on it. The service " +
    "cannot change or delete an event: every change creates another, and destroying it only removes it from the state. " +
    "It is never looked at again once it is created.",
  attributes: {
    type: a.string({ required: true, replace: true, validate: [isNamed], description: own.type }),
    message: a.string({ required: true, replace: true, validate: [isNamed], description: own.message }),
    start: a.integer({
      optional: true,
      computed: true,
      replace: true,
      validate: [isTime],
      description: `${own.start} Default: the time of the apply.`,
    }),
    host: a.integer({ optional: true, replace: true, validate: [isId], description: own.host }),
    duration: a.integer({
      optional: true,
      replace: true,
      validate: [isLength],
      description: `${own.duration} Left out: 0.`,
    }),
    level: a.string({
      optional: true,
      replace: true,
      validate: [isLevel],
      description: `${own.level} Left out: \`info\`.`,
    }),
    uuid: a.string({
      computed: true,
      nullable: true,
      description: `${own.uuid} Null where the service does not tell it.`,
    }),
  },
});
