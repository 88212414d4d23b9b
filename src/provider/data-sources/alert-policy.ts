/** `data "dbmon_alert_policy"`: an alert policy by name or ID. */
import { alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { findByNameOrId, validateNameOrId } from "./find-by-name-or-id";

const { policy: descriptions } = alertOptionDescriptions;

export const alertPolicy = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_policy",
  schema: schema({
    description:
      "Reads an alert policy by name or ID. A policy controls how often an alert can fire for a single host. Reports an error if " +
      "no policy or more than one matches. IDs differ between environments, so use names to define the alerts of several ones.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        description: `${descriptions.id} Conflicts with \`name\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        nullable: true,
        description: `${descriptions.name} Conflicts with \`id\`.`,
      }),
    },
  }),

  validate({ config, diagnostics }) {
    validateNameOrId("alert policy", config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const found = await findByNameOrId("alert policy", config, session.catalog.policies, diagnostics);
    return found === undefined ? undefined : { id: found.id, name: found.name ?? null };
  },
});
