/** What the alerts of a scope have in common, said once. */
import { type IConstruct } from "constructs";
import { type AlertPolicy } from "./alert-policy";
import { type Destination } from "./destination";
import { type Host } from "./host";
import { type HostType } from "./host-type";

export interface AlertDefaultsProps {
  /** How often an alert can fire for a given host: a policy, or its id. */
  readonly policy?: AlertPolicy | number;
  /** Whom to notify: destinations, or their ids. */
  readonly destinations?: readonly (Destination | number)[];
  /** Hosts, or their ids. */
  readonly hosts?: readonly (Host | number)[];
  /** Database types. */
  readonly hostTypes?: readonly HostType[];
  /** Description, or a link to a runbook. */
  readonly annotations?: string;
}

const key = Symbol.for("dbmon-iac/alert-defaults");

/**
 * Defaults for every alert below a scope that does not say otherwise, whether it is made before them or after. The nearest scope
 * wins, argument by argument; lists are not joined.
 */
export class AlertDefaults {
  static of(scope: IConstruct): AlertDefaults {
    const kept = ownDefaults(scope);
    if (kept !== undefined) return kept;
    const made = new AlertDefaults();
    Object.defineProperty(scope, key, { value: made });
    return made;
  }

  #props: AlertDefaultsProps = {};

  private constructor() {}

  /** Adds to what was set before on the scope; what is said again takes its place. What is undefined is not said. */
  set(defaults: AlertDefaultsProps): this {
    const said = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));
    this.#props = { ...this.#props, ...said };
    return this;
  }

  get props(): AlertDefaultsProps {
    return this.#props;
  }
}

/** What holds for a construct, from all scopes that it is in. */
export function defaultsFor(construct: IConstruct): AlertDefaultsProps {
  let found: AlertDefaultsProps = {};
  for (const scope of construct.node.scopes) found = { ...found, ...ownDefaults(scope)?.props };
  return found;
}

function ownDefaults(scope: IConstruct): AlertDefaults | undefined {
  // Nobody else knows the key.
  return (scope as { [key]?: AlertDefaults })[key];
}
