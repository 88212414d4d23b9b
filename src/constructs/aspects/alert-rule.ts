import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import { type AlertResource, applyDefaults, isBrandedAlert, withName } from "../resources/alert-resource";

/** An aspect that validates every alert. The problems are reported with all others when cdktf validates the stack. */
export abstract class AlertRule implements IAspect {
  /** An aspect visits an alert again in every synthesis, and also if it is added to two scopes. */
  readonly #visited = new WeakSet<IConstruct>();

  /** Called by cdktf for each construct of the scope. */
  visit(node: IConstruct): void {
    if (!isBrandedAlert(node) || this.#visited.has(node)) return;
    this.#visited.add(node);
    const { resource } = node;
    node.node.addValidation({
      validate: () => {
        applyDefaults(resource);
        const problem = this.findProblem(resource);
        return problem === undefined ? [] : [withName(resource, problem)];
      },
    });
  }

  /** @param alert with the defaults of its scopes applied */
  protected abstract findProblem(alert: AlertResource): string | undefined;
}
