import { types } from "node:util";
import { Token } from "cdktf";
import * as z from "zod";
import { unescapeTemplate } from "../../diagnostics";
import { type AlertResource } from "../resources/alert-resource";
import { propertiesOf } from "../resources/arguments";
import { requireValid, rule } from "../validation/validate";
import { AlertRule } from "./alert-rule";

/** The properties of `RequireRunbook`. */
export interface RequireRunbookProps {
  /** What the annotations must match. Default: a link, `http://` or `https://`. */
  readonly pattern?: RegExp;
}

/**
 * Fails the synthesis if the annotations of an alert do not name a runbook.
 * @example
 * Aspects.of(this).add(new RequireRunbook({ pattern: /https:\/\/runbooks\.example\.com\/\S+/ }));
 */
export class RequireRunbook extends AlertRule {
  readonly #pattern: RegExp;

  /** @throws Error if the pattern is not a regular expression */
  constructor(props: RequireRunbookProps = {}) {
    super();
    const { pattern = /https?:\/\/\S+/ } = propertiesOf(props);
    const schema = z.custom(types.isRegExp, rule("Must be a regular expression."));
    this.#pattern = requireValid("The pattern of RequireRunbook", schema, pattern);
  }

  protected override findProblem({ annotationsInput: annotations = "" }: AlertResource) {
    // search() ignores the lastIndex of a global pattern, test() would not.
    if (Token.isUnresolved(annotations) || unescapeTemplate(annotations).search(this.#pattern) >= 0)
      return undefined;
    return `Missing runbook: the annotations do not match ${String(this.#pattern)}. Add a link to the runbook.`;
  }
}
