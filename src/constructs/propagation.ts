/** One wait until the alerts of a scope have taken effect. Specification: "Propagation"; fact PROP-1. */
import { Fn, Lazy, TerraformIterator, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { Alert } from "./alert";
import { type AlertResource, warnOnce } from "./alert-resource";
import { Propagation as PropagationResource } from "./generated/propagation";

/**
 * A deployment with one of these ends when the service acts on all alerts that are defined in the same scope or below it, at
 * most a propagation window after the last write. Where nothing was written, it does not wait. Alerts of other stacks do not count.
 */
export class Propagation extends Construct {
  /** The Terraform resource below this construct: what depends on it comes after the wait. */
  readonly resource: PropagationResource;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const alerts = () => alertsBelow(scope, TerraformStack.of(this));
    this.resource = new PropagationResource(this, "Default", {
      // Alerts may be defined after this.
      after: Token.asList(Lazy.anyValue({ produce: () => writesOf(alerts()) })),
    });
    this.node.addValidation({
      validate: () => {
        if (alerts().length === 0)
          warnOnce(
            this,
            "It waits for nothing: no alert is defined in the same scope of the stack or below it.",
          );
        return [];
      },
    });
  }
}

function alertsBelow(scope: Construct, stack: TerraformStack): AlertResource[] {
  return scope.node
    .findAll()
    .filter((one) => Alert.isAlert(one))
    .filter((alert) => TerraformStack.of(alert) === stack)
    .map(({ resource }) => resource);
}

function writesOf(alerts: readonly AlertResource[]): unknown {
  const families = alerts.filter(isFamily);
  const times = alerts.filter((one) => !isFamily(one)).map(({ writtenAt }) => writtenAt);
  if (families.length === 0) return times;
  return Fn.concat([times, ...families.map(timesOf)]);
}

/** Several under one address. */
function isFamily({ forEach, count }: AlertResource): boolean {
  return forEach !== undefined || count !== undefined;
}

function timesOf(family: AlertResource): unknown {
  if (family.forEach === undefined) return Fn.lookupNested(family.fqn, ["*", "written_at"]);
  return TerraformIterator.fromResources(family).pluckProperty("written_at");
}
