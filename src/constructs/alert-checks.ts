/** What can be told of an alert when it is synthesised. Tokens are skipped: Terraform checks what they become. */
import { Token, Tokenization } from "cdktf";
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

function checkKind({ eventInput: event, thresholdInput: threshold }: AlertResource): string[] {
  if ((event === undefined) === (threshold === undefined)) {
    return ["It has to have exactly one kind. Give it AlertConfig.threshold or AlertConfig.event."];
  }
  if (threshold !== undefined) return isKnownThreshold(threshold) ? checkThreshold(threshold) : [];
  if (event === undefined || !("categories" in event)) return [];
  const { categories } = event;
  if (!Token.isUnresolved(categories) && categories.length === 0)
    return ["categories: It fires on no event. Name at least one category."];
  return checkTexts("categories", categories);
}

function isKnownThreshold(threshold: object): threshold is AlertThreshold {
  return !Tokenization.isResolvable(threshold);
}

function warningsOf({
  destinationsInput,
  thresholdInput,
  nameInput: name = "",
  forEach,
}: AlertResource): string[] {
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
    ...(thresholdInput !== undefined && isKnownThreshold(thresholdInput) ? warnOfReset(thresholdInput) : []),
  ];
}

/** A token, or Terraform's own that an escape hatch has set. */
function isExpression(text: string): boolean {
  return Token.isUnresolved(text) || /(?:^|[^$])\$\{/.test(text);
}

function warnOfReset({ trigger, reset }: AlertThreshold): string[] {
  if (Token.isUnresolved(trigger) || Token.isUnresolved(reset) || reset <= trigger) return [];
  return [
    `Its reset (${reset}) is above its trigger (${trigger}): it would count as resolved while the metric still exceeds the trigger.`,
  ];
}
