/** `data "dbmon_integrations"`: the supported notification services. */
import { alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { byId } from "./search";

const { integration } = alertOptionDescriptions;

export const integrations = dataSource<ProviderSession>()({
  typeName: "dbmon_integrations",
  schema: schema({
    description:
      "Lists the integrations of the environment, which are the supported types of notification services.",
    attributes: {
      integrations: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: integration.id }),
          name: a.string({ computed: true, nullable: true, description: integration.name }),
        },
        { computed: true, description: "The integrations, ordered by ID." },
      ),
    },
  }),
  async read({ session }) {
    const listed = await withDiagnostics("integrations", () => session.catalog.integrations());
    return { integrations: byId(listed).map(({ id, name }) => ({ id, name: name ?? null })) };
  },
});
