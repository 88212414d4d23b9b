/** Validates an alert at synthesis. Tokens are skipped: Terraform validates them during the plan. */
import { type ITerraformIterator, TerraformProvider, Token, Tokenization } from "cdktf";
import { hintForName } from "../diagnostics";
import {
  type AlertFinding,
  checkAlert as findingsOf,
  checkMute,
  type PartialAlert,
  type PartialMute,
} from "../service";
import { type AddressProps, validateAddress } from "./alert-address";
import { type AlertResource, applyDefaults, warnOnce, withName } from "./alert-resource";
import { durationLookup } from "./alert-duration";
import { policyLookup } from "./alert-policy";
import { destinationLookup } from "./destination";
import { hostLookup } from "./host";
import { hasMember } from "./invalid-value";
import { isMetricName } from "./metric";
import {
  format,
  validateBoolean,
  validateId,
  validateIds,
  validateLevel,
  validateList,
  validateNumber,
  validateRequiredText,
  validateText,
  validateTexts,
} from "./value-validation";

/** The attributes that `ignoreChanges` can name. */
export const ignorableFields = [
  "policy",
  "annotations",
  "disabled",
  "destinations",
  "hosts",
  "hostTypes",
  "event",
  "threshold",
] as const;

/** The properties that do not reach the resource of the alert if they are invalid. */
interface UnresolvableProps extends AddressProps {
  readonly config?: unknown;
  readonly forEach?: unknown;
  readonly provider?: unknown;
  readonly ignoreChanges?: unknown;
}

/** Returns all problems of the alert, and adds a warning to its construct for each likely mistake. */
export function validateAlert(alert: AlertResource, props: UnresolvableProps): string[] {
  applyDefaults(alert);
  for (const warning of warningsOf(alert)) warnOnce(alert, withName(alert, warning));
  const { annotationsInput: annotations } = alert;
  const problems = [
    ...validateName(alert.nameInput),
    ...validatePolicy(alert.policyInput),
    ...(annotations === undefined ? [] : validateText("annotations", annotations)),
    ...validateBoolean("disabled", alert.disabledInput),
    ...validateMute(alert, props.ignoreChanges),
    ...validateIds("destinations", alert.destinationsInput, destinationLookup),
    ...validateIds("hosts", alert.hostsInput, hostLookup),
    ...validateTexts("hostTypes", alert.hostTypesInput),
    ...validateCondition(alert, props.config),
    ...validateForEach(props.forEach),
    ...validateProvider(props.provider),
    ...validateIgnoreChanges(props.ignoreChanges),
    ...validateAddress(alert, props),
  ];
  return problems.map((problem) => withName(alert, problem));
}

function validateName(name: unknown): string[] {
  if (name === undefined || (typeof name === "string" && name.trim() === ""))
    return ["Missing name. Set a name that is unique in the environment."];
  return validateText("name", name);
}

function validatePolicy(policy: unknown): string[] {
  if (policy !== undefined) return validateId("policy", policy, policyLookup);
  return ["Missing policy. Set policy on the alert, or a default: AlertDefaults.of(this).set({ policy })."];
}

const configFactories = "AlertConfig.threshold(...) or AlertConfig.event(...)";

function validateCondition(alert: AlertResource, config: unknown): string[] {
  const { thresholdInput: threshold, eventInput: event } = alert;
  if (threshold === undefined && event === undefined && !hasMember(config, "kind")) {
    if (config === undefined) return [`Missing config. Set it to ${configFactories}.`];
    return [`config: Must be ${configFactories}. Received: ${format(config)}.`];
  }
  const errors = findingsOf(knownPartOf(alert)).filter(({ severity }) => severity === "error");
  if (errors.length > 0) return errors.map(formatError);
  return [
    ...(threshold === undefined || isToken(threshold) ? [] : validateThreshold(threshold)),
    ...(event === undefined || isToken(event) ? [] : validateCategories(event)),
  ];
}

function validateMute(alert: AlertResource, ignoreChanges: unknown): string[] {
  const { mutedUntilInput: mutedUntil } = alert;
  if (mutedUntil === undefined) return [];
  const problems = validateText("mutedUntil", mutedUntil);
  if (problems.length > 0) return problems;
  const ignoresDisabled = Array.isArray(ignoreChanges) && ignoreChanges.includes("disabled");
  return checkMute({ ...muteOf(alert), ignoresDisabled })
    .filter(({ severity }) => severity === "error")
    .map((finding) => `mutedUntil: ${formatFinding(finding)}`);
}

function validateThreshold(threshold: object): string[] {
  const { alertLevel, metric, trigger, reset, duration }: Readonly<Record<string, unknown>> = {
    ...threshold,
  };
  return [
    ...validateLevel("alertLevel", alertLevel),
    ...validateMetric(metric),
    ...validateNumber("trigger", trigger),
    ...validateNumber("reset", reset),
    ...validateId("duration", duration, durationLookup),
  ];
}

