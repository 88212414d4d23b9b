/**
 * Rules that involve more than the type of one field of an alert. Definitions, the provider and the constructs validate with these
 * rules the values that they know, and report the same messages.
 */
import {
  type CheckName,
  didYouMean,
  hasLoneSurrogate,
  isPattern,
  omitUndefined,
  quote,
  toPlainName,
  truncate,
} from "../../diagnostics";
import { suggestCategory } from "../event";
import { suggestHostType } from "../host";
import { parseTimestamp, timestampRemedy } from "../timestamp";
import { suggestMetricName } from "./metric-names";
import { areValidTags, type HostTags, maxSelectorLength, maxTagKeys, maxTagValues } from "./selectors";

/** A violation of a rule about the values of an alert. */
export interface AlertFinding {
  /** Only a warning has one. */
  readonly check?: CheckName;
  readonly severity: "error" | "warning";
  /** Path of the field by its name in the API; empty for the alert as a whole. */
  readonly field: readonly string[];
  readonly index?: number;
  /** The problem, as a clause. */
  readonly what: string;
  /** The consequence, as a clause. */
  readonly why?: string;
  /** An imperative sentence. */
  readonly remedy: string;
}

/** The known values of an alert. Rules about unknown or invalid values are skipped. */
export interface PartialAlert {
  readonly name?: string | undefined;
  /** End of the mute, as written in the definition. */
  readonly mutedUntil?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether manual changes of `disabled` are kept. */
  readonly ignoresDisabled?: boolean | undefined;
  /** In Unix milliseconds, if the rule about the length of a mute applies. */
  readonly now?: number | undefined;
  readonly hasEvent?: boolean | undefined;
  readonly hasThreshold?: boolean | undefined;
  readonly host_types?: readonly string[] | undefined;
  /** Names and patterns. */
  readonly hosts?: readonly string[] | undefined;
  readonly hostTags?: HostTags | undefined;
  readonly allowsNoHosts?: boolean | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly metric?: string | undefined;
  readonly trigger?: number | undefined;
  readonly reset?: number | undefined;
}

export function checkAlert(alert: PartialAlert): AlertFinding[] {
  const { hasEvent, hasThreshold, categories, trigger, reset, metric, host_types } = alert;
  const findings: AlertFinding[] = [];
  if (hasEvent !== undefined && hasEvent === hasThreshold)
    findings.push({
      severity: "error",
      field: [],
      what: `The alert has ${hasEvent ? "both event and threshold" : "neither event nor threshold"}`,
      remedy:
        "Set exactly one of them: event fires on events of its categories, and threshold when a metric exceeds a value.",
    });
  if (categories?.length === 0)
    findings.push({
      severity: "error",
      field: ["event", "categories"],
      what: "An event alert without categories never fires",
      remedy: "Add at least one category.",
    });
  if (trigger !== undefined && reset !== undefined && reset > trigger)
    findings.push({
      check: "reset-above-trigger",
      severity: "warning",
      field: ["threshold", "reset"],
      what: `The reset value (${reset}) is above the trigger value (${trigger})`,
      why: "the alert resolves while the metric still exceeds the trigger",
      remedy: "Set reset to the trigger or less.",
    });
  const suggestion = metric === undefined ? undefined : suggestMetricName(metric);
  if (metric !== undefined && suggestion !== undefined)
    findings.push({
      check: "unknown-metric",
      severity: "warning",
      field: ["threshold", "metric"],
      what: `${quote(metric)} is probably not a metric name: ${suggestion.what}`,
      remedy: suggestion.remedy,
    });
  return [
    ...(alert.name === undefined ? [] : checkName(alert.name)),
    ...findings,
    ...checkItems("unknown-host-type", ["host_types"], host_types, suggestHostType),
    ...checkItems("unknown-category", ["event", "categories"], categories, suggestCategory),
    ...checkSelectors(alert),
    ...checkMute(alert),
  ];
}

/** Definitions report a lone surrogate. */
function checkName(name: string): AlertFinding[] {
  const plain = toPlainName(name);
  if (plain === name || hasLoneSurrogate(name)) return [];
  const isBlank = name.trim() === "";
  return [
    {
      severity: isBlank ? "error" : "warning",
      field: ["name"],
      what: isBlank
        ? "name contains only white space"
        : "name has hidden characters, or spaces or quotes around it",
      remedy: plain === "" ? "Set it to a name that is unique in the environment." : didYouMean([plain]),
    },
  ];
}

function checkItems(
  check: CheckName,
  field: readonly string[],
  names: readonly string[] = [],
  suggest: (name: string) => { readonly what: string; readonly remedy: string } | undefined,
): AlertFinding[] {
  return names.flatMap((name, index): AlertFinding[] => {
    const suggestion = suggest(name);
    return suggestion === undefined ? [] : [{ check, severity: "warning", field, index, ...suggestion }];
  });
}

export function checkSelectors({ hosts = [], hostTags, allowsNoHosts }: PartialAlert): AlertFinding[] {
  const error = (field: string, what: string, remedy: string, index?: number): AlertFinding => {
    return { severity: "error", field: [field], what, remedy, ...omitUndefined({ index }) };
  };
  const findings = hosts.flatMap((host, index) =>
    isPattern(host) && host.length > maxSelectorLength
      ? [error("hosts", `A pattern is longer than ${maxSelectorLength} characters`, "Shorten it.", index)]
      : [],
  );
  if (hostTags !== undefined && !areValidTags(hostTags)) {
    const remedy = `Write at least one key and at most ${maxTagKeys}, each with 1 to ${maxTagValues} values of at most ${maxSelectorLength} characters.`;
    findings.push(error("host_tags", "host_tags must have keys with values", remedy));
  }
  if (allowsNoHosts === true && hostTags === undefined && !hosts.some(isPattern)) {
    const remedy = "Set host_tags or a pattern in hosts, or remove allow_no_hosts.";
    findings.push(error("allow_no_hosts", "allow_no_hosts has no effect", remedy));
  }
  return findings;
}

const dayMs = 86_400_000;
/** A longer mute is probably a mistake. */
const maxMuteDays = 90;

export function checkMute({ mutedUntil, disabled, ignoresDisabled, now }: PartialAlert): AlertFinding[] {
  if (mutedUntil === undefined) return [];
  const field = ["muted", "until"];
  const findings: AlertFinding[] = [];
  const end = parseTimestamp(mutedUntil);
  if (end === undefined) {
    const text = quote(truncate(mutedUntil, 60));
    const what = `The end of the mute must be an RFC 3339 time with a zone, not ${text}`;
    findings.push({ severity: "error", field, what, remedy: timestampRemedy(mutedUntil) });
  } else if (now !== undefined && end - now > maxMuteDays * dayMs) {
    const what = `The alert is muted for more than ${maxMuteDays} days`;
    const remedy = "Set an earlier end. For a mute without an end, use disabled.";
    findings.push({ check: "long-mute", severity: "warning", field, what, remedy });
  }
  if (disabled === true) {
    const what = "The alert has both disabled and a mute";
    const why = "the end of a mute enables the alert";
    findings.push({ severity: "error", field, what, why, remedy: "Remove one of them." });
  }
  if (ignoresDisabled === true) {
    const what = "The alert has a mute and ignores changes of disabled";
    const why = "the mute would neither disable nor enable an existing alert";
    findings.push({ severity: "error", field, what, why, remedy: "Remove one of them." });
  }
  return findings;
}
