/** The Terraform resource below an alert. What neither the alert nor an escape hatch has set comes from the defaults of the scopes. */
import { Annotations, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { quote, unescapeTemplate } from "../diagnostics";
import { defaultsFor } from "./alert-defaults";
import { policyIdOf } from "./alert-policy";
import { destinationIdOf } from "./destination";
import { Alert as GeneratedAlert } from "./generated/alert";
import { hostIdOf } from "./host";
import { literal } from "./text";

/** How complaints call an alert. */
export function subjectOf({ nameInput: name }: AlertResource): string {
  return typeof name !== "string" || name === "" || Token.isUnresolved(name)
    ? "This alert"
    : quote(unescapeTemplate(name));
}

/** Once, however often a synthesis comes by. */
export function warnOnce(construct: IConstruct, message: string): void {
  if (construct.node.metadata.some(({ data }) => data === message)) return;
  Annotations.of(construct).addWarning(message);
}

export class AlertResource extends GeneratedAlert {
  /** Defaults may be set after the alert is made, so they are filled in when somebody looks: a check, or the synthesis. */
  fillIn(): void {
    const { policy, destinations, hosts, hostTypes, annotations } = defaultsFor(this);
    if (this.policyInput === undefined && policy !== undefined) this.policy = policyIdOf(policy);
    if (this.destinationsInput === undefined && destinations !== undefined)
      this.destinations = destinations.map(destinationIdOf);
    if (this.hostsInput === undefined && hosts !== undefined) this.hosts = hosts.map(hostIdOf);
    if (this.hostTypesInput === undefined && hostTypes !== undefined) this.hostTypes = hostTypes.map(literal);
    if (this.annotationsInput === undefined && annotations !== undefined)
      this.annotations = literal(annotations);
  }

  // The form of the class above.
  protected override synthesizeAttributes(): Record<string, unknown> {
    this.fillIn();
    return super.synthesizeAttributes();
  }

  /** @throws Error: the kinds would be written as blocks, which they are not, ids of destinations and texts not as expressions at all */
  protected override synthesizeHclAttributes(): never {
    throw new Error(
      "Alerts cannot be written in HCL: what cdktf makes of them is not what Terraform reads. Leave out --hcl (or SYNTH_HCL_OUTPUT, " +
        "hclOutput): Terraform takes the JSON that cdktf writes otherwise.",
    );
  }
}
