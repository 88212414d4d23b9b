/** Describes an alert in a sentence: when it fires and resolves, on which hosts, and how often. */
import { type AlertConfig, type AlertScope, type ThresholdCondition } from "../service";

/** A string is text of the sentence. An object is a name or value of the alert. */
export type SentencePart =
  | string
  | {
      /** `code`: a metric, a category or a host type. `option`: the name of a policy or a duration. */
      readonly kind: "level" | "code" | "number" | "host" | "option";
      readonly text: string;
    };

/** Returns the name of an object, for example `db-1`, or `host 7` if the name is unknown. */
export type NameObject = (kind: "host" | "policy" | "duration", id: number) => string;

/**
 * Describes the condition, the hosts and the policy of an alert.
 *
 * @param policy ID
 * @example
 * sentenceText(describeAlert(config, 3, nameObject));
 * // crit when os.cpu.user_us is above 0.9 for 5 minutes on any mysql host, until it is below 0.8; at most once per hour.
 */
export function describeAlert(config: AlertConfig, policy: number, nameObject: NameObject): SentencePart[] {
  const { condition } = config;
  const scope = describeScope(config, nameObject);
  const frequency = ["; ", option(nameObject("policy", policy)), "."];
  if (condition.kind === "threshold")
    return [...describeThreshold(condition, scope, nameObject), ...frequency];
  const { categories } = condition;
  if (categories.length === 0) return ["Never fires, because it has no categories."];
  return ["When an event ", ...joinAlternatives(categories.map(code)), " occurs", ...scope, ...frequency];
}

export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

function describeThreshold(
  { alert_level, metric, trigger, duration, reset }: ThresholdCondition,
  scope: readonly SentencePart[],
  nameObject: NameObject,
): SentencePart[] {
  return [
    { kind: "level", text: alert_level },
    " when ",
    code(metric),
    " is above ",
    number(trigger),
    " for ",
    option(nameObject("duration", duration)),
    ...scope,
    ", until it is below ",
    number(reset),
  ];
}

function describeScope({ hosts, host_types }: AlertScope, nameObject: NameObject): SentencePart[] {
  if (hosts.length + host_types.length === 0) return [" on any host"];
  const types =
    host_types.length === 0 ? [] : [" on any ", ...joinAlternatives(host_types.map(code)), " host"];
  if (hosts.length === 0) return types;
  const listed = joinAlternatives(hosts.map((id) => ({ kind: "host", text: nameObject("host", id) })));
  return [...types, types.length === 0 ? " on " : ", or on ", ...listed];
}

/** Lists up to six parts. A longer list ends with the number of further parts. */
function joinAlternatives(parts: readonly SentencePart[]): SentencePart[] {
  const shown = parts.length > 6 ? parts.slice(0, 5) : parts;
  const more = parts.length - shown.length;
  const list = shown.flatMap((part, index) => {
    if (index === 0) return [part];
    return [index === parts.length - 1 ? " or " : ", ", part];
  });
  return more === 0 ? list : [...list, ` or ${more.toLocaleString("en")} more`];
}

function code(text: string): SentencePart {
  return { kind: "code", text };
}

function option(name: string): SentencePart {
  return { kind: "option", text: optionText(name) };
}

/** The name of a policy or a duration within a sentence. */
export function optionText(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

// Created on demand, because Node.js then loads the data of languages.
let grouped: Intl.NumberFormat | undefined;

function number(value: number): SentencePart {
  return { kind: "number", text: formatNumber(value) };
}

/** Formats a number with grouping, or in exponential notation if it is very large or small. */
export function formatNumber(value: number): string {
  const isPlain = value === 0 || (Math.abs(value) < 1e15 && Math.abs(value) >= 1e-6);
  if (!isPlain) return String(value);
  grouped ??= new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });
  return grouped.format(value);
}
