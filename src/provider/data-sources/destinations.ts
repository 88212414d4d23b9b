/** `data "dbmon_destination"`: a destination by name or ID. `data "dbmon_destinations"`: all destinations. */
import { type Destination, destinationDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { byNameOrId } from "./find-by-name-or-id";
import { byId } from "./search";

/** All attributes except `id` and `name`. They exclude the settings, which may be secrets. */
const destinationAttributes = {
  integration: a.integer({ computed: true, nullable: true, description: descriptions.integration }),
  status: a.integer({ computed: true, nullable: true, description: descriptions.status }),
  updated: a.integer({ computed: true, nullable: true, description: descriptions.updated }),
};

function destinationValues({ id, name, integration, status, updated }: Destination) {
  return {
    id,
    // The service may return a destination without a name.
    name: name ?? "",
    integration: integration ?? null,
    status: status ?? null,
    updated: updated ?? null,
  };
}

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

  ...byNameOrId("destination", ({ catalog }) => catalog.destinations(), destinationValues),
});

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
