/**
 * Rules that involve more than the type of one field of an alert. Definitions, the provider and the constructs validate with these
 * rules the values that they know, and report the same messages.
 */
import { quote } from "../../diagnostics";
import { type AlertFinding } from "./finding";
import { suggestCategory } from "../event";
import { suggestHostType } from "../host";
import { suggestMetricName } from "./metric-names";
import { checkMute, type PartialMute } from "./mute";

/** The known values of an alert. Rules about unknown or invalid values are skipped. */
export interface PartialAlert extends PartialMute {
  readonly hasEvent?: boolean | undefined;
  readonly hasThreshold?: boolean | undefined;
  readonly host_types?: readonly string[] | undefined;
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
      rule: "kind",
      severity: "error",
      field: [],
      what: `The alert has ${hasEvent ? "both event and threshold" : "neither event nor threshold"}`,
      remedy:
        "Set exactly one of them: event fires on events of its categories, and threshold when a metric exceeds a value.",
    });
  if (categories?.length === 0)
    findings.push({
      rule: "categories",
      severity: "error",
      field: ["event", "categories"],
      what: "An event alert without categories never fires",
      remedy: "Add at least one category.",
    });
  if (trigger !== undefined && reset !== undefined && reset > trigger)
    findings.push({
      rule: "reset",
      severity: "warning",
      field: ["threshold", "reset"],
      what: `The reset value (${reset}) is above the trigger value (${trigger})`,
      why: "the alert resolves while the metric still exceeds the trigger",
      remedy: "Set reset to the trigger or less.",
    });
  const suggestion = metric === undefined ? undefined : suggestMetricName(metric);
  if (metric !== undefined && suggestion !== undefined)
    findings.push({
      rule: "metric",
      severity: "warning",
      field: ["threshold", "metric"],
      what: `${quote(metric)} is probably not a metric name: ${suggestion.what}`,
      remedy: suggestion.remedy,
    });
  return [
    ...findings,
    ...checkNames(["host_types"], host_types, suggestHostType),
    ...checkNames(["event", "categories"], categories, suggestCategory),
    ...checkMute(alert),
  ];
}

function checkNames(
  field: readonly string[],
  names: readonly string[] = [],
  suggest: (name: string) => { readonly what: string; readonly remedy: string } | undefined,
): AlertFinding[] {
  return names.flatMap((name, index): AlertFinding[] => {
    const suggestion = suggest(name);
    return suggestion === undefined
      ? []
      : [{ rule: "name", severity: "warning", field, index, ...suggestion }];
  });
}
