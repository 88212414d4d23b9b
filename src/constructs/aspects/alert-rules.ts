/** Aspects that validate every alert. */
import { type IAspect, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { types } from "node:util";
import * as z from "zod";
import { unescapeTemplate } from "../../diagnostics";
import { alertLevels } from "../../service";
import { type AlertLevel } from "../alert-config";
import { type AlertResource, applyDefaults, isBrandedAlert, withName } from "../resources/alert-resource";
import { propertiesOf } from "../resources/arguments";
import { requireValid, rule } from "../validation/validate";

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

/**
 * Fails the synthesis if an alert has no destination: every alert, or every threshold alert of one level.
 * @example
 * Aspects.of(this).add(new RequireDestination("crit"));
 */
export class RequireDestination extends AlertRule {
  /**
   * @param level default: all alerts, including event alerts, which have no level
   * @throws Error if the level does not exist
   */
  constructor(private readonly level?: AlertLevel) {
    super();
    requireValid("The level of RequireDestination", z.enum(alertLevels).optional(), level);
  }

  protected override findProblem({ thresholdInput, destinationsInput: destinations = [] }: AlertResource) {
    const level = thresholdInput !== undefined && "alertLevel" in thresholdInput && thresholdInput.alertLevel;
    if (this.level !== undefined && level !== this.level) return undefined;
    if (Token.isUnresolved(destinations) || destinations.length > 0) return undefined;
    const alerts = this.level === undefined ? "every alert" : `alerts of level ${this.level}`;
    return `Missing destination, which RequireDestination requires for ${alerts}. Add a destination.`;
  }
}

/** The properties of `RequireRunbook`. */
export interface RequireRunbookProps {
  /** Pattern that the annotations must match. Default: a link, `http://` or `https://`. */
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
