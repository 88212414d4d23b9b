/**
 * What has to hold of a whole alert beside the form of its fields. The one place for these rules: definitions, the provider and
 * the constructs ask here, each with what it knows at its moment, and tell the answer in the same words.
 */
import { quote } from "../diagnostics";
import { suggestMetricName } from "./metric-names";

/** What is known of an alert. A part that is not known, or not valid by itself, is left out; the rules about it are not asked. */
export interface PartialAlert {
  readonly hasEvent?: boolean | undefined;
  readonly hasThreshold?: boolean | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly metric?: string | undefined;
  readonly trigger?: number | undefined;
  readonly reset?: number | undefined;
}

export interface AlertFinding {
  readonly rule: "kind" | "categories" | "reset" | "metric";
  readonly severity: "error" | "warning";
  /** Path of the field, as the service spells it; empty where it is about the whole alert. */
  readonly field: readonly string[];
  /** A clause: what is wrong. */
  readonly what: string;
  /** A clause: what it leads to. */
  readonly why?: string;
  /** A sentence: what to do. */
  readonly remedy: string;
}

/** What is wrong, or may be. */
export function checkAlert(alert: PartialAlert): AlertFinding[] {
  return [...checkKind(alert), ...checkCategories(alert), ...checkReset(alert), ...checkMetric(alert)];
}

function checkKind({ hasEvent, hasThreshold }: PartialAlert): AlertFinding[] {
  if (hasEvent === undefined || hasThreshold === undefined || hasEvent !== hasThreshold) return [];
  return [
    {
      rule: "kind",
      severity: "error",
      field: [],
      what: `The alert has ${hasEvent ? "both event and threshold" : "neither event nor threshold"}`,
      remedy:
        "Give exactly one: event fires on events of some categories, threshold when a metric exceeds a value.",
    },
  ];
}

function checkCategories({ categories }: PartialAlert): AlertFinding[] {
  if (categories?.length !== 0) return [];
  return [
    {
      rule: "categories",
      severity: "error",
      field: ["event", "categories"],
      what: "Without a category the alert could never fire",
      remedy: "Name at least one.",
    },
  ];
}

function checkReset({ trigger, reset }: PartialAlert): AlertFinding[] {
  if (trigger === undefined || reset === undefined || !(reset > trigger)) return [];
  return [
    {
      rule: "reset",
      severity: "warning",
      field: ["threshold", "reset"],
      what: `reset (${reset}) is above trigger (${trigger})`,
      why: "the alert would count as resolved while the metric still exceeds the trigger",
      remedy: "Give a reset that is not above the trigger.",
    },
  ];
}

function checkMetric({ metric }: PartialAlert): AlertFinding[] {
  const doubt = metric === undefined ? undefined : suggestMetricName(metric);
  if (metric === undefined || doubt === undefined) return [];
  return [
    {
      rule: "metric",
      severity: "warning",
      field: ["threshold", "metric"],
      what: `${quote(metric)} looks unlike the name of a metric: ${doubt.what}`,
      remedy: doubt.remedy,
    },
  ];
}
