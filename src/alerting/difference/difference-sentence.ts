/** Describes a difference in a sentence: the situation, and what the alert does in it before and after the change. */
import { quote } from "../../diagnostics";
import { isInScope, isSameText } from "../../service";
import { formatNumber, optionText } from "../alert-sentence";
import { type KnownObjects } from "../evaluator-state";
import { type Firing } from "../simulation";
import { type AlertDifference } from "./difference";
import { type ComparedAlert } from "./situation";

/** The alerts of a difference, and what is known about the objects that they refer to. */
export interface DifferenceContext extends KnownObjects {
  readonly before: ComparedAlert | undefined;
  readonly after: ComparedAlert | undefined;
  /** For example `db-1`, or `host 7` if the name is unknown. */
  readonly nameObject: (kind: "destination" | "host" | "policy" | "duration", id: number) => string;
}

export interface DifferenceText {
  readonly sentence: string;
  /** The situation, and what the alert does in it after the change. */
  readonly title: string;
}

/**
 * @example
 * describeDifference(difference, context).sentence;
 * // At 85 on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.
 */
export function describeDifference(difference: AlertDifference, context: DifferenceContext): DifferenceText {
  const situation = describeSituation(difference, context);
  const [before, after] = describeOutcomes(difference, context);
  return { sentence: `${situation}: before ${before}; after ${after}.`, title: `${situation}: ${after}` };
}

type DescribedSituation = Pick<
  AlertDifference,
  "kind" | "host" | "values" | "events" | "until" | "before" | "isAssumed"
>;

/** For example `At 85 on a mysql host for 5 minutes`. */
export function describeSituation(difference: DescribedSituation, context: DifferenceContext): string {
  const { events, values } = difference;
  const [event] = events;
  const place = describeHost(difference, context);
  if (event !== undefined) return `After ${quote(event.type)} on ${place}`;
  const shown = values.length > maxValues ? values.slice(0, maxValues - 1) : values;
  const rest = values.length > maxValues ? `, and so on with ${values.length} values` : "";
  const list = `${shown.map(({ value }) => formatNumber(value)).join(", then ")}${rest}`;
  const [metric, other] = new Set([context.before, context.after].flatMap(metricOf));
  const subject = metric !== undefined && other !== undefined ? ` of ${values[0]?.metric ?? metric}` : "";
  return `At ${list}${subject} on ${place}${describeTime(difference, context)}`;
}

/** The values of many firings alternate. */
const maxValues = 5;

function describeOutcomes(
  difference: AlertDifference,
  context: DifferenceContext,
): readonly [before: string, after: string] {
  const { kind, isAssumed, before, after } = difference;
  if (kind === "frequency")
    return [describePolicy(context.before, context), describePolicy(context.after, context)];
  if (kind === "time" && isAssumed)
    return [
      `for ${describeDuration(context.before, context)}`,
      `for ${describeDuration(context.after, context)}`,
    ];
  if (kind === "resolution" && before.length === after.length)
    return [describeResolution(before), describeResolution(after)];
  return [describeFirings(before, context), describeFirings(after, context)];
}

function metricOf(alert: ComparedAlert | undefined): string[] {
  const condition = alert?.config?.condition;
  return condition?.kind === "threshold" ? [condition.metric] : [];
}

/** `another` if a host of the type may behave otherwise, because an alert names it. */
function describeHost(
  { host }: DescribedSituation,
  { before, after, ...context }: DifferenceContext,
): string {
  if (host.kind === "any") return "any host";
  if (host.kind === "named") return context.nameObject("host", host.id);
  const scopes = [before, after].flatMap((alert) => alert?.config ?? []);
  const isOther = (id: number) =>
    isSameText(context.host(id)?.type ?? host.type, host.type) &&
    scopes.some((scope) => isInScope(scope, { ...host, id }) !== isInScope(scope, host));
  const article = /^[aeiou]/i.test(host.type) ? "an" : "a";
  return `${scopes.some(({ hosts }) => hosts.some(isOther)) ? "another" : article} ${host.type} host`;
}

/** How long the value of a first firing lasts. */
function describeTime(
  { kind, values, until, before, isAssumed }: DescribedSituation,
  context: DifferenceContext,
): string {
  if (values.length > 1 || (kind === "time" && isAssumed)) return "";
  const alert = before.length > 0 ? context.before : context.after;
  const isKnown = durationMs(alert, context) !== undefined;
  if (isKnown && until === 0) return "";
  return ` for ${isKnown ? formatLength(until) : describeDuration(alert, context)}`;
}

function durationMs(alert: ComparedAlert | undefined, known: KnownObjects): number | undefined {
  const condition = alert?.config?.condition;
  return condition?.kind === "threshold" ? known.durationMs(condition.duration) : undefined;
}

function describeDuration(alert: ComparedAlert | undefined, { nameObject }: DifferenceContext): string {
  const condition = alert?.config?.condition;
  return condition?.kind === "threshold"
    ? optionText(nameObject("duration", condition.duration))
    : "0 seconds";
}

function describePolicy(alert: ComparedAlert | undefined, { nameObject }: DifferenceContext): string {
  return alert === undefined ? "nothing" : optionText(nameObject("policy", alert.policy));
}

function describeResolution([firing]: readonly Firing[]): string {
  return firing?.resolvedAt === undefined ? "not resolved" : "resolved";
}

/** For example `warn to #db-alerts twice`. */
function describeFirings(firings: readonly Firing[], { nameObject }: DifferenceContext): string {
  const [firing, second] = firings;
  if (firing === undefined) return "nothing";
  const names = [...new Set(firing.destinations)].map((id) => nameObject("destination", id));
  const shown = names.length > maxDestinations ? names.slice(0, maxDestinations - 1) : names;
  const more = names.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const verb = firing.kind === "event" ? "notification" : firing.level;
  return `${verb} to ${list === "" ? "nobody" : list}${second === undefined ? "" : " twice"}`;
}

const maxDestinations = 6;

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** For example `1 hour 30 minutes`. @param milliseconds whole seconds, more than 0 */
function formatLength(milliseconds: number): string {
  let rest = milliseconds;
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest %= length;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  return parts.join(" ");
}
