/** An alert with its configuration: the construct that teams write. Specification: "Alert". */
import { type ITerraformIterator, type TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import { type AddressProps, setAddress } from "./alert-address";
import { checkAlert } from "./alert-checks";
import { type AlertConfig } from "./alert-config";
import { checkNamesOf } from "./alert-names";
import { type AlertPolicy, policyIdOf } from "./alert-policy";
import { AlertResource } from "./alert-resource";
import { type Destination, destinationIdOf } from "./destination";
import { type AlertConfig as ResourceArguments } from "./generated/alert";
import { DataDbmonAlert } from "./generated/data-dbmon-alert";
import { hostIdOf } from "./host";
import { literal } from "./text";

/** An alert, whether it is defined here or elsewhere. */
export interface IAlert {
  /** ID that the service gave it; a token until Terraform knows it. Of an alert with `forEach`, which is several, there is none. */
  readonly alertId: string;
}

/** What can be left as the service has it, though the definition says otherwise. */
export type IgnorableField =
  "policy" | "annotations" | "disabled" | "destinations" | "hosts" | "hostTypes" | "event" | "threshold";

export interface AlertProps extends AddressProps {
  /** Display name, unique in the environment. */
  readonly name: string;
  /** What makes it fire, and on which hosts. */
  readonly config: AlertConfig;
  /** How often the alert can fire for a given host: a policy, or its id. Default: that of the scope (`AlertDefaults`); without one, an error. */
  readonly policy?: AlertPolicy | number;
  /** Whom to notify: destinations, or their ids. Default: those of the scope, else nobody. */
  readonly destinations?: readonly (Destination | number)[];
  /** Description, or a link to a runbook. Default: that of the scope, else none. */
  readonly annotations?: string;
  /** A disabled alert does not fire. Default: false. */
  readonly disabled?: boolean;
  /** One alert for each element; give it a name that the element is part of. Default: one alert. */
  readonly forEach?: ITerraformIterator;
  /** Default: the provider of the stack that has no alias. */
  readonly provider?: TerraformProvider;
  /** Left as they are in the service once the alert exists: `["disabled"]` lets people mute it there. Default: none. */
  readonly ignoreChanges?: readonly IgnorableField[];
}

export class Alert extends Construct implements IAlert {
  /** The alert of this id, defined elsewhere. Nothing is looked up. */
  static fromId(id: string): IAlert {
    return { alertId: literal(id) };
  }

  /**
   * The alert of this name, defined elsewhere and looked up when Terraform plans. A name that does not exist fails the plan.
   * @param name the id when left out
   */
  static fromName(scope: Construct, id: string, name: string = id): IAlert {
    return { alertId: new DataDbmonAlert(scope, id, { name: literal(name) }).id };
  }

  static isAlert(construct: unknown): construct is Alert {
    return construct instanceof Alert;
  }

  /** The Terraform resource below this construct, for whatever the construct does not offer. */
  readonly resource: AlertResource;

  constructor(scope: Construct, id: string, props: AlertProps) {
    super(scope, id);
    this.resource = new AlertResource(this, "Default", argumentsOf(props));
    setAddress(this.resource, props);
    this.node.addValidation({ validate: () => checkAlert(this.resource, props) });
    checkNamesOf(this.resource);
  }

  get alertId(): string {
    return this.resource.id;
  }

  /** When the alert was last written, as a token: null where nothing was. */
  get writtenAt(): string {
    return this.resource.writtenAt;
  }
}

/** What is left out in the props is left out here too, so that defaults hold: those of the scopes, then the resource's own. */
function argumentsOf(props: AlertProps): ResourceArguments {
  const { name, policy, config, destinations, annotations, disabled, ignoreChanges = [] } = props;
  const { hosts, hostTypes, eventBlock, thresholdBlock } = config;
  return {
    name: literal(name),
    // Without one, the defaults give it, or the check complains.
    policy: (policy && policyIdOf(policy)) as number,
    ...(annotations === undefined ? {} : { annotations: literal(annotations) }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(destinations === undefined ? {} : { destinations: destinations.map(destinationIdOf) }),
    ...(hosts === undefined ? {} : { hosts: hosts.map(hostIdOf) }),
    ...(hostTypes === undefined ? {} : { hostTypes: hostTypes.map(literal) }),
    ...(eventBlock === undefined ? {} : { event: eventBlock }),
    ...(thresholdBlock === undefined ? {} : { threshold: thresholdBlock }),
    ...(props.forEach === undefined ? {} : { forEach: props.forEach }),
    ...(props.provider === undefined ? {} : { provider: props.provider }),
    ...(ignoreChanges.length === 0 ? {} : { lifecycle: { ignoreChanges: ignoreChanges.map(attributeOf) } }),
  };
}

function attributeOf(field: IgnorableField): string {
  return field === "hostTypes" ? "host_types" : field;
}
