/** `data "dbmon_alert_duration"`: an alert duration by name, length or ID. */
import { alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { checkMin } from "../validators";
import { findByNameOrId, validateNameOrId } from "./find-by-name-or-id";

const { duration: descriptions } = alertOptionDescriptions;

export const alertDuration = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_duration",
  schema: schema({
    description:
      "Reads an alert duration by name, length or ID. A threshold alert fires when its metric exceeds the trigger for the duration. " +
      "Reports an error if no duration or more than one matches. IDs differ between environments, so use names or lengths to define " +
      "the alerts of several ones.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        description: `${descriptions.id} Conflicts with \`name\` and \`seconds\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        nullable: true,
        description: `${descriptions.name} Conflicts with \`id\` and \`seconds\`.`,
      }),
      seconds: a.number({
        optional: true,
        computed: true,
        nullable: true,
        validate: [checkMin(0)],
        description: `${descriptions.seconds} Conflicts with \`id\` and \`name\`.`,
      }),
    },
  }),

  validate({ config, diagnostics }) {
    validateNameOrId("alert duration", config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const found = await findByNameOrId("alert duration", config, session.catalog.durations, diagnostics);
    if (found === undefined) return undefined;
    return { id: found.id, name: found.name ?? null, seconds: found.seconds ?? null };
  },
});
