import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import { ignoresDisabled, isBrandedAlert, warnOnce, withName } from "../resources/alert-resource";

/**
 * Disables every alert, for example during maintenance. Without the aspect, the next deployment restores what each alert defines.
 * While the aspect applies, `mutedUntil` has no effect, so no mute ends. An existing alert whose `ignoreChanges` includes `disabled` does
 * not change: synthesis warns about it.
 * @example
 * if (process.env.MAINTENANCE === "true") Aspects.of(this).add(new DisableAll());
 */
export class DisableAll implements IAspect {
  /** Called by cdktf for each construct of the scope. */
  visit(node: IConstruct): void {
    if (!isBrandedAlert(node)) return;
    const { resource } = node;
    resource.disabled = true;
    // An alert of an older copy of this package has no mutes.
    if (resource.mutedUntilInput !== undefined) resource.resetMutedUntil();
    if (ignoresDisabled(resource)) {
      const warning =
        'DisableAll does not disable this alert if it already exists, because its ignoreChanges includes "disabled".';
      warnOnce(resource, withName(resource, warning));
    }
  }
}
