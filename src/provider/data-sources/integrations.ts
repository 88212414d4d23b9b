/** `data "dbmon_integrations"`: the types of notification service that destinations can be of. */
import { alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { byId } from "./list-order";

const { integration } = alertOptionDescriptions;

export const integrations = dataSource<ProviderSession>()({
  typeName: "dbmon_integrations",
  schema: schema({
    description: "The integrations of the environment: the supported types of notification service.",
    attributes: {
      integrations: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: integration.id }),
          name: a.string({ computed: true, nullable: true, description: integration.name }),
        },
        { computed: true, description: "The integrations, in the order of their ids." },
      ),
    },
  }),
  async read({ session }) {
    const found = await withDiagnostics("integrations", () => session.catalog.integrations());
    return { integrations: byId(found).map(({ id, name }) => ({ id, name: name ?? null })) };
  },
});
