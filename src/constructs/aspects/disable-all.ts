/** Maintenance: nothing fires, and nothing is lost. */
import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import { Alert } from "../alert";
import { subjectOf, warnOnce } from "../alert-resource";

/**
 * Disables every alert. Taken away again, each is as its own definition says. An alert with `ignoreChanges: ["disabled"]` stays
 * as it is in the service: a warning says so.
 */
export class DisableAll implements IAspect {
  visit(node: IConstruct): void {
    if (!Alert.isAlert(node)) return;
    const { resource } = node;
    resource.disabled = true;
    const ignored = resource.lifecycle?.ignoreChanges ?? [];
    if (ignored === "all" || ignored.includes("disabled")) {
      const warning = 'DisableAll does not disable it where it exists: its ignoreChanges has "disabled".';
      warnOnce(resource, `${subjectOf(resource)}: ${warning}`);
    }
  }
}
