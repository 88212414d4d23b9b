import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import * as z from "zod";
import { toNfc } from "../diagnostics";
import { ignoresDisabled, isBrandedAlert, warnOnce, withName } from "./resources/alert-resource";
import { literal } from "./resources/arguments";
import { requireValid, rule } from "./validation/validate";

/**
 * Prefixes the name of every alert that does not start with the prefix already, so that several teams can share an environment.
 * @example
 * Aspects.of(this).add(new NamePrefix("shop/"));
 */
export class NamePrefix implements IAspect {
  readonly #prefix: string;

  /** @throws Error if the prefix is not a string, or ends with `$` or `%`, which could start a template of Terraform together with the name */
  constructor(prefix: string) {
    const schema = z.string().regex(/^$|[^$%]$/, rule("Must not end with $ or %."));
    this.#prefix = literal(requireValid("A name prefix", schema, prefix));
  }

  /** Called by cdktf for each construct of the scope. */
  visit(node: IConstruct): void {
    if (!isBrandedAlert(node)) return;
    const { resource } = node;
    const name = resource.nameInput;
    // Validation reports a missing name, which a prefix would hide.
    if (typeof name !== "string" || name === "" || toNfc(name).startsWith(toNfc(this.#prefix))) return;
    resource.name = this.#prefix + name;
  }
}

/**
 * Disables every alert, for example during maintenance. Without the aspect, the next deployment restores what each alert defines.
 * While the aspect applies, `muted` has no effect, so no mute ends. An existing alert whose `ignoreChanges` includes `disabled` does
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
    if (resource.mutedInput !== undefined) resource.resetMuted();
    if (ignoresDisabled(resource)) {
      const warning =
        'DisableAll does not disable this alert if it already exists, because its ignoreChanges includes "disabled".';
      warnOnce(resource, withName(resource, warning));
    }
  }
}
