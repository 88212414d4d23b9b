/** One wait until the alerts of a scope have taken effect. Specification: "Propagation"; fact PROP-1. */
import { Fn, Lazy, TerraformIterator, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { Alert } from "./alert";
import { Propagation as PropagationResource } from "./generated/propagation";

/**
 * A deployment with one of these ends when the service acts on all alerts that are defined in the same scope or below it, at
 * most a propagation window after the last write. Where nothing was written, it does not wait.
 */
export class Propagation extends Construct {
  /** The Terraform resource below this construct: what depends on it comes after the wait. */
  readonly resource: PropagationResource;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.resource = new PropagationResource(this, "Default", {
      // Alerts may be defined after this.
      after: Token.asList(Lazy.anyValue({ produce: () => writesBelow(scope, TerraformStack.of(this)) })),
    });
  }
}

function writesBelow(scope: Construct, stack: TerraformStack): unknown {
  const alerts = scope.node
    .findAll()
    .filter((one) => Alert.isAlert(one))
    .filter((alert) => TerraformStack.of(alert) === stack);
  const single = alerts.filter(({ resource }) => resource.forEach === undefined);
  const families = alerts.filter(({ resource }) => resource.forEach !== undefined);
  const times = single.map(({ writtenAt }) => writtenAt);
  if (families.length === 0) return times;
  return Fn.concat([
    times,
    ...families.map(({ resource }) => TerraformIterator.fromResources(resource).pluckProperty("written_at")),
  ]);
}
