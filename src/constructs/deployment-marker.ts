import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { type AlertLevel } from "./alert-level";
import { Event } from "./generated/event";
import { type Host, hostIdOf, hostLookup } from "./host";
import { hasMember, keepInvalid, propertiesOf } from "./invalid-value";
import { literal } from "./text";
import {
  format,
  validateId,
  validateLevel,
  validateList,
  validateRequiredText,
  validateText,
} from "./value-validation";

/** The properties of a `DeploymentMarker`. Specification: "Event". */
export interface DeploymentMarkerProps {
  /**
   * What is deployed, such as the commit. A new value creates a new event. Do not use the time of the synthesis: it would create an
   * event on every deployment.
   */
  readonly trigger: string;
  /** The text of the event, before the trigger. Default: "Deployed". */
  readonly message?: string;
  /** The category of the event. Default: "code deployment". */
  readonly type?: string;
  /** The host of the event, or its ID. Default: none, for a global event. */
  readonly host?: Host | number;
  /** The severity of the event. Default: `info`. */
  readonly level?: AlertLevel;
  /** What Terraform applies before the event, for example `[propagation.resource]`. Default: nothing. */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * An event that marks a deployment on the charts of the service. It starts at the time of the apply. The service cannot change or
 * delete an event: a new trigger creates another event, and the earlier one remains. Specification: "Event".
 * @example
 * new DeploymentMarker(this, "marker", {
 *   trigger: process.env.GITHUB_SHA ?? "local",
 *   message: "Alerts deployed:",
 *   dependsOn: [new Propagation(this, "effective").resource],
 * });
 */
export class DeploymentMarker extends Construct {
  /** The Terraform resource of the event. */
  readonly resource: Event;

  constructor(scope: Construct, id: string, props: DeploymentMarkerProps) {
    super(scope, id);
    const given = propertiesOf(props);
    const { trigger, message = "Deployed", type = "code deployment", host, level, dependsOn } = given;
    this.resource = new Event(this, "Default", {
      type: literal(type),
      message: literal(joinTexts([message, trigger])),
      ...(host === undefined ? {} : { host: hostIdOf(host) }),
      ...(level === undefined ? {} : { level: keepInvalid(level) }),
      ...(Array.isArray(dependsOn) ? { dependsOn: dependsOn.filter(isDependable) } : {}),
    });
    this.node.addValidation({
      validate: () => [
        ...validateRequiredText("trigger", trigger, "what is deployed, for example the commit"),
        ...validateText("message", message),
        ...validateRequiredText("type", type, "the category of the event"),
        ...(host === undefined ? [] : validateId("host", hostIdOf(host), hostLookup)),
        ...(level === undefined ? [] : validateLevel("level", level)),
        ...validateList("dependsOn", dependsOn, {
          validateItem: validateDependable,
          correctItem: () => "propagation.resource",
        }),
      ],
    });
  }
}

/** Joins texts with spaces. Validation reports values of another type. */
function joinTexts(texts: readonly unknown[]): string {
  const parts = texts.filter((text) => text !== "");
  return parts.map((part) => (typeof part === "string" ? part : format(part))).join(" ");
}

function isDependable(value: unknown): value is ITerraformDependable {
  return hasMember(value, "fqn");
}

function validateDependable(value: unknown): string[] {
  if (isDependable(value)) return [];
  return [
    `dependsOn: Must contain Terraform resources, such as propagation.resource. Received: ${format(value)}.`,
  ];
}
