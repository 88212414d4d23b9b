/** What can be told of an alert when it is synthesised. Tokens are skipped: Terraform checks what they become. */
import { Token } from "cdktf";
import { hintForName, quote } from "../diagnostics";
import { alertLevels } from "../service";
import { type AlertResource, subjectOf, warnOnce } from "./alert-resource";
import { type AlertThreshold } from "./generated/alert";
import { isPossibleId } from "./own-id";

/** @returns complaints, all of them; what may be meant is added to the construct as a warning */
export function checkAlert(alert: AlertResource): string[] {
  alert.fillIn();
  const subject = subjectOf(alert);
  const complaints = [
    ...checkName(alert.nameInput),
    ...checkPolicy(alert.policyInput),
    ...checkIds("destinations", alert.destinationsInput),
    ...checkIds("hosts", alert.hostsInput),
    ...checkKind(alert),
  ];
  for (const warning of warningsOf(alert)) warnOnce(alert, `${subject}: ${warning}`);
  return complaints.map((complaint) => `${subject}: ${complaint}`);
}

function checkName(name: string | undefined): string[] {
  return name === undefined || name === "" ? ["It has no name. Give it one, unique in its environment."] : [];
}

function checkPolicy(policy: number | undefined): string[] {
  if (policy === undefined) {
    return ["It has no policy. Give it one, or its scope: AlertDefaults.of(this).set({ policy })."];
  }
  return isPossibleId(policy) ? [] : [notAnId("policy", policy)];
}

function checkIds(field: string, ids: readonly number[] | undefined): string[] {
  if (ids === undefined || Token.isUnresolved(ids)) return [];
  return ids.filter((id) => !isPossibleId(id)).map((id) => notAnId(field, id));
}

function notAnId(field: string, id: number): string {
  return `${field}: ${String(id)} is not an id. An id is a whole number that is not negative.`;
}

function checkKind({ eventInput: event, thresholdInput: threshold }: AlertResource): string[] {
  if ((event === undefined) === (threshold === undefined)) {
    return ["It has to have exactly one kind. Give it AlertConfig.threshold or AlertConfig.event."];
  }
  if (threshold !== undefined) return isKnownThreshold(threshold) ? checkThreshold(threshold) : [];
  if (event === undefined || !("categories" in event)) return [];
  const { categories } = event;
  if (Token.isUnresolved(categories)) return [];
  if (categories.length === 0) return ["categories: It fires on no event. Name at least one category."];
  return categories.includes("") ? ["categories: One of them is empty. Remove it."] : [];
}

function isKnownThreshold(threshold: object): threshold is AlertThreshold {
  return "alertLevel" in threshold;
}

function checkThreshold({ alertLevel, metric, trigger, reset, duration }: AlertThreshold): string[] {
  const isLevel = Token.isUnresolved(alertLevel) || alertLevels.some((level) => level === alertLevel);
  return [
    ...(isLevel
      ? []
      : [`alertLevel: ${quote(alertLevel)} is not a level. ${hintForName(alertLevel, alertLevels)}`]),
    ...(metric === "" ? ["metric: It is empty. Name the metric to watch."] : []),
    ...(Number.isFinite(trigger)
      ? []
      : [`trigger: ${String(trigger)} is not a number that a metric can exceed.`]),
    ...(Number.isFinite(reset)
      ? []
      : [`reset: ${String(reset)} is not a number that a metric can fall below.`]),
    ...(isPossibleId(duration) ? [] : [notAnId("duration", duration)]),
  ];
}

function warningsOf({ destinationsInput, thresholdInput }: AlertResource): string[] {
  const isForNobody =
    destinationsInput === undefined ||
    (!Token.isUnresolved(destinationsInput) && destinationsInput.length === 0);
  return [
    ...(isForNobody ? ["It has no destination, so it notifies nobody."] : []),
    ...(thresholdInput !== undefined && isKnownThreshold(thresholdInput) ? warnOfReset(thresholdInput) : []),
  ];
}

function warnOfReset({ trigger, reset }: AlertThreshold): string[] {
  if (Token.isUnresolved(trigger) || Token.isUnresolved(reset) || reset <= trigger) return [];
  return [
    `Its reset (${reset}) is above its trigger (${trigger}): it would count as resolved while the metric still exceeds the trigger.`,
  ];
}
