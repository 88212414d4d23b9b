/** What can be told of an alert when it is synthesized. Tokens are skipped: Terraform checks what they become. */
import { Token, Tokenization } from "cdktf";
import { type AlertFinding, checkAlert as findingsOf, type PartialAlert } from "../service";
import { type AddressProps, checkAddress } from "./alert-address";
import { type AlertResource, subjectOf, warnOnce } from "./alert-resource";
import { type AlertThreshold } from "./generated/alert";
import { checkThreshold } from "./threshold-checks";
import { checkId, checkIds, checkText, shown } from "./value-checks";

/** @returns complaints, all of them; what may be meant is added to the construct as a warning */
export function checkAlert(alert: AlertResource, address: AddressProps): string[] {
  alert.fillIn();
  const subject = subjectOf(alert);
  const complaints = [
    ...checkName(alert.nameInput),
    ...checkPolicy(alert.policyInput),
    ...(alert.annotationsInput === undefined ? [] : checkText("annotations", alert.annotationsInput)),
    ...checkDisabled(alert.disabledInput),
    ...checkIds("destinations", alert.destinationsInput),
    ...checkIds("hosts", alert.hostsInput),
    ...checkTexts("hostTypes", alert.hostTypesInput),
    ...checkKind(alert),
    ...checkAddress(alert, address),
  ];
  for (const warning of warningsOf(alert)) warnOnce(alert, `${subject}: ${warning}`);
  return complaints.map((complaint) => `${subject}: ${complaint}`);
}

function checkName(name: string | undefined): string[] {
  if (name === undefined || /^\s*$/.test(name))
    return ["It has no name. Give it one, unique in its environment."];
  return checkText("name", name);
}

function checkPolicy(policy: number | undefined): string[] {
  if (policy !== undefined) return checkId("policy", policy);
  return ["It has no policy. Give it one, or its scope: AlertDefaults.of(this).set({ policy })."];
}

function checkDisabled(disabled: unknown): string[] {
  if (disabled === undefined || typeof disabled === "boolean" || Token.isUnresolved(disabled)) return [];
  return [`disabled: ${shown(disabled)} is neither true nor false.`];
}

function checkTexts(field: string, texts: readonly string[] | undefined): string[] {
  if (texts === undefined || Token.isUnresolved(texts)) return [];
  const isOneEmpty = texts.includes("");
  return [
    ...texts.flatMap((text) => checkText(field, text)),
    ...(isOneEmpty ? [`${field}: One of them is empty. Remove it.`] : []),
  ];
}

function checkKind(alert: AlertResource): string[] {
  const { thresholdInput: threshold, eventInput: event } = alert;
  const complaints = findingsOf(knownOf(alert)).filter(({ severity }) => severity === "error");
  if (complaints.length > 0) return complaints.map(complaintOf);
  if (threshold !== undefined) return isKnownThreshold(threshold) ? checkThreshold(threshold) : [];
  return event !== undefined && "categories" in event ? checkTexts("categories", event.categories) : [];
}

/** What is no token of it. */
function knownOf({ eventInput: event, thresholdInput }: AlertResource): PartialAlert {
  const threshold =
    thresholdInput !== undefined && isKnownThreshold(thresholdInput) ? thresholdInput : undefined;
  const categories = event !== undefined && "categories" in event ? event.categories : undefined;
  return {
    hasEvent: event !== undefined,
    hasThreshold: thresholdInput !== undefined,
    categories: known(categories),
    // One that is no single word is an error, and told as that.
    metric: isWord(threshold?.metric) ? threshold?.metric : undefined,
    trigger: known(threshold?.trigger),
    reset: known(threshold?.reset),
  };
}

function known<T>(value: T | undefined): T | undefined {
  return Token.isUnresolved(value) ? undefined : value;
}

function isWord(metric: unknown): boolean {
  return typeof metric === "string" && !Token.isUnresolved(metric) && /^\S+$/.test(metric);
}

/** With what to do about it in the words of constructs. */
function complaintOf({ rule, what, remedy }: AlertFinding): string {
  if (rule === "kind") return `${what}. Give it AlertConfig.threshold or AlertConfig.event.`;
  return rule === "categories" ? `categories: ${what}. ${remedy}` : `${what}. ${remedy}`;
}

function isKnownThreshold(threshold: object): threshold is AlertThreshold {
  return !Tokenization.isResolvable(threshold);
}

function warningsOf(alert: AlertResource): string[] {
  const { destinationsInput, nameInput: name = "", forEach } = alert;
  const isForNobody =
    destinationsInput === undefined ||
    (!Token.isUnresolved(destinationsInput) && destinationsInput.length === 0);
  return [
    ...(isForNobody ? ["It has no destination, so it notifies nobody."] : []),
    ...(forEach !== undefined && !isExpression(name)
      ? [
          "With forEach it is one alert for each element, and all have this name. Make the element part of it.",
        ]
      : []),
    ...findingsOf(knownOf(alert))
      .filter(({ severity }) => severity === "warning")
      .map(({ what, why, remedy }) => `${what}${why === undefined ? `. ${remedy}` : `: ${why}.`}`),
  ];
}

/** A token, or Terraform's own that an escape hatch has set. */
function isExpression(text: string): boolean {
  return Token.isUnresolved(text) || /(?:^|[^$])\$\{/.test(text);
}
