/** Names that tell whose alert it is: several teams, or several services, in one environment. */
import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import { quote } from "../../diagnostics";
import { Alert } from "../alert";
import { literal } from "../text";

/** Puts a text before the name of every alert that does not begin with it already. */
export class NamePrefix implements IAspect {
  readonly #prefix: string;

  /** @throws Error for a prefix that ends with `$` or `%`: before some names, it would make a template of Terraform */
  constructor(prefix: string) {
    if (/[$%]$/.test(prefix))
      throw new Error(`The prefix of names cannot end with $ or %; ${quote(prefix)} was given.`);
    this.#prefix = literal(prefix);
  }

  visit(node: IConstruct): void {
    if (!Alert.isAlert(node)) return;
    const { resource } = node;
    const name = resource.nameInput;
    // What has no name is to be told so, and not to be called like the prefix.
    if (typeof name !== "string" || name === "" || name.startsWith(this.#prefix)) return;
    resource.name = this.#prefix + name;
  }
}
