/** What can be told of a threshold when it is synthesized. Tokens are skipped. */
import { Token } from "cdktf";
import { type AlertThreshold } from "./generated/alert";
import { checkId, checkLevel, shown } from "./value-checks";

/** @returns complaints, all of them */
export function checkThreshold({ alertLevel, metric, trigger, reset, duration }: AlertThreshold): string[] {
  return [
    ...checkLevel("alertLevel", alertLevel),
    ...checkMetric(metric),
    ...checkNumber("trigger", trigger, "exceed"),
    ...checkNumber("reset", reset, "fall below"),
    ...checkId("duration", duration),
  ];
}

function checkMetric(metric: string): string[] {
  if (metric === "") return ["metric: It is empty. Name the metric to watch."];
  if (Token.isUnresolved(metric) || (typeof metric === "string" && /^\S+$/.test(metric))) return [];
  return [`metric: ${shown(metric)} is not the name of a metric, which is one word without white space.`];
}

function checkNumber(field: string, value: number, does: string): string[] {
  if (Token.isUnresolved(value)) return [];
  if (!Number.isFinite(value))
    return [`${field}: ${shown(value)} is not a number that a metric can ${does}.`];
  // cdktf writes a number that is not known yet as one that is this large.
  if (Math.abs(value) < 1e250) return [];
  return [
    `${field}: It was calculated from a token, whose value is not known yet. Let Terraform calculate: Token.asNumber(Op.div(token, 2)).`,
  ];
}
