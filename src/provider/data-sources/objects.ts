/** Data sources that list the objects of a kind that alerts refer to. */
import {
  alertDurationFields,
  alertPolicyFields,
  destinationFields,
  type Field,
  type Fields,
  integrationFields,
} from "../../service";
import { type DataSource, dataSource, type Schema, schema } from "../../tfplugin";
import { withSubject } from "../diagnostics";
import { type ProviderSession } from "../session";
import { computedList, computedValues } from "./computed";
import { byId } from "./search";

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