function validateMetric(metric: unknown): string[] {
  const problems = validateRequiredText("metric", metric, "the name of the metric to watch");
  if (problems.length > 0 || Token.isUnresolved(metric) || isMetricName(metric)) return problems;
  return [
    `metric: Must be one word without white space, such as os.cpu.user_us. Received: ${format(metric)}.`,
  ];
}

function validateCategories(event: object): string[] {
  if (hasMember(event, "categories")) return validateTexts("categories", event.categories);
  return ["Missing categories. Set them to the event types to notify about."];
}

function validateForEach(forEach: unknown): string[] {
  if (forEach === undefined || isIterator(forEach)) return [];
  const iterator = "TerraformIterator.fromList([...])";
  return [`forEach: Must be an iterator, such as ${iterator}. Received: ${format(forEach)}.`];
}

export function isIterator(value: unknown): value is ITerraformIterator {
  return hasMember(value, "_getForEachExpression");
}

function validateProvider(provider: unknown): string[] {
  if (provider === undefined || TerraformProvider.isTerraformProvider(provider)) return [];
  return [`provider: Must be a DbmonProvider. Received: ${format(provider)}.`];
}

function validateIgnoreChanges(fields: unknown): string[] {
  return validateList("ignoreChanges", fields, {
    validateItem: (field) => {
      if (isIgnorable(field)) return [];
      const hint = hintForName(typeof field === "string" ? field : "", ignorableFields);
      return [`ignoreChanges: Must contain attributes. Received: ${format(field)}. ${hint}`];
    },
    correctItem: (field) => (isIgnorable(field) ? format(field) : undefined),
  });
}

export function isIgnorable(field: unknown): field is (typeof ignorableFields)[number] {
  return ignorableFields.some((ignorable) => ignorable === field);
}

/** The alert without its tokens, and without values of the wrong type, which validation reports. */
export function knownPartOf(alert: AlertResource): PartialAlert {
  const { eventInput: event, thresholdInput: threshold, hostTypesInput: hostTypes } = alert;
  const { metric, trigger, reset }: Readonly<Record<string, unknown>> = { ...threshold };
  const categories = hasMember(event, "categories") ? event.categories : undefined;
  return {
    hasEvent: event !== undefined,
    hasThreshold: threshold !== undefined,
    host_types: knownTexts(hostTypes),
    categories: knownTexts(categories),
    metric: isMetricName(metric) && !Token.isUnresolved(metric) ? metric : undefined,
    trigger: isKnownNumber(trigger) ? trigger : undefined,
    reset: isKnownNumber(reset) ? reset : undefined,
  };
}

/** Undefined for a token, for a value that is no list, and for a list whose items are all unknown or invalid. */
function knownTexts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || Token.isUnresolved(value)) return undefined;
  const known = value.filter((item) => typeof item === "string" && !Token.isUnresolved(item));
  return value.length > 0 && known.length === 0 ? undefined : known;
}

/** The mute without its tokens, and without values of the wrong type, which validation reports. */
function muteOf({ mutedUntilInput: mutedUntil, disabledInput: disabled }: AlertResource): PartialMute {
  return {
    mutedUntil: typeof mutedUntil === "string" && !isExpression(mutedUntil) ? mutedUntil : undefined,
    disabled: disabled === true,
  };
}

function formatFinding({ what, why, remedy }: AlertFinding): string {
  return `${what}${why === undefined ? "" : `: ${why}`}. ${remedy}`;
}

function isKnownNumber(value: unknown): value is number {
  return typeof value === "number" && validateNumber("", value).length === 0 && !Token.isUnresolved(value);
}

function isToken(value: object): boolean {
  return Tokenization.isResolvable(value);
}

/** Names the properties of the construct where the finding is about the definition as a whole. */
function formatError({ rule, what, remedy }: AlertFinding): string {
  if (rule === "kind") return `${what}. Set config to ${configFactories}.`;
  return rule === "categories" ? `categories: ${what}. ${remedy}` : `${what}. ${remedy}`;
}

function warningsOf(alert: AlertResource): string[] {
  const { destinationsInput: destinations = [], nameInput: name, forEach } = alert;
  const warnings: string[] = [];
  if (Array.isArray(destinations) && !Token.isUnresolved(destinations) && destinations.length === 0)
    warnings.push("The alert has no destinations, so it sends no notifications. Add a destination.");
  if (forEach !== undefined && typeof name === "string" && !isExpression(name)) {
    warnings.push(
      "All alerts of this forEach have the same name. Include the element, such as its key, in the name.",
    );
  }
  const now = Date.now();
  for (const finding of [...findingsOf(knownPartOf(alert)), ...checkMute({ ...muteOf(alert), now })])
    if (finding.severity === "warning") warnings.push(formatFinding(finding));
  return warnings;
}

/** Whether Terraform evaluates a part of the text: a token, or an expression that an override has set. */
function isExpression(text: string): boolean {
  return Token.isUnresolved(text) || /(?:^|[^$])\$\{/.test(text);
}
