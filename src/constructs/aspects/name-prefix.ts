/** Names that tell whose alert it is: several teams, or several services, in one environment. */
import { type IAspect } from "cdktf";
import { type IConstruct } from "constructs";
import { Alert } from "../alert";
import { literal } from "../text";

/** Puts a text before the name of every alert that does not begin with it already. */
export class NamePrefix implements IAspect {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = literal(prefix);
  }

  visit(node: IConstruct): void {
    if (!Alert.isAlert(node)) return;
    const { resource } = node;
    const name = resource.nameInput ?? "";
    if (!name.startsWith(this.#prefix)) resource.name = this.#prefix + name;
  }
}
