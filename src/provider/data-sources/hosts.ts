/** `data "dbmon_hosts"`: the hosts of the environment. */
import { hostFields as fields, includesText, searchDescriptions } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withSubject } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkNoneEmpty } from "../validators";
import { computedList, computedValues } from "./computed";
import { byId, omitNull } from "./search";

export const hosts = dataSource<ProviderSession>()({
  typeName: "dbmon_hosts",
  schema: schema({
    description: "Lists the monitored servers of the environment, and their operating systems.",
    attributes: {
      from: a.integer({
        optional: true,
        description: `Start time, by which the service selects hosts. ${searchDescriptions.seenSince} Default: all hosts.`,
      }),
      types: a.set(t.string, {
        optional: true,
        validate: [checkNoneEmpty],
        description: "Types of the hosts, for example `mysql`. Default: all types.",
      }),
      include_deleted: a.boolean({
        optional: true,
        default: false,
        description: "Whether to include deleted hosts. Default: `false`.",
      }),
      hosts: computedList(fields, "The hosts, ordered by ID."),
    },
  }),
  async read({ config, session }) {
    const { from, types, include_deleted } = config;
    const { catalog } = session;
    const listed = await withSubject("hosts", () => catalog.hostsSeenSince(omitNull(from)));
    const isOfType = (type: string | undefined) =>
      types === null || types.length === 0 || (type !== undefined && includesText(types, type));
    const matching = listed.filter(
      ({ isDeleted, type }) => (include_deleted || !isDeleted) && isOfType(type),
    );
    return { ...config, hosts: byId(matching).map((host) => computedValues(fields, host)) };
  },
});
