/** `data "dbmon_destination"`: one destination, by name or id. Its settings are never shown: they may be secrets. */
import { findReferred, nouns } from "../../reconcile";
import { destinationDescriptions } from "../../service";
import { attribute as a, dataSource, isUnknown, schema } from "../../tfplugin";
import { explaining } from "../diagnostics";
import { type ProviderSession } from "../session";

export const destination = dataSource<ProviderSession>()({
  typeName: "dbmon_destination",
  schema: schema({
    description:
      "A destination of notifications, looked up by its name or its id. Fails where there is none, or more than one. " +
      "The destination's settings are not part of it: they may hold secrets.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        description: `${destinationDescriptions.id} Give this or \`name\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        description: `${destinationDescriptions.name} Give this or \`id\`.`,
      }),
      integration: a.integer({
        computed: true,
        nullable: true,
        description: destinationDescriptions.integration,
      }),
      status: a.integer({ computed: true, nullable: true, description: destinationDescriptions.status }),
      updated: a.integer({ computed: true, nullable: true, description: destinationDescriptions.updated }),
    },
  }),

  validate({ config, diagnostics }) {
    const { id, name } = config;
    if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return;
    const given = id === null ? "Neither is given." : "Both are given.";
    diagnostics.error({
      path: ["name"],
      summary: "A destination is looked up by name or by id",
      detail: given,
    });
  },

  async read({ config, session, diagnostics }) {
    const path = config.id === null ? "name" : "id";
    const wanted = config.id ?? config.name ?? "";
    const destinations = await explaining(`destination ${wanted}`, () =>
      session.environment.catalogue.destinations(),
    );
    const found = findReferred(nouns.destination, wanted, destinations);
    if (typeof found !== "number") {
      diagnostics.error({ path: [path], summary: found.what, detail: found.remedy });
      return undefined;
    }
    const one = destinations.find(({ id }) => id === found);
    if (one === undefined) return undefined;
    const { id, name, integration, status, updated } = one;
    return {
      id,
      name: name ?? "",
      integration: integration ?? null,
      status: status ?? null,
      updated: updated ?? null,
    };
  },
});
