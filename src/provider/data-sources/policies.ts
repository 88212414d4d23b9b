/** `data "dbmon_alert_policy"`: an alert policy by name or ID. `data "dbmon_alert_policies"`: all policies. */
import { type AlertPolicy, alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { byNameOrId } from "./find-by-name-or-id";
import { byId } from "./search";

const { policy: descriptions } = alertOptionDescriptions;

export const alertPolicy = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_policy",
  schema: schema({
    description:
      "Reads an alert policy by name or ID. A policy controls how often an alert can fire for a single host. Reports an error if " +
      "no policy or more than one matches. IDs differ between environments, so use names to define the alerts of several ones.",
    attributes: {
      id: a.integer({
        optional: true,
        computed: true,
        description: `${descriptions.id} Conflicts with \`name\`.`,
      }),
      name: a.string({
        optional: true,
        computed: true,
        nullable: true,
        description: `${descriptions.name} Conflicts with \`id\`.`,
      }),
    },
  }),

  ...byNameOrId("alert policy", ({ catalog }) => catalog.policies(), policyValues),
});

export const alertPolicies = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_policies",
  schema: schema({
    description:
      "Lists the alert policies of the environment. A policy controls how often an alert can fire for a single host.",
    attributes: {
      policies: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: descriptions.id }),
          name: a.string({ computed: true, nullable: true, description: descriptions.name }),
        },
        { computed: true, description: "The policies, ordered by ID." },
      ),
    },
  }),
  async read({ session }) {
    const policies = await withDiagnostics("alert policies", () => session.catalog.policies());
    return { policies: byId(policies).map(policyValues) };
  },
});

function policyValues({ id, name }: AlertPolicy) {
  return { id, name: name ?? null };
}
