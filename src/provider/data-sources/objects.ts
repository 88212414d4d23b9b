/** Data sources of destinations, alert policies, alert durations and integrations. */
import { alertDurationFields, alertPolicyFields, destinationFields, integrationFields } from "../../service";
import { type ProviderSession } from "../session";
import { allObjects, objectByNameOrId } from "./lookup";

/** Without the settings, which may be secrets. */
const destinations = {
  fields: destinationFields,
  list: ({ catalog }: ProviderSession) => catalog.destinations(),
};
const policies = { fields: alertPolicyFields, list: ({ catalog }: ProviderSession) => catalog.policies() };
const durations = {
  fields: alertDurationFields,
  list: ({ catalog }: ProviderSession) => catalog.durations(),
};

export const objectDataSources = [
  objectByNameOrId("destination", {
    ...destinations,
    typeName: "dbmon_destination",
    description:
      "Reads a notification destination by name or ID. Reports an error if no destination or more than one matches. The " +
      "settings of the destination are not available, because they may contain secrets.",
  }),
  allObjects("destinations", "destinations", {
    ...destinations,
    typeName: "dbmon_destinations",
    description:
      "Lists the notification destinations of the environment. Their settings are not available, because they may contain secrets.",
  }),
  objectByNameOrId("alert policy", {
    ...policies,
    typeName: "dbmon_alert_policy",
    description:
      "Reads an alert policy by name or ID. A policy controls how often an alert can fire for a single host. Reports an error if " +
      "no policy or more than one matches. IDs differ between environments, so use names in definitions for several environments.",
  }),
  allObjects("alert policies", "policies", {
    ...policies,
    typeName: "dbmon_alert_policies",
    description:
      "Lists the alert policies of the environment. A policy controls how often an alert can fire for a single host.",
  }),
  objectByNameOrId("alert duration", {
    ...durations,
    typeName: "dbmon_alert_duration",
    description:
      "Reads an alert duration by name, length or ID. A threshold alert fires when its metric exceeds the trigger for the duration. " +
      "Reports an error if no duration or more than one matches. IDs differ between environments, so use names or lengths in " +
      "definitions for several environments.",
  }),
  allObjects("alert durations", "durations", {
    ...durations,
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
