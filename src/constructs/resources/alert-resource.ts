/** The Terraform resource of an `Alert`, and how other constructs find and report it. */
import { Annotations, Lazy, Token } from "cdktf";
import { type Construct, type IConstruct } from "constructs";
import * as z from "zod";
import { omitUndefined, quote, unescapeTemplate } from "../../diagnostics";
import { type AlertDefaultsProps, defaultsFor } from "../alert-defaults";
import { alertBrand, hasBrand } from "../contract";
import { Alert as GeneratedAlert, type AlertConfig as GeneratedArguments } from "../generated/alert";
import { rule, validate } from "../validation/validate";
import { literal, mapList, mapTags, toArguments } from "./arguments";
import { findCreationPlace } from "./creation-place";
import { referenceListOf, referenceOf } from "./references";

/** The arguments of `dbmon_alert`. Without a policy, the defaults of the scopes apply. */
export type AlertArguments = Omit<GeneratedArguments, "policy"> & Partial<Pick<GeneratedArguments, "policy">>;

/** Replaces a missing policy, which the generated class requires. It resolves to undefined, so the attribute is omitted. */
const missingPolicy = Lazy.stringValue({ produce: () => undefined });

/**
 * The resource `dbmon_alert` in the class that cdktf generates from the provider. It is `resource` of an `Alert`, and sets arguments
 * that the construct does not offer.
 * @example
 * const alert = new Alert(this, "deploys", {
 *   name: "Deploy",
 *   policy: 1,
 *   config: AlertConfig.event({ categories: ["code deployment"] }),
 * });
 * alert.resource.addOverride("lifecycle.prevent_destroy", true);
 */
export class AlertResource extends GeneratedAlert {
  /** The line of the program that creates the alert: `main.ts:42`. Undefined if only packages are on the stack. */
  readonly createdAt: string | undefined = findCreationPlace();

  constructor(scope: Construct, id: string, config: AlertArguments) {
    super(scope, id, { policy: missingPolicy, ...config });
  }

  /** The policy, or undefined until the alert, its defaults or an override sets one. */
  override get policyInput(): string | undefined {
    const policy = super.policyInput;
    return policy === missingPolicy ? undefined : policy;
  }

  /** Terraform ignores it, and `Testing.synth` omits it, so that snapshots contain no line numbers. */
  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...omitUndefined({ created_at: this.createdAt }) };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    applyDefaults(this);
    return super.synthesizeAttributes();
  }

  /** @throws Error always: cdktf writes `event`, `threshold`, destination IDs and strings as HCL that Terraform rejects */
  protected override synthesizeHclAttributes(): never {
    throw new Error(
      "Cannot synthesize alerts as HCL, because Terraform rejects the HCL that cdktf writes for them. " +
        "Remove --hcl (or SYNTH_HCL_OUTPUT, hclOutput) to write JSON instead.",
    );
  }
}

/** The arguments that have defaults. */
export function argumentsWithDefaults({
  policy,
  destinations,
  hosts,
  hostTypes,
  hostTags,
  allowNoHosts,
  annotations,
}: AlertDefaultsProps): Partial<AlertArguments> {
  const others = toArguments<Partial<AlertArguments>>({
    policy: referenceOf(policy, "policyReference"),
    destinations: referenceListOf(destinations, "destinationReference"),
    hosts: referenceListOf(hosts, "hostReference"),
    hostTypes: mapList(hostTypes, literal),
    annotations: literal(annotations),
    allowNoHosts,
  });
  return { ...others, ...omitUndefined({ hostTags: hostTags && mapTags(hostTags) }) };
}

/**
 * Sets the attributes that neither the alert nor an override has set to the defaults of the scopes. Defaults may be set after the
 * alert is defined, so this runs at validation and at synthesis. Works for alerts of every copy of this package.
 */
export function applyDefaults(alert: AlertResource): void {
  const missing = Object.entries(defaultsFor(alert)).filter(([key]) => inputOf(alert, key) === undefined);
  if (missing.length > 0) Object.assign(alert, argumentsWithDefaults(Object.fromEntries(missing)));
}

/** The value that an argument was set to. */
export function inputOf(alert: AlertResource, argument: string): unknown {
  return Reflect.get(alert, `${argument}Input`);
}

/** Whether changes of `disabled` are kept once the alert exists. */
export function ignoresDisabled({ lifecycle }: AlertResource): boolean {
  const ignored = lifecycle?.ignoreChanges ?? [];
  return ignored === "all" || ignored.includes("disabled");
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

export interface AddressProps {
  /**
   * The Terraform address of the alert before its construct was moved or got another ID, as printed by `terraform state list`, or
   * the last part of it. Terraform then keeps the live alert instead of replacing it.
   */
  readonly moveFrom?: string;
  /**
   * Imports a live alert that Terraform does not manage: true for the alert of the same name, or the name or ID that the live alert
   * has now. Not supported with `forEach`. Default: false.
   */
  readonly importExisting?: boolean | string;
}

export function setAddress(alert: AlertResource, { moveFrom, importExisting }: AddressProps): void {
  if (isAddress(moveFrom)) alert.moveFromId(qualifiedAddress(moveFrom));
  // An aspect may still change the name.
  if (importExisting === true) alert.importFrom(Lazy.stringValue({ produce: () => alert.nameInput }));
  if (typeof importExisting === "string" && importExisting !== "") alert.importFrom(literal(importExisting));
}

export const addressSchemas = {
  moveFrom: z
    .custom(isAddress, rule("Must be an address that `terraform state list` prints, or its last part."))
    .optional(),
  importExisting: z
    .custom(
      (value) => typeof value === "boolean" || (typeof value === "string" && value !== ""),
      rule("Must be a string, the name or ID of the live alert, or true for the same name."),
    )
    .optional(),
};

export function validateAddress(alert: AlertResource, props: AddressProps): string[] {
  const { importExisting = false } = props;
  const problems = validate(addressSchemas, props);
  if (importExisting === false || alert.forEach === undefined) return problems;
  return [
    ...problems,
    "importExisting: Not supported with forEach, which creates several alerts. Remove importExisting, " +
      'and set existingAlerts: "adopt" in the provider for one deploy.',
  ];
}

function isAddress(moveFrom: unknown): moveFrom is string {
  return typeof moveFrom === "string" && /^[\p{L}\p{N}_](?:[^\s[]|\[[^\]]*\])*$/u.test(moveFrom);
}

function qualifiedAddress(moveFrom: string): string {
  // The key of an instance may contain dots too: `each["a.b"]`.
  return /^[^[.]+\./.test(moveFrom) ? moveFrom : `dbmon_alert.${moveFrom}`;
}
