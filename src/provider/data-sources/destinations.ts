/** `data "dbmon_destinations"`: all destinations. */
import { destinationDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { destinationAttributes, destinationValues } from "./destination-attributes";
import { byId } from "./list-order";

export const destinations = dataSource<ProviderSession>()({
  typeName: "dbmon_destinations",
  schema: schema({
    description:
      "Lists the notification destinations of the environment. Their settings are not available, because they may contain secrets.",
    attributes: {
      destinations: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: descriptions.id }),
          name: a.string({ computed: true, description: descriptions.name }),
          ...destinationAttributes,
        },
        { computed: true, description: "The destinations, ordered by ID." },
      ),
    },
  }),
  async read({ session }) {
    const listed = await withDiagnostics("destinations", () => session.catalog.destinations());
    return { destinations: byId(listed).map(destinationValues) };
  },
});
