/** `data "dbmon_destination"`: a destination by name or ID. */
import { destinationDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { destinationAttributes, destinationValues } from "./destination-attributes";
import { findByNameOrId, validateNameOrId } from "./find-by-name-or-id";

export const destination = dataSource<ProviderSession>()({
  typeName: "dbmon_destination",
  schema: schema({
    description:
      "Reads a notification destination by name or ID. Reports an error if no destination or more than one matches. The " +
      "settings of the destination are not available, because they may contain secrets.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        description: `${descriptions.id} Conflicts with \`name\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        description: `${descriptions.name} Conflicts with \`id\`.`,
      }),
      ...destinationAttributes,
    },
  }),

  validate({ config, diagnostics }) {
    validateNameOrId("destination", config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const { catalog } = session;
    const found = await findByNameOrId("destination", config, catalog.destinations, diagnostics);
    return found === undefined ? undefined : destinationValues(found);
  },
});
