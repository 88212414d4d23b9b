/** `action "dbmon_event"`: creates an event, exactly once per invocation. An event cannot be deleted, so it needs no state. */
import { quote } from "../../diagnostics";
import { eventDescriptions as descriptions } from "../../service";
import { action, attribute as a, schema } from "../../tfplugin";
import { withSubject } from "../diagnostics";
import { checkHost, checkUnixSeconds, createPlannedEvent, eventHost, eventOptions } from "../resources/event";
import { type ProviderSession } from "../session";
import { requiredText } from "../validators";

export const eventAction = action<ProviderSession>()({
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
    const start = config.start ?? Math.floor(session.run.clock.now() / 1000);
    const uuid = await withSubject(config.type, () => createPlannedEvent(session, config, start, signal));
    await progress(`Created the event ${quote(config.type)}${uuid === undefined ? "" : ` (${uuid})`}.`);
  },
});
