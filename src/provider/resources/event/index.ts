/** `resource "dbmon_event"`: a marker that is created once and never changed. */
import { quote } from "../../../diagnostics";
import { resource } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { createEventResource } from "./create";
import { planEvent } from "./plan";
import { eventSchema } from "./schema";

export const event = resource<ProviderSession>()({
  typeName: "dbmon_event",
  schema: eventSchema,
  plan: planEvent,
  create: createEventResource,
  read: ({ state }) => ({ state }),
  /** Only a default became explicit, or the reverse, so there is nothing to write. */
  update: ({ planned, prior: { start, uuid } }) => ({ state: { ...planned, start, uuid } }),
  delete({ prior, diagnostics }) {
    diagnostics.warning({
      summary: `${quote(prior.type)}: the event stays in the service`,
      detail: "Events cannot be deleted. It was only removed from the state.",
    });
  },
});
