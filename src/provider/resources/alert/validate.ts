/** Offline validation of an alert's configuration. */
import { systemClock } from "../../../client";
import { quote } from "../../../diagnostics";
import { type AlertFinding, checkAlert, parseTimestamp, type PartialAlert } from "../../../service";
import { type ConfigOf, type Diagnostics, isUnknown, type Unknown } from "../../../tfplugin";
import { type AlertSchema } from "./schema";

type AlertConfig = ConfigOf<AlertSchema>;

export function validateAlert(request: {
  readonly config: AlertConfig;
  readonly diagnostics: Diagnostics;
}): void {
  const { config, diagnostics } = request;
  const subject = isUnknown(config.name) ? "This alert" : quote(config.name);
  for (const finding of checkAlert(knownParts(config))) {
    const { severity, what, why, remedy } = finding;
    const detail = why === undefined ? remedy : `${asSentence(why)} ${remedy}`;
    diagnostics[severity]({ path: pathOf(finding, config), summary: `${subject}: ${what}`, detail });
  }
}

/** Without empty categories and the format of a mute, which the schema reports. */
function knownParts(config: AlertConfig): PartialAlert {
  const { event, threshold, host_types, muted_until, disabled } = config;
  const { metric, trigger, reset } = isUnknown(threshold) || threshold === null ? {} : threshold;
  const { categories } = isUnknown(event) || event === null ? {} : event;
  return {
    hasEvent: isUnknown(event) ? undefined : event !== null,
    hasThreshold: isUnknown(threshold) ? undefined : threshold !== null,
    host_types: knownTexts(host_types),
    categories: knownTexts(categories),
    metric: ifKnown(metric),
    trigger: ifKnown(trigger),
    reset: ifKnown(reset),
    mutedUntil: isTimestamp(muted_until) ? muted_until : undefined,
    // The provider cannot plan another value than the configured one, so false is refused too.
    disabled: disabled === null || isUnknown(disabled) ? undefined : true,
    now: systemClock.now(),
  };
}

/** A problem of the kind points to the block that is present. */
function pathOf({ rule, field }: AlertFinding, { event }: AlertConfig): readonly string[] {
  if (rule === "kind") return [event === null ? "threshold" : "event"];
  return field;
}

function isTimestamp(text: AlertConfig["muted_until"]): text is string {
  return typeof text === "string" && parseTimestamp(text) !== undefined;
}

function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

function ifKnown<T>(value: T | Unknown | undefined): T | undefined {
  return isUnknown(value) ? undefined : value;
}

/** Undefined if there are none, because the schema reports an empty set. */
function knownTexts(
  texts: readonly (string | Unknown)[] | Unknown | null | undefined,
): readonly string[] | undefined {
  const known = isUnknown(texts) ? [] : (texts ?? []).filter((text) => !isUnknown(text));
  return known.length === 0 ? undefined : known;
}
