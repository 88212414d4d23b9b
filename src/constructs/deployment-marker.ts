/** An event that marks a deployment on every chart. Specification: "Event". */
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type AlertLevel } from "./alert-level";
import { Event } from "./generated/event";
import { type Host, hostIdOf } from "./host";
import { literal } from "./text";
import { checkId, checkLevel, checkText } from "./value-checks";

export interface DeploymentMarkerProps {
  /**
   * What is deployed, such as the commit: a new value makes a new event, the same value none. The time of the synthesis would
   * make one with every deployment, whether anything changed or not.
   */
  readonly trigger: string;
  /** What the event says before the trigger. Default: "Deployed". */
  readonly message?: string;
  /** Category of the event. Default: "code deployment". */
  readonly type?: string;
  /** Host that the event is tied to, or its id. Default: none, the event is global. */
  readonly host?: Host | number;
  /** Default: `info`. */
  readonly level?: AlertLevel;
  /** What has to be deployed before, for example `[propagation.resource]`. Default: nothing. */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** The event starts when Terraform applies it. Events cannot be changed or deleted: an earlier one stays in the service. */
export class DeploymentMarker extends Construct {
  /** The Terraform resource below this construct. */
  readonly resource: Event;

  constructor(scope: Construct, id: string, props: DeploymentMarkerProps) {
    super(scope, id);
    const { trigger, message = "Deployed", type = "code deployment", host, level, dependsOn } = props;
    this.resource = new Event(this, "Default", {
      type: literal(type),
      message: literal(message === "" ? trigger : `${message} ${trigger}`),
      ...(host === undefined ? {} : { host: hostIdOf(host) }),
      ...(level === undefined ? {} : { level }),
      ...(dependsOn === undefined ? {} : { dependsOn: [...dependsOn] }),
    });
    this.node.addValidation({
      validate: () => [
        ...(trigger === "" ? ["It has no trigger. Give it what is deployed, such as the commit."] : []),
        ...checkText("trigger", trigger),
        ...(type === "" ? ["type: It is empty. Name the category of the event."] : []),
        ...(host === undefined ? [] : checkId("host", hostIdOf(host))),
        ...(level === undefined ? [] : checkLevel("level", level)),
      ],
    });
  }
}
