/** `data "dbmon_host"`: one host, by name or id. */
import { objectKinds } from "../../reconcile";
import { hostDescriptions as meaning } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { isId } from "../validators";
import { hostAttributes, hostValues } from "./host-attributes";
import { checkNameOrId, lookUp } from "./look-up";

export const host = dataSource<ProviderSession>()({
  typeName: "dbmon_host",
  schema: schema({
    description:
      "A monitored server, or its operating system, looked up by its name or its id. Fails where there is none, or more " +
      "than one. Deleted hosts are not found.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        validate: [isId],
        description: `${meaning.id} Give this or \`name\`.`,
      }),
      name: a.string({ optional: true, computed: true, description: `${meaning.name} Give this or \`id\`.` }),
      ...hostAttributes,
    },
  }),

  validate({ config, diagnostics }) {
    checkNameOrId(objectKinds.host, config, diagnostics);
  },

  async read({ config, session, diagnostics }) {
    const found = await lookUp(objectKinds.host, config, session.catalog.hosts, diagnostics);
    return found === undefined ? undefined : hostValues(found);
  },
});
