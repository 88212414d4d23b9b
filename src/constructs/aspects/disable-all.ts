/** Maintenance: nothing fires, and nothing is lost. */
import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import { Alert } from "../alert";

/** Disables every alert. Taken away again, each is as its own definition says. */
export class DisableAll implements IAspect {
  visit(node: IConstruct): void {
    if (Alert.isAlert(node)) node.resource.disabled = true;
  }
}
