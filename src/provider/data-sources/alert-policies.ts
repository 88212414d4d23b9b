/** `data "dbmon_alert_policies"`: the alert policies. */
import { alertOptionDescriptions } from "../../service";
import { attribute as a, dataSource, schema } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { byId } from "./list-order";

const { policy } = alertOptionDescriptions;

export const alertPolicies = dataSource<ProviderSession>()({
  typeName: "dbmon_alert_policies",
  schema: schema({
    description:
      "Lists the alert policies of the environment. A policy controls how often an alert can fire for a single host.",
    attributes: {
      policies: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: policy.id }),
          name: a.string({ computed: true, nullable: true, description: policy.name }),
        },
        { computed: true, description: "The policies, ordered by ID." },
      ),
    },
  }),
  async read({ session }) {
    const policies = await withDiagnostics("alert policies", () => session.catalog.policies());
    return { policies: byId(policies).map(({ id, name }) => ({ id, name: name ?? null })) };
  },
});
