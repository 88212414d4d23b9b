import { idOf } from "./invalid-value";
import { requireId } from "./value-validation";

/**
 * How often an alert can fire for a given host. The service defines the policies: the data source `dbmon_alert_policies` and the
 * command `dbmon policies` list them. Specification: "Integration, alert policy, alert duration".
 * @example
 * AlertDefaults.of(this).set({ policy: AlertPolicy.fromId(2) });
 */
export class AlertPolicy {
  /**
   * The policy with this ID.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const every15Minutes = AlertPolicy.fromId(2);
   */
  static fromId(id: number): AlertPolicy {
    return new AlertPolicy(requireId("an alert policy", id));
  }

  private constructor(readonly policyId: number) {}
}

export function policyIdOf(policy: AlertPolicy | number): number {
  return idOf(policy, "policyId");
}
