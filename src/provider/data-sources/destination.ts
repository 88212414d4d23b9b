/** `data "dbmon_destination"`: one destination, by name or id. Its settings are never shown: they may be secrets. */
import { objectKinds } from "../../reconcile";
import { destinationDescriptions as meaning } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { destinationAttributes, destinationValues } from "./destination-attributes";
import { checkNameOrId, lookUp } from "./look-up";

export const destination = dataSource<ProviderSession>()({
  typeName: "dbmon_destination",
  schema: schema({
    description:
      "A destination of notifications, looked up by its name or its id. Fails where there is none, or more than one. " +
      "The destination's settings are not part of it: they may hold secrets.",
    attributes: {
      id: a.integer({ optional: true, computed: true, description: `${meaning.id} Give this or \`name\`.` }),
      name: a.string({ optional: true, computed: true, description: `${meaning.name} Give this or \`id\`.` }),
      ...destinationAttributes,
    },
  }),

  validate({ config, diagnostics }) {
    checkNameOrId(objectKinds.destination, config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const { catalog } = session;
    const found = await lookUp(objectKinds.destination, config, catalog.destinations, diagnostics);
    return found === undefined ? undefined : destinationValues(found);
  },
});
