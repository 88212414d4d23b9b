/** The Terraform resource of an `Alert`, and how other constructs find and report it. */
import { Annotations, Lazy, Token } from "cdktf";
import { type Construct, type IConstruct } from "constructs";
import { quote, unescapeTemplate } from "../diagnostics";
import { defaultsFor } from "./alert-defaults";
import { policyIdOf } from "./alert-policy";
import { alertBrand, hasBrand } from "./contract";
import { destinationIdOf } from "./destination";
import { Alert as GeneratedAlert, type AlertConfig as GeneratedArguments } from "./generated/alert";
import { hostIdOf } from "./host";
import { convertList } from "./invalid-value";
import { literal } from "./text";

/** The arguments of `dbmon_alert`. Without a policy, the defaults of the scopes apply. */
export type AlertArguments = Omit<GeneratedArguments, "policy"> & Partial<Pick<GeneratedArguments, "policy">>;

/** Stands for a missing policy, which the generated class requires. It resolves to nothing, so the attribute is left out. */
const missingPolicy = Lazy.numberValue({ produce: () => undefined });

/**
 * The resource `dbmon_alert` in the class that cdktf generates from the provider. It is `resource` of an `Alert`, and sets what
 * the construct does not offer.
 * @example
 * const alert = new Alert(this, "deploys", {
 *   name: "Deploy",
 *   policy: 1,
 *   config: AlertConfig.event({ categories: ["code deployment"] }),
 * });
 * alert.resource.addOverride("lifecycle.prevent_destroy", true);
 */
export class AlertResource extends GeneratedAlert {
  constructor(scope: Construct, id: string, config: AlertArguments) {
    super(scope, id, { policy: missingPolicy, ...config });
  }

  /** The policy ID, or undefined until the alert, its defaults or an override sets one. */
  override get policyInput(): number | undefined {
    const policy = super.policyInput;
    return policy === missingPolicy ? undefined : policy;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    applyDefaults(this);
    return super.synthesizeAttributes();
  }

  /** @throws Error always: cdktf writes `event`, `threshold`, destination IDs and texts as HCL that Terraform rejects */
  protected override synthesizeHclAttributes(): never {
    throw new Error(
      "Cannot synthesize alerts as HCL, because Terraform rejects the HCL that cdktf writes for them. " +
        "Remove --hcl (or SYNTH_HCL_OUTPUT, hclOutput) to write JSON instead.",
    );
  }
}

/**
 * Sets the attributes that neither the alert nor an override has set to the defaults of the scopes. Defaults may be set after the
 * alert is defined, so this runs at validation and at synthesis. Works for alerts of every copy of this package.
 */
export function applyDefaults(alert: AlertResource): void {
  const { policy, destinations, hosts, hostTypes, annotations } = defaultsFor(alert);
  if (alert.policyInput === undefined && policy !== undefined)
    alert.policy = policyIdOf(policy, alert, alert.provider);
  if (alert.destinationsInput === undefined && destinations !== undefined)
    alert.destinations = convertList(destinations, destinationIdOf);
  if (alert.hostsInput === undefined && hosts !== undefined) alert.hosts = convertList(hosts, hostIdOf);
  if (alert.hostTypesInput === undefined && hostTypes !== undefined)
    alert.hostTypes = convertList(hostTypes, literal);
  if (alert.annotationsInput === undefined && annotations !== undefined)
    alert.annotations = literal(annotations);
}

/** An `Alert` of any copy of this package. */
interface BrandedAlert extends IConstruct {
  readonly resource: AlertResource;
}

export function isBrandedAlert(value: unknown): value is BrandedAlert {
  return hasBrand(value, alertBrand);
}

/** The resources of all alerts that are defined in the scope or below it, in order of definition. */
export function alertsBelow(scope: IConstruct): AlertResource[] {
  return scope.node
    .findAll()
    .filter(isBrandedAlert)
    .map(({ resource }) => resource);
}

/** Prefixes a message with the quoted name of the alert, unless the name is missing or a token. */
export function withName({ nameInput: name }: AlertResource, message: string): string {
  return typeof name !== "string" || name === "" || Token.isUnresolved(name)
    ? message
    : `${quote(unescapeTemplate(name))}: ${message}`;
}

/** Adds a warning to the construct, unless an earlier validation of the same app has added it. */
export function warnOnce(construct: IConstruct, message: string): void {
  if (construct.node.metadata.some(({ data }) => data === message)) return;
  Annotations.of(construct).addWarning(message);
}
