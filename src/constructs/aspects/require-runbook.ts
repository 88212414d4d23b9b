/** A rule for organizations: whoever is woken finds out what to do. */
import { type IAspect, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { unescapeTemplate } from "../../diagnostics";
import { Alert } from "../alert";
import { addComplaint } from "./complaint";

export interface RequireRunbookProps {
  /** What counts as one. Default: a link, `http://` or `https://`. */
  readonly pattern?: RegExp;
}

/** Every alert says in its annotations where the runbook is. */
export class RequireRunbook implements IAspect {
  readonly #pattern: RegExp;

  constructor({ pattern = /https?:\/\/\S+/ }: RequireRunbookProps = {}) {
    this.#pattern = pattern;
  }

  visit(node: IConstruct): void {
    if (!Alert.isAlert(node)) return;
    addComplaint(node, this, ({ annotationsInput: annotations = "" }) =>
      // A search, unlike a test, does not begin where the last one of a global pattern ended.
      Token.isUnresolved(annotations) || unescapeTemplate(annotations).search(this.#pattern) >= 0
        ? undefined
        : "It has no runbook. Put a link to one into its annotations.",
    );
  }
}
