/** An alert with its configuration: the construct that teams write. Specification: "Alert". */
import { Construct } from "constructs";
import { type AlertConfig } from "./alert-config";
import { type Destination } from "./destination";
import { Alert as AlertResource, type AlertConfig as AlertResourceConfig } from "./generated/alert";
import { literal } from "./text";

export interface AlertProps {
  /** Display name, unique in the environment. */
  readonly name: string;
  /** ID of an alert policy: how often the alert can fire for a given host. */
  readonly policy: number;
  /** What makes it fire, and on which hosts. */
  readonly config: AlertConfig;
  /** Whom to notify. Default: nobody. */
  readonly destinations?: readonly Destination[];
  /** Description, or a link to a runbook. Default: none. */
  readonly annotations?: string;
  /** A disabled alert does not fire. Default: false. */
  readonly disabled?: boolean;
}

export class Alert extends Construct {
  /** The Terraform resource below this construct, for whatever the construct does not offer. */
  readonly resource: AlertResource;

  constructor(scope: Construct, id: string, props: AlertProps) {
    super(scope, id);
    this.resource = new AlertResource(this, "Default", argumentsOf(props));
  }

  /** ID that the service gives the alert, as a token: known once it exists. */
  get alertId(): string {
    return this.resource.id;
  }
}

/** What is left out in the props is left out here too, so that the resource's own defaults hold. */
function argumentsOf({
  name,
  policy,
  config,
  destinations,
  annotations,
  disabled,
}: AlertProps): AlertResourceConfig {
  return {
    name: literal(name),
    policy,
    ...(annotations === undefined ? {} : { annotations: literal(annotations) }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(destinations === undefined ? {} : { destinations: destinations.map((one) => one.destinationId) }),
    ...(config.hosts.length === 0 ? {} : { hosts: [...config.hosts] }),
    ...(config.hostTypes.length === 0 ? {} : { hostTypes: [...config.hostTypes] }),
    ...(config.eventBlock === undefined ? {} : { event: config.eventBlock }),
    ...(config.thresholdBlock === undefined ? {} : { threshold: config.thresholdBlock }),
  };
}
