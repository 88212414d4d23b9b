/** Data sources that list hosts and the other objects that alerts refer to. */
import {
  alertDurationFields,
  alertPolicyFields,
  destinationFields,
  hostFields,
  integrationFields,
  searchDescriptions,
} from "../../service";
import { attribute as a, t } from "../../tfplugin";
import { withSubject } from "../session";
import { checkNoneEmpty } from "../validators";
import { listDataSource } from "./computed";
import { byId, matches } from "./search";

export const objectDataSources = [
  listDataSource({
    typeName: "dbmon_destinations",
    description:
      "Lists the notification destinations of the environment. Their settings are not available, because they may contain secrets.",
    attribute: "destinations",
    attributeDescription: "The destinations, ordered by ID.",
    fields: destinationFields,
    list: async ({ session: { catalog } }) => byId(await catalog.destinations()),
  }),
  listDataSource({
    typeName: "dbmon_alert_policies",
    description:
      "Lists the alert policies of the environment. A policy controls how often an alert can fire for a single host.",
    attribute: "policies",
    attributeDescription: "The policies, ordered by ID.",
    fields: alertPolicyFields,
    list: ({ session: { catalog } }) =>
      withSubject("alert policies", async () => byId(await catalog.policies())),
  }),
  listDataSource({
    typeName: "dbmon_alert_durations",
    description:
      "Lists the alert durations of the environment. A threshold alert fires when its metric exceeds the trigger for the duration.",
    attribute: "durations",
    attributeDescription: "The durations, ordered by ID.",
    fields: alertDurationFields,
    list: ({ session: { catalog } }) =>
      withSubject("alert durations", async () => byId(await catalog.durations())),
  }),
  listDataSource({
    typeName: "dbmon_integrations",
    description:
      "Lists the integrations of the environment, which are the supported types of notification services.",
    attribute: "integrations",
    attributeDescription: "The integrations, ordered by ID.",
    fields: integrationFields,
    list: async ({ session: { catalog } }) => byId(await catalog.integrations()),
  }),
  listDataSource({
    typeName: "dbmon_hosts",
    description: "Lists the monitored servers of the environment, and their operating systems.",
    arguments: {
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
    },
    attribute: "hosts",
    attributeDescription: "The hosts, ordered by ID.",
    fields: hostFields,
    async list({ config: { from, types, include_deleted }, session: { catalog } }) {
      const hosts = await catalog.hostsSeenSince(from ?? undefined);
      return byId(
        hosts.filter(({ isDeleted, type }) => (include_deleted || !isDeleted) && matches(types, type)),
      );
    },
  }),
];
