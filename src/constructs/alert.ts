/** The construct of an alert and its configuration. */
import { type ITerraformIterator, TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import * as z from "zod";
import { omitUndefined } from "../diagnostics";
import { type AlertConfig, filtersOf } from "./alert-config";
import { type AlertPolicy } from "./alert-policy";
import { addBrand, alertBrand } from "./contract";
import { type Destination } from "./destination";
import { type AlertMuted } from "./generated/alert";
import { DataDbmonAlert } from "./generated/data-dbmon-alert";
import {
  type AddressProps,
  type AlertArguments,
  AlertResource,
  argumentsWithDefaults,
  isBrandedAlert,
  setAddress,
} from "./resources/alert-resource";
import { literal, propertiesOf, toArguments } from "./resources/arguments";
import { validateNames } from "./validation/alert-names";
import { type ignorableFields, isIgnorable, isIterator, validateAlert } from "./validation/alert-validation";
import { requireSameLibrary } from "./validation/library";
import { requireValid, rule, validateAtSynthesis } from "./validation/validate";

/** An alert that is defined in this stack or elsewhere. */
export interface IAlert {
  /** The ID that the service assigns; a token until Terraform knows it. Invalid for an alert with `forEach`, which has many. */
  readonly alertId: string;
}

/** An attribute that `ignoreChanges` can name. */
export type IgnorableField = (typeof ignorableFields)[number];

/** The properties of an `Alert`. Specification: "Alert". */
export interface AlertProps extends AddressProps {
  /** Display name, unique in the environment. */
  readonly name: string;
  /** The condition that fires the alert, and the hosts it applies to. */
  readonly config: AlertConfig;
  /** How often the alert can fire for a given host: a policy, its name or its ID. Default: from `AlertDefaults`; without it, an error. */
  readonly policy?: AlertPolicy | string | number;
  /** Destinations to notify, their names or their IDs. Default: from `AlertDefaults`, otherwise none. */
  readonly destinations?: readonly (Destination | string | number)[];
  /** Description, or a link to a runbook. Default: from `AlertDefaults`, otherwise empty. */
  readonly annotations?: string;
  /** Whether the alert is disabled: a disabled alert does not fire. Default: false. */
  readonly disabled?: boolean;
  /**
   * A mute with an end. Until then, the alert is disabled. The first deployment after it enables the alert. Not together with
   * `disabled: true`. Default: not muted.
   */
  readonly muted?: {
    /** End of the mute, as an RFC 3339 time with a zone: `2090-12-24T08:00:00Z`. */
    readonly until: string;
    /** Why the alert is muted, for reports. */
    readonly reason?: string;
  };
  /** Creates one alert per element. The name must contain the element. Default: one alert. */
  readonly forEach?: ITerraformIterator;
  /** Default: the provider of the stack that has no alias. */
  readonly provider?: TerraformProvider;
  /** Attributes whose live values are kept once the alert exists: with `["disabled"]`, users can mute the alert in the service. Default: none. */
  readonly ignoreChanges?: readonly IgnorableField[];
}

/**
 * An alert with its configuration. Synthesis validates it, and reports all problems of the app at once. Specification: "Alert".
 * @example
 * new Alert(this, "cpu", {
 *   name: "CPU: a database server is saturated",
 *   annotations: "https://runbooks.example.com/databases/cpu",
 *   policy: AlertPolicy.fromId(2),
 *   destinations: [Destination.fromName("On-call PagerDuty")],
 *   config: AlertConfig.threshold({
 *     alertLevel: AlertLevel.CRIT,
 *     metric: "os.cpu.user_us",
 *     trigger: 900_000,
 *     reset: 700_000,
 *     duration: AlertDuration.fromId(2),
 *   }),
 * });
 */
export class Alert extends Construct implements IAlert {
  /**
   * A reference to an alert that is defined elsewhere, by its ID. Terraform does not look it up.
   * @throws Error if the ID is not a string of digits
   * @example
   * new TerraformOutput(this, "alert-id", { value: Alert.fromId("12").alertId });
   */
  static fromId(id: string): IAlert {
    const digits = z.string().regex(/^\d+$/, rule("Must be a string of digits."));
    return { alertId: requireValid("The ID of an alert", digits, id) };
  }

  /**
   * A reference to an alert that is defined elsewhere, by its name. Terraform looks it up during the plan, and the plan fails if
   * no alert has the name.
   * @param name default: the ID of the construct
   * @example
   * const restarts = Alert.fromName(this, "restarts", "Restart: a database server restarted");
   * new TerraformOutput(this, "restarts-id", { value: restarts.alertId });
   */
  static fromName(scope: Construct, id: string, name: string = id): IAlert {
    requireSameLibrary(scope);
    const data = new DataDbmonAlert(scope, id, toArguments({ name: literal(name) }));
    validateAtSynthesis(data, { name: z.string() }, { name }, { name: "Set it to the name of an alert." });
    return { alertId: data.id };
  }

  /**
   * Whether a value is an `Alert`, including one of another copy of this package in the app, for which `instanceof` is false.
   * @example
   * for (const alert of this.node.findAll().filter(Alert.isAlert)) alert.resource.disabled = true;
   */
  static isAlert(value: unknown): value is Alert {
    return isBrandedAlert(value);
  }

  /**
   * The Terraform resource of this alert, to set arguments that the construct does not offer.
   * @example
   * const alert = new Alert(this, "deploys", {
   *   name: "Deploy",
   *   policy: 1,
   *   config: AlertConfig.event({ categories: ["code deployment"] }),
   * });
   * alert.resource.addOverride("lifecycle.prevent_destroy", true);
   */
  readonly resource: AlertResource;

  constructor(scope: Construct, id: string, props: AlertProps) {
    requireSameLibrary(scope);
    super(scope, id);
    addBrand(this, alertBrand);
    const given = propertiesOf(props);
    this.resource = new AlertResource(this, "Default", argumentsOf(given));
    setAddress(this.resource, given);
    this.node.addValidation({ validate: () => validateAlert(this.resource, given) });
    validateNames(this.resource);
  }

  get alertId(): string {
    return this.resource.id;
  }

  /**
   * A token of the time at which Terraform last wrote the alert, as an RFC 3339 timestamp. Null after an import or an adoption.
   * @example
   * const alert = new Alert(this, "deploys", {
   *   name: "Deploy",
   *   policy: 1,
   *   config: AlertConfig.event({ categories: ["code deployment"] }),
   * });
   * new TerraformOutput(this, "written-at", { value: alert.writtenAt });
   */
  get writtenAt(): string {
    return this.resource.writtenAt;
  }
}

/** Omits what the properties omit, so that defaults apply: those of the scopes, then those of the provider. */
function argumentsOf(props: Partial<AlertProps>): AlertArguments {
  const { disabled, muted, forEach, ignoreChanges } = props;
  const { eventBlock, thresholdBlock } = propertiesOf(props.config);
  const filters = filtersOf(props.config);
  const computesDisabled = muted !== undefined || filters.allowNoHosts === true;
  const provider = TerraformProvider.isTerraformProvider(props.provider) ? props.provider : undefined;
  const ignored = Array.isArray(ignoreChanges) ? ignoreChanges.filter(isIgnorable).map(attributeOf) : [];
  return {
    ...argumentsWithDefaults({ ...props, ...filters }),
    ...toArguments<Pick<AlertArguments, "name" | "disabled">>({
      // Validation reports a missing name, which the generated class requires.
      name: literal(props.name ?? ""),
      // The provider refuses a value of `disabled` that it computes.
      disabled: !disabled && computesDisabled ? undefined : disabled,
    }),
    ...omitUndefined({
      muted: muted === undefined ? undefined : muteBlock(propertiesOf(muted)),
      event: eventBlock,
      threshold: thresholdBlock,
      forEach: isIterator(forEach) ? forEach : undefined,
      provider,
      lifecycle: ignored.length === 0 ? undefined : { ignoreChanges: ignored },
    }),
  };
}

/** Validation reports a missing or an invalid end. */
function muteBlock({ until = "", reason }: Partial<NonNullable<AlertProps["muted"]>>): AlertMuted {
  return toArguments<AlertMuted>({ until: literal(until), reason: literal(reason) });
}

/** For example `written_at` for `writtenAt`. */
function attributeOf(field: IgnorableField): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
