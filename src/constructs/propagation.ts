/** Waits until alert changes have taken effect. Specification: "States and transitions", rule 1, and "Limits". */
import { Fn, Lazy, TerraformIterator, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import { Propagation as PropagationResource } from "./generated/propagation";
import { type AlertResource, alertsBelow, warnOnce } from "./resources/alert-resource";
import { requireSameLibrary } from "./validation/library";

/**
 * Keeps an apply running until the service acts on all alert changes in the scope of this construct and below it. The wait ends
 * one propagation window, 1 minute by default, after the last write. It is skipped if nothing was written. Alerts of other stacks do
 * not count.
 * @example
 * new Alert(this, "deploys", {
 *   name: "Deploy",
 *   policy: 1,
 *   config: AlertConfig.event({ categories: ["code deployment"] }),
 * });
 * new Propagation(this, "effective");
 */
export class Propagation extends Construct {
  /** The Terraform resource of this wait. Resources that depend on it are applied after the wait. */
  readonly resource: PropagationResource;

  constructor(scope: Construct, id: string) {
    requireSameLibrary(scope);
    super(scope, id);
    const alerts = () => {
      const stack = TerraformStack.of(this);
      return alertsBelow(scope).filter((alert) => TerraformStack.of(alert) === stack);
    };
    this.resource = new PropagationResource(this, "Default", {
      // Lazy: alerts may be defined after this construct.
      after: Token.asList(Lazy.anyValue({ produce: () => writeTimesOf(alerts()) })),
    });
    this.node.addValidation({
      validate: () => {
        if (alerts().length === 0)
          warnOnce(this, "No alerts to wait for. Define an alert in the same scope or below it.");
        return [];
      },
    });
  }
}

/** A list, or an expression that Terraform evaluates to one. */
function writeTimesOf(alerts: readonly AlertResource[]): unknown {
  const multiple = alerts.filter(hasInstances);
  const times = alerts.filter((alert) => !hasInstances(alert)).map(({ writtenAt }) => writtenAt);
  if (multiple.length === 0) return times;
  return Fn.concat([times, ...multiple.map(writeTimesOfInstances)]);
}

/** Whether one resource block defines several alerts. */
function hasInstances({ forEach, count }: AlertResource): boolean {
  return forEach !== undefined || count !== undefined;
}

function writeTimesOfInstances(alert: AlertResource): unknown {
  if (alert.forEach === undefined) return Fn.lookupNested(alert.fqn, ["*", "written_at"]);
  return TerraformIterator.fromResources(alert).pluckProperty("written_at");
}
