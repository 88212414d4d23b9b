/** Removes an alert from the state of a stack, and keeps it in the service. */
import { TerraformElement } from "cdktf";
import { Construct } from "constructs";
import * as z from "zod";
import { propertiesOf, toArguments } from "./resources/arguments";
import { requireSameLibrary } from "./validation/library";
import { rule, validateAtSynthesis } from "./validation/validate";

const address = z
  .string()
  .regex(
    /^(?:module\.[\w-]+\.)*dbmon_alert\.[\w-]+$/,
    rule(
      "Must be the address of a dbmon_alert that `terraform state list` prints, without the key of an instance.",
    ),
  )
  .optional();

/** The properties of a `RemovedAlert`. */
export interface RemovedAlertProps {
  /**
   * The Terraform address of the alert, as printed by `terraform state list`, without the key of an instance. Default: the address of an
   * `Alert` with the scope and the ID of this construct.
   */
  readonly address?: string;
}

/**
 * Removes an alert from Terraform's state without deleting it, for example to move it to another stack. Replace the `Alert` with a
 * `RemovedAlert` of the same scope and ID, and deploy. Then delete the construct. Requires Terraform 1.7 or later.
 * @example
 * new RemovedAlert(this, "deploys");
 */
export class RemovedAlert extends Construct {
  constructor(scope: Construct, id: string, props: RemovedAlertProps = {}) {
    requireSameLibrary(scope);
    super(scope, id);
    const given = propertiesOf(props);
    new RemovedBlock(this, toArguments<RemovedAlertProps>({ address: given.address }));
    validateAtSynthesis(this, { address }, given);
  }
}

/** Terraform's block `removed`, which cdktf does not support. */
class RemovedBlock extends TerraformElement {
  constructor(
    scope: Construct,
    private readonly props: RemovedAlertProps,
  ) {
    // With the ID of the resource of an `Alert`, both have the same logical ID.
    super(scope, "Default");
  }

  override toTerraform(): object {
    const from = this.props.address ?? `dbmon_alert.${this.friendlyUniqueId}`;
    return { removed: [{ from, lifecycle: { destroy: false } }] };
  }
}
