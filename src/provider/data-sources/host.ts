/** `data "dbmon_host"`: a host by name or ID. */
import { hostDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { checkId } from "../validators";
import { hostAttributes, hostValues } from "./host-attributes";
import { findByNameOrId, validateNameOrId } from "./find-by-name-or-id";

export const host = dataSource<ProviderSession>()({
  typeName: "dbmon_host",
  schema: schema({
    description:
      "Reads a monitored server, or its operating system, by name or ID. Reports an error if no host or more than one " +
      "matches. Deleted hosts do not match.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        validate: [checkId],
        description: `${descriptions.id} Conflicts with \`name\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        description: `${descriptions.name} Conflicts with \`id\`.`,
      }),
      ...hostAttributes,
    },
  }),

  validate({ config, diagnostics }) {
    validateNameOrId("host", config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const found = await findByNameOrId("host", config, session.catalog.hosts, diagnostics);
    return found === undefined ? undefined : hostValues(found);
  },
});
