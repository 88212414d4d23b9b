/** `data "dbmon_destinations"`: all destinations. Their settings are never shown: they may be secrets. */
import { destinationDescriptions as meaning } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { destinationAttributes, destinationValues } from "./destination-attributes";
import { byId } from "./list-order";

export const destinations = dataSource<ProviderSession>()({
  typeName: "dbmon_destinations",
  schema: schema({
    description:
      "The destinations of notifications of the environment. Their settings are not part of them: they may hold secrets.",
    attributes: {
      destinations: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: meaning.id }),
          name: a.string({ computed: true, description: meaning.name }),
          ...destinationAttributes,
        },
        { computed: true, description: "The destinations, in the order of their ids." },
      ),
    },
  }),
  async read({ session }) {
    const found = await withDiagnostics("destinations", () => session.catalog.destinations());
    return { destinations: byId(found).map(destinationValues) };
  },
});
