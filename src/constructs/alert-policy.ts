import { idText, nameText } from "./resources/references";

/**
 * How often an alert can fire for a given host. The service defines the policies: the data source `dbmon_alert_policies` and the
 * command `dbmon list policies` list them. Specification: "Integration, alert policy, alert duration".
 * @example
 * AlertDefaults.of(this).set({ policy: AlertPolicy.fromName("Every time") });
 */
export class AlertPolicy {
  /**
   * The policy with this name, in any environment. The plan fails if no policy or more than one has the name.
   * @throws Error if the name is empty
   * @example
   * const hourly = AlertPolicy.fromName("At most once an hour");
   */
  static fromName(name: string): AlertPolicy {
    return new AlertPolicy(nameText("an alert policy", name));
  }

  /**
   * The policy with this ID. IDs differ between environments.
   * @throws Error if the ID is not an integer from 0 to 2^53 − 1
   * @example
   * const every15Minutes = AlertPolicy.fromId(2);
   */
  static fromId(id: number): AlertPolicy {
    return new AlertPolicy(idText("an alert policy", id));
  }

  private constructor(
    /** The name or the ID, as in the Terraform configuration. */
    readonly policyReference: string,
  ) {}
}
