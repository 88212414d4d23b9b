/** Validates an alert at synthesis. Tokens are skipped: Terraform validates them during the plan. */
import { type IResolvable, Token, Tokenization } from "cdktf";
import { type AlertFinding, checkAlert as findingsOf, type PartialAlert } from "../service";
import { type AddressProps, validateAddress } from "./alert-address";
import { type AlertResource, applyDefaults, warnOnce, withName } from "./alert-resource";
import { type AlertThreshold } from "./generated/alert";
import {
  format,
  validateBoolean,
  validateId,
  validateIds,
  validateLevel,
  validateNumber,
  validateText,
  validateTexts,
} from "./value-validation";

/** Returns all problems of the alert, and adds a warning to its construct for each likely mistake. */
export function validateAlert(alert: AlertResource, address: AddressProps): string[] {
  applyDefaults(alert);
  for (const warning of warningsOf(alert)) warnOnce(alert, withName(alert, warning));
  const { annotationsInput: annotations } = alert;
  const problems = [
    ...validateName(alert.nameInput),
    ...validatePolicy(alert.policyInput),
    ...(annotations === undefined ? [] : validateText("annotations", annotations)),
    ...validateBoolean("disabled", alert.disabledInput),
    ...validateIds("destinations", alert.destinationsInput),
    ...validateIds("hosts", alert.hostsInput),
    ...validateTexts("hostTypes", alert.hostTypesInput),
    ...validateCondition(alert),
    ...validateAddress(alert, address),
  ];
  return problems.map((problem) => withName(alert, problem));
}

function validateName(name: string | undefined): string[] {
  if (name === undefined || /^\s*$/.test(name))
    return ["Missing name. Set a name that is unique in the environment."];
  return validateText("name", name);
}

function validatePolicy(policy: number | undefined): string[] {
  if (policy !== undefined) return validateId("policy", policy);
  return ["Missing policy. Set policy on the alert, or a default: AlertDefaults.of(this).set({ policy })."];
}

function validateCondition(alert: AlertResource): string[] {
  const { thresholdInput: threshold, eventInput: event } = alert;
  const errors = findingsOf(knownPartOf(alert)).filter(({ severity }) => severity === "error");
  if (errors.length > 0) return errors.map(formatError);
  if (threshold !== undefined) return isToken(threshold) ? [] : validateThreshold(threshold);
  return event !== undefined && "categories" in event ? validateTexts("categories", event.categories) : [];
}

function validateThreshold({ alertLevel, metric, trigger, reset, duration }: AlertThreshold): string[] {
  return [
    ...validateLevel("alertLevel", alertLevel),
    ...validateMetric(metric),
    ...validateNumber("trigger", trigger),
    ...validateNumber("reset", reset),
    ...validateId("duration", duration),
  ];
}

function validateMetric(metric: string): string[] {
  if (metric === "") return ["metric: Must not be empty. Set the name of the metric to watch."];
  if (Token.isUnresolved(metric) || isWord(metric)) return [];
  return [
    `metric: Must be one word without white space, such as os.cpu.user_us. Received: ${format(metric)}.`,
  ];
}

/** The alert without its tokens. */
function knownPartOf({ eventInput: event, thresholdInput }: AlertResource): PartialAlert {
  const threshold = thresholdInput === undefined || isToken(thresholdInput) ? undefined : thresholdInput;
  const categories = event !== undefined && "categories" in event ? event.categories : undefined;
  return {
    hasEvent: event !== undefined,
    hasThreshold: thresholdInput !== undefined,
    categories: withoutToken(categories),
    // validateMetric reports a name that is not one word.
    metric: isWord(threshold?.metric) ? withoutToken(threshold?.metric) : undefined,
    trigger: withoutToken(threshold?.trigger),
    reset: withoutToken(threshold?.reset),
  };
}

function withoutToken<T>(value: T | undefined): T | undefined {
  return Token.isUnresolved(value) ? undefined : value;
}

function isWord(text: unknown): boolean {
  return typeof text === "string" && /^\S+$/.test(text);
}

function isToken(threshold: object): threshold is IResolvable {
  return Tokenization.isResolvable(threshold);
}

/** Names the properties of the construct where the finding is about the definition as a whole. */
function formatError({ rule, what, remedy }: AlertFinding): string {
  if (rule === "kind") return `${what}. Set config to AlertConfig.threshold(...) or AlertConfig.event(...).`;
  return rule === "categories" ? `categories: ${what}. ${remedy}` : `${what}. ${remedy}`;
}

function warningsOf(alert: AlertResource): string[] {
  const { destinationsInput: destinations = [], nameInput: name = "", forEach } = alert;
  const warnings: string[] = [];
  if (!Token.isUnresolved(destinations) && destinations.length === 0)
    warnings.push("The alert has no destinations, so it sends no notifications. Add a destination.");
  if (forEach !== undefined && !isExpression(name)) {
    warnings.push(
      "All alerts of this forEach have the same name. Include the element, such as its key, in the name.",
    );
  }
  for (const { severity, what, why, remedy } of findingsOf(knownPartOf(alert)))
    if (severity === "warning") warnings.push(`${what}${why === undefined ? "" : `: ${why}`}. ${remedy}`);
  return warnings;
}

/** Whether Terraform evaluates a part of the text: a token, or an expression that an override has set. */
function isExpression(text: string): boolean {
  return Token.isUnresolved(text) || /(?:^|[^$])\$\{/.test(text);
}
