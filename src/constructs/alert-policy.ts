import { lazyIdOf, lookupByName, type OptionLookup } from "./resources/lookups";
import { requireId } from "./validation/validate";

/**
 * How often an alert can fire for a given host. The service defines the policies: the data source `dbmon_alert_policies` and the
 * command `dbmon list policies` list them. Specification: "Integration, alert policy, alert duration".
 * @example
 * AlertDefaults.of(this).set({ policy: AlertPolicy.named("Every time") });
 */
export class AlertPolicy {
  /**
   * The policy with this name, in any environment. Terraform looks it up during the plan, and the plan fails if no policy or more than
   * one has the name.
   * @throws Error if the name is empty
   * @example
   * const hourly = AlertPolicy.named("At most once an hour");
   */
  static named(name: string): AlertPolicy {
    const lookup = lookupByName("policy", name);
    return new AlertPolicy(lazyIdOf(lookup), lookup);
  }

  /**
   * The policy with this ID. IDs differ between environments. Terraform does not look it up.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const every15Minutes = AlertPolicy.fromId(2);
   */
  static fromId(id: number): AlertPolicy {
    return new AlertPolicy(requireId("an alert policy", id), undefined);
  }

  private constructor(
    /** The ID of the policy; with `named`, a token for resources of the default provider. */
    readonly policyId: number,
    /** The name that Terraform looks up; undefined with `fromId`. */
    readonly lookup: OptionLookup | undefined,
  ) {}
}
