/** Default values for all alerts of a scope. */
import { type IConstruct } from "constructs";
import { omitUndefined } from "../diagnostics";
import { type HostFilters } from "./alert-config";
import { type AlertPolicy } from "./alert-policy";
import { defaultsKey, hasBrand } from "./contract";
import { type Destination } from "./destination";
import { propertiesOf } from "./resources/arguments";
import { validateKeys } from "./validation/validate";

/** Values for the alerts of a scope that do not set their own. */
export interface AlertDefaultsProps extends HostFilters {
  /** How often an alert can fire for a given host: a policy, its name or its ID. */
  readonly policy?: AlertPolicy | string | number;
  /** Destinations to notify, their names or their IDs. */
  readonly destinations?: readonly (Destination | string | number)[];
  /** Description, or a link to a runbook. */
  readonly annotations?: string;
}

/**
 * Defaults for every alert in a scope or below it that does not set the value itself. The order of definition does not matter: an
 * alert may be defined before its defaults. The nearest scope wins, value by value. Lists are replaced, not merged.
 * @example
 * AlertDefaults.of(this).set({
 *   policy: AlertPolicy.fromId(2),
 *   destinations: [Destination.fromName("#db-alerts")],
 * });
 * // Uses the policy and the destination of the stack.
 * new Alert(this, "deploys", {
 *   name: "Deploy",
 *   config: AlertConfig.event({ categories: ["code deployment"] }),
 * });
 */
export class AlertDefaults {
  /**
   * The defaults of a scope: an app, a stack, or a construct that contains alerts.
   * @example
   * const team = new Construct(this, "team");
   * AlertDefaults.of(team).set({ annotations: "https://runbooks.example.com/team" });
   */
  static of(scope: IConstruct): AlertDefaults {
    return new AlertDefaults(scope);
  }

  readonly #scope: IConstruct;

  private constructor(scope: IConstruct) {
    this.#scope = scope;
  }

  /**
   * Adds to the defaults of the scope, and replaces values that are already set. A value of undefined changes nothing.
   * @example
   * AlertDefaults.of(this).set({ policy: 2 }).set({ destinations: [Destination.fromId(1)] });
   */
  set(defaults: AlertDefaultsProps): this {
    const value: AlertDefaultsProps = { ...this.props, ...omitUndefined(propertiesOf(defaults)) };
    Object.defineProperty(this.#scope, defaultsKey, { value, configurable: true });
    this.#scope.node.addValidation({ validate: () => validateKeys(defaults, defaultNames) });
    return this;
  }

  /**
   * The defaults that are set on this scope itself, without those of the scopes above it.
   * @example
   * const { policy } = AlertDefaults.of(this).props;
   */
  get props(): AlertDefaultsProps {
    return hasDefaults(this.#scope) ? this.#scope[defaultsKey] : {};
  }
}

const defaultNames = [
  "policy",
  "destinations",
  "annotations",
  "hosts",
  "hostTypes",
  "hostTags",
  "allowNoHosts",
];

/** The defaults that apply to a construct, from all of its scopes. */
export function defaultsFor(construct: IConstruct): AlertDefaultsProps {
  let defaults: AlertDefaultsProps = {};
  for (const scope of construct.node.scopes) defaults = { ...defaults, ...AlertDefaults.of(scope).props };
  return defaults;
}

function hasDefaults(scope: IConstruct): scope is IConstruct & { [defaultsKey]: AlertDefaultsProps } {
  return hasBrand(scope, defaultsKey);
}
