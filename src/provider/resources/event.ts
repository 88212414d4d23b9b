/** `resource "dbmon_event"`: a marker that is created once and never changed. `action "dbmon_event"`: creates one per invocation. */
import { quote } from "../../diagnostics";
import { createEvent } from "../../engine";
import { eventDescriptions as descriptions, namesOrIds } from "../../service";
import {
  attribute as a,
  ifKnown,
  isUnknown,
  type PlanChanges,
  type PlannedOf,
  type PlanRequest,
  schema,
} from "../../tfplugin";
import { resolveHost, resolveHosts } from "../data-sources/search";
import { action, type ProviderSession, resource, withSubject } from "../session";
import { checkLevel, checkNotEmpty, isAlertLevel, requiredText } from "../validators";

/** A larger value is probably in milliseconds. In seconds, this is the year 5138. */
const maxUnixSeconds = 1e11;

/** What the service assumes for omitted arguments (EVENT-1). */
const eventDefaults = { duration: 0, level: "info" } as const;

const checkDuration = (seconds: number) =>
  seconds < 0 ? `A duration must not be negative (got ${seconds}).` : undefined;

function checkUnixSeconds(start: number): string | undefined {
  if (start <= 0) return `A Unix timestamp must be greater than 0 (got ${start}).`;
  return start < maxUnixSeconds
    ? undefined
    : `${start} is not a Unix timestamp in seconds. It may be in milliseconds.`;
}

const eventHost = {
  optional: true,
  validate: [checkNotEmpty],
  description: namesOrIds(descriptions.host),
} as const;

/** Attributes of the resource and the action. */
const eventOptions = {
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

/** The service cannot change an event, so each change of its values replaces it. */
const eventSchema = schema({
  description:
    "A marker in time, for example of a deployment. It shows on charts, and event alerts can fire on it. The service " +
    "cannot change or delete an event: every change creates another event, and destroying it only removes it from the " +
    "state. It is not read again after its creation.",
  attributes: {
    type: a.string({ ...requiredText(descriptions.type), replace: true }),
    message: a.string({ ...requiredText(descriptions.message), replace: true }),
    start: a.integer({
      optional: true,
      computed: true,
      keepOnUpdate: true,
      replace: true,
      validate: [checkUnixSeconds],
      description: `${descriptions.start} Default: the time of the apply.`,
    }),
    host: a.string({ ...eventHost, replace: true }),
    ...eventOptions,
    uuid: a.string({
      computed: true,
      nullable: true,
      keepOnUpdate: true,
      description: `${descriptions.uuid} Null if the service does not return it.`,
    }),
  },
});

type EventSchema = typeof eventSchema;

export const event = resource({
  typeName: "dbmon_event",
  schema: eventSchema,
  plan: planEvent,
  async create({ planned, session, signal }) {
    const start = isUnknown(planned.start) ? unixSeconds(session) : planned.start;
    const uuid = await createPlannedEvent(session, planned, start, signal);
    return { state: { ...planned, start, uuid: uuid ?? null } };
  },
  read: ({ state }) => ({ state }),
  /** Only a default was made explicit or removed, so there is nothing to write. */
  update: ({ planned, prior: { start, uuid } }) => ({ state: { ...planned, start, uuid } }),
  delete({ prior, diagnostics }) {
    diagnostics.warning({
      summary: `${quote(prior.type)}: the event stays in the service`,
      detail: "Events cannot be deleted. It was only removed from the state.",
    });
  },
});

type Request = PlanRequest<ProviderSession, EventSchema>;
type HostArguments = Pick<Exclude<Request, { action: "destroy" }>["proposed"], "host" | "type">;

/** Reports a host that does not exist before anything is written. */
async function planEvent(request: Request): Promise<PlanChanges<EventSchema> | undefined> {
  if (request.action === "destroy") return undefined;
  const { prior, proposed, session, diagnostics } = request;
  if (proposed.host !== prior?.host) await checkHost(proposed, session, diagnostics);
  return request.action === "update" ? { replace: changesOfDefaulted(request) } : undefined;
}

/** A default that becomes explicit, or is removed, does not change the event. The schema replaces for the other arguments. */
function changesOfDefaulted({ prior, proposed }: Extract<Request, { action: "update" }>) {
  return (["duration", "level"] as const)
    .filter((name) => {
      const before = prior[name] ?? eventDefaults[name];
      const after = proposed[name];
      return isUnknown(after) || (after ?? eventDefaults[name]) !== before;
    })
    .map((name) => [name]);
}

/** Adds an error if the host does not exist. A value that is known only after apply is checked when it is used. */
async function checkHost(
  { host, type }: HostArguments,
  session: ProviderSession | undefined,
  diagnostics: Request["diagnostics"],
): Promise<void> {
  if (session === undefined || isUnknown(host) || host === null) return;
  const subject = ifKnown(type);
  const resolved = await withSubject(subject, () => resolveHost(session, host));
  if (typeof resolved === "number") return;
  const summary = `${subject === undefined ? "This event" : quote(subject)}: ${resolved.what}`;
  diagnostics.error({ path: ["host"], summary, detail: resolved.remedy });
}

function unixSeconds({ run }: ProviderSession): number {
  return Math.floor(run.clock.now() / 1000);
}

/** @returns the UUID, if the service returns it @throws ProblemError, ServiceError */
async function createPlannedEvent(
  session: ProviderSession,
  planned: Pick<PlannedOf<EventSchema>, "type" | "message" | "host" | "duration" | "level">,
  start: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { type, message, host, duration, level } = planned;
  // The schema accepts no other level.
  if (level !== null && !isAlertLevel(level)) throw new Error(`"${level}" is not a level`);
  const options = { duration: duration ?? undefined, level: level ?? undefined };
  return withSubject(type, async () => {
    const [hostId] = (await resolveHosts(session, host === null ? null : [host])) ?? [];
    return createEvent(session, { start, type, message, host: hostId, ...options }, signal);
  });
}

export const eventAction = action({
  typeName: "dbmon_event",
  schema: schema({
    description:
      "Creates a marker in time, for example of a deployment. It shows on charts, and event alerts can fire on it. Each invocation " +
      "creates one event, even if the response of the service is lost.",
    attributes: {
      type: a.string(requiredText(descriptions.type)),
      message: a.string(requiredText(descriptions.message)),
      start: a.integer({
        optional: true,
        validate: [checkUnixSeconds],
        description: `${descriptions.start} Default: the time of the invocation.`,
      }),
      host: a.string(eventHost),
      ...eventOptions,
    },
  }),

  plan: ({ config, session, diagnostics }) => checkHost(config, session, diagnostics),

  async invoke({ config, session, signal, progress }) {
    const uuid = await createPlannedEvent(session, config, config.start ?? unixSeconds(session), signal);
    await progress(`Created the event ${quote(config.type)}${uuid === undefined ? "" : ` (${uuid})`}.`);
  },
});
