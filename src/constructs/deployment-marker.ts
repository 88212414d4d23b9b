import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import * as z from "zod";
import { eventCreation } from "../service";
import { type AlertLevel } from "./alert-config";
import { Event, type EventConfig } from "./generated/event";
import { type Host } from "./host";
import { hasMember, literal, propertiesOf, toArguments } from "./resources/arguments";
import { nameOrId, referenceOf } from "./resources/references";
import { requireSameLibrary } from "./validation/library";
import { format, rule, validateAtSynthesis } from "./validation/validate";

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
  /** The host of the event, its name or its ID. Default: none, for a global event. */
  readonly host?: Host | string | number;
  /** The severity of the event. Default: `info`. */
  readonly level?: AlertLevel;
  /** Resources that Terraform applies before the event, for example `[propagation.resource]`. Default: nothing. */
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
    requireSameLibrary(scope);
    super(scope, id);
    const { message = "Deployed", type = "code deployment", ...given } = propertiesOf(props);
    const { trigger, level, dependsOn } = given;
    const host = referenceOf(given.host, "hostReference");
    this.resource = new Event(this, "Default", {
      ...toArguments<EventConfig>({
        type: literal(type),
        message: literal(joinTexts([message, trigger])),
        host,
        level,
      }),
      ...(Array.isArray(dependsOn) ? { dependsOn: dependsOn.filter(isDependable) } : {}),
    });
    validateAtSynthesis(this, schemas, { ...given, message, type, host }, missing);
  }
}

const { type, level } = eventCreation.shape;
const schemas = {
  trigger: z.string(),
  message: z.string(),
  type,
  host: nameOrId.optional(),
  level,
  dependsOn: z
    .array(z.custom(isDependable, rule("Must contain Terraform resources, such as propagation.resource.")))
    .optional(),
};

const missing = {
  trigger: "Set it to what is deployed, for example the commit.",
  type: "Set it to the category of the event.",
};

/** Joins strings with spaces. Validation reports values of another type. */
function joinTexts(texts: readonly unknown[]): string {
  const parts = texts.filter((text) => text !== "");
  return parts.map((part) => (typeof part === "string" ? part : format(part))).join(" ");
}

function isDependable(value: unknown): value is ITerraformDependable {
  return hasMember(value, "fqn");
}
