/** How often an alert can fire for a given host. Policies are the service's own and never managed here. Specification: "Alert options". */
import { ownId } from "./own-id";

export class AlertPolicy {
  /** The policy of this id, as the data source `dbmon_alert_policies` lists it. @throws Error for no id of the service */
  static fromId(id: number): AlertPolicy {
    return new AlertPolicy(ownId("an alert policy", id));
  }

  private constructor(readonly policyId: number) {}
}

export function policyIdOf(policy: AlertPolicy | number): number {
  return typeof policy === "object" ? policy.policyId : policy;
}
