/** Data sources of destinations, alert policies, alert durations and integrations. */
import {
  type AlertDuration,
  alertOptionDescriptions,
  type AlertPolicy,
  type Destination,
  destinationDescriptions,
} from "../../service";
import { attribute as a } from "../../tfplugin";
import { type ProviderSession } from "../session";
import { checkMin } from "../validators";
import { allObjects, objectByNameOrId } from "./lookup";

const nullable = { computed: true, nullable: true } as const;

/** Without the settings, which may be secrets. */
const destinationObjects = {
  keys: destinationDescriptions,
  attributes: {
    integration: a.integer({ ...nullable, description: destinationDescriptions.integration }),
    status: a.integer({ ...nullable, description: destinationDescriptions.status }),
    updated: a.integer({ ...nullable, description: destinationDescriptions.updated }),
  },
  list: ({ catalog }: ProviderSession) => catalog.destinations(),
  // The service may return a destination without a name.
  values: ({ id, name, integration, status, updated }: Destination) => ({
    id,
    name: name ?? "",
    integration: integration ?? null,
    status: status ?? null,
    updated: updated ?? null,
  }),
};

const policyObjects = {
  keys: alertOptionDescriptions.policy,
  attributes: {},
  list: ({ catalog }: ProviderSession) => catalog.policies(),
  values: ({ id, name }: AlertPolicy) => ({ id, name: name ?? null }),
};

const durationObjects = {
  keys: alertOptionDescriptions.duration,
  list: ({ catalog }: ProviderSession) => catalog.durations(),
  values: ({ id, name, seconds }: AlertDuration) => ({ id, name: name ?? null, seconds: seconds ?? null }),
};

export const objectDataSources = [
  objectByNameOrId("destination", {
    ...destinationObjects,
    typeName: "dbmon_destination",
    description:
      "Reads a notification destination by name or ID. Reports an error if no destination or more than one matches. The " +
      "settings of the destination are not available, because they may contain secrets.",
  }),
  allObjects("destinations", "destinations", {
    ...destinationObjects,
    typeName: "dbmon_destinations",
    description:
      "Lists the notification destinations of the environment. Their settings are not available, because they may contain secrets.",
  }),
  objectByNameOrId("alert policy", {
    ...policyObjects,
    typeName: "dbmon_alert_policy",
    description:
      "Reads an alert policy by name or ID. A policy controls how often an alert can fire for a single host. Reports an error if " +
      "no policy or more than one matches. IDs differ between environments, so use names in definitions for several environments.",
  }),
  allObjects("alert policies", "policies", {
    ...policyObjects,
    typeName: "dbmon_alert_policies",
    description:
      "Lists the alert policies of the environment. A policy controls how often an alert can fire for a single host.",
  }),
  objectByNameOrId(
    "alert duration",
    {
      ...durationObjects,
      typeName: "dbmon_alert_duration",
      description:
        "Reads an alert duration by name, length or ID. A threshold alert fires when its metric exceeds the trigger for the duration. " +
        "Reports an error if no duration or more than one matches. IDs differ between environments, so use names or lengths in " +
        "definitions for several environments.",
      attributes: {
        seconds: a.number({
          ...nullable,
          optional: true,
          validate: [checkMin(0)],
          description: `${durationObjects.keys.seconds} Conflicts with \`id\` and \`name\`.`,
        }),
      },
    },
    "seconds",
  ),
  allObjects("alert durations", "durations", {
    ...durationObjects,
    typeName: "dbmon_alert_durations",
    description:
      "Lists the alert durations of the environment. A threshold alert fires when its metric exceeds the trigger for the duration.",
    attributes: { seconds: a.number({ ...nullable, description: durationObjects.keys.seconds }) },
  }),
  allObjects("integrations", "integrations", {
    keys: alertOptionDescriptions.integration,
    attributes: {},
    list: ({ catalog }) => catalog.integrations(),
    values: ({ id, name }) => ({ id, name: name ?? null }),
    typeName: "dbmon_integrations",
    description:
      "Lists the integrations of the environment, which are the supported types of notification services.",
  }),
];
