/** Data sources that list hosts and the other objects that alerts refer to. */
import {
  alertDurationFields,
  alertPolicyFields,
  destinationFields,
  type Field,
  type Fields,
  integrationFields,
  hostFields as fields,
  includesText,
  searchDescriptions,
} from "../../service";
import { type DataSource, dataSource, type Schema, schema, attribute as a, t } from "../../tfplugin";
import { withSubject, type ProviderSession } from "../session";
import { computedList, computedValues } from "./computed";
import { byId, omitNull } from "./search";
import { checkNoneEmpty } from "../validators";

interface Objects<T> {
  readonly typeName: string;
  readonly description: string;
  readonly fields: Fields & { readonly id: Field };
  readonly list: (session: ProviderSession) => Promise<readonly T[]>;
}

/** @param plural the kind of the objects in messages, for example "alert policies" */
function allObjects<T extends { readonly id: number }>(
  plural: string,
  attributeName: string,
  { typeName, description, fields, list }: Objects<T>,
): DataSource<ProviderSession> {
  const ofElements = `The ${attributeName}, ordered by ID.`;
  return dataSource<ProviderSession>()<Schema>({
    typeName,
    schema: schema({
      description,
      attributes: {
        [attributeName]: computedList(fields, ofElements),
      },
    }),
    async read({ session }) {
      const listed = await withSubject(plural, () => list(session));
      return { [attributeName]: byId(listed).map((object) => computedValues(fields, object)) };
    },
  });
}

export const objectDataSources = [
  allObjects("destinations", "destinations", {
    fields: destinationFields,
    list: ({ catalog }) => catalog.destinations(),
    typeName: "dbmon_destinations",
    description:
      "Lists the notification destinations of the environment. Their settings are not available, because they may contain secrets.",
  }),
  allObjects("alert policies", "policies", {
    fields: alertPolicyFields,
    list: ({ catalog }) => catalog.policies(),
    typeName: "dbmon_alert_policies",
    description:
      "Lists the alert policies of the environment. A policy controls how often an alert can fire for a single host.",
  }),
  allObjects("alert durations", "durations", {
    fields: alertDurationFields,
    list: ({ catalog }) => catalog.durations(),
    typeName: "dbmon_alert_durations",
    description:
      "Lists the alert durations of the environment. A threshold alert fires when its metric exceeds the trigger for the duration.",
  }),
  allObjects("integrations", "integrations", {
    fields: integrationFields,
    list: ({ catalog }) => catalog.integrations(),
    typeName: "dbmon_integrations",
    description:
      "Lists the integrations of the environment, which are the supported types of notification services.",
  }),
];

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
