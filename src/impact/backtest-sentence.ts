/** Formats back-tests as sentences, which the command and the provider share. */
import { capitalize, didYouMean, formatCount, joinFirst, quote } from "../diagnostics";
import {
  type AlertBacktest,
  type BacktestCounts,
  type BacktestHistory,
  type RecordedFirings,
} from "../plan-document";

/** Destination names by id, as a plan has them. */
export interface SentenceNames {
  readonly destinations?: Readonly<Record<string, string>> | undefined;
}

const unseenShown = 3;
const candidatesShown = 3;

/** The history in one sentence, for a heading: `14 d from 2026-11-08 22:00Z to 2026-11-22 22:00Z, 4123 events, complete`. */
export function historySentence(history: BacktestHistory): string {
  const { from, until, completeness, reason = "" } = history;
  const period = `${periodOf(history)} from ${formatMinute(from)} to ${formatMinute(until)}`;
  const data = `${period}${metricsText(history)}`;
  if (completeness === "failed")
    return `${data}: ${history.metric_values === undefined ? "no answer" : "nothing is known about events"}, because the events could not be read. ${reason}`;
  // Threshold alerts need no events.
  if (history.digest === null) return data;
  const count = `${data}, ${formatCount(history.events, "event")}`;
  return completeness === "complete" ? `${count}, complete` : `${count}, incomplete: ${reason}`;
}

function metricsText({ metric_values: count = 0, ignored_metric_values: ignored }: BacktestHistory): string {
  if (count === 0 && ignored === undefined) return "";
  const reasons = Object.entries({
    "outside of the period": ignored?.outside_period ?? 0,
    NaN: ignored?.not_a_number ?? 0,
  }).flatMap(([reason, number]) => (number === 0 ? [] : `${number} ${reason}`));
  const note = reasons.length === 0 ? "" : ` (ignored: ${reasons.join(", ")})`;
  return `, ${formatCount(count, "value")} of metrics${note}`;
}

/** In the notation of options: `14d`, `36h` or `90s`. A long period that is not a multiple of a longer unit is rounded: `23.8d`. */
export function formatPeriod(seconds: number): string {
  const units = [
    [86_400, "d"],
    [3600, "h"],
    [60, "m"],
  ] as const;
  const [length, unit] = units.find(([divisor]) => seconds % divisor === 0) ?? [1, "s"];
  if (seconds < 1000 * length) return `${seconds / length}${unit}`;
  const [rounded, longest] = units.find(([divisor]) => seconds >= divisor) ?? [length, unit];
  return `${(seconds / rounded).toFixed(1)}${longest}`;
}

/** One sentence, without a final period, about what the alert does in the period: `3 -> 41 firings in 14d`. */
export function describeBacktest(
  alert: AlertBacktest,
  history: BacktestHistory,
  names: SentenceNames = {},
): string {
  const { before, after, unknown } = alert;
  const sides = [before, after].filter((counts) => counts !== null);
  const shown = after ?? before;
  if (shown === null || sides.some(({ events, firings }) => events === null && firings === null)) {
    return unknown ?? "not testable";
  }
  const unseen = describeUnseen(alert);
  if (shown.events === 0 && unseen !== "") {
    const first = before !== null && after !== null ? `${countText(before, unitOf([before]))} -> ` : "";
    return `${first}no matching events in ${periodOf(history)}: ${unseen}`;
  }
  const unit = unitOf(sides);
  const atLeast = history.completeness === "incomplete" ? "at least " : "";
  const numbers = sides.length === 1 ? countText(shown, unit) : transition(sides, unit);
  const bound = unit === "matching event" ? ", an upper bound of the firings" : "";
  const reason = bound === "" || unknown === undefined ? "" : ` (${unknown})`;
  const matches = shown.events === null ? "" : `, ${countText(shown, "matching event")}`;
  const note = alert.disabled === true ? ` (disabled${matches})` : "";
  return [
    `${atLeast}${numbers} in ${periodOf(history)}${bound}${reason}${note}`,
    busiestHour(alert),
    destinationsOf(alert, shown, names),
    unseen === "" ? "" : `. ${capitalize(unseen)}`,
  ].join("");
}

const bounds = { at_most: "at most ", at_least: "at least ", exact: "" } as const;

/** `Recorded: fired 41 times in 14d (busiest hour 5, 2026-11-24 02:00Z). Firings: at most 41 after this change.` */
export function describeRecorded(recorded: RecordedFirings, history: BacktestHistory): string {
  const { firings, ambiguous = 0, older_definition: older = 0, busiest_hour: hour, after } = recorded;
  const effect = `Firings: ${describeEffect(after)}.`;
  if (firings === null) return `Recorded: not known, because the events could not be read. ${effect}`;
  if (history.recorded?.firings === 0)
    return `Recorded: no firing of any alert in ${periodOf(history)}. ${effect}`;
  const isBound = history.completeness === "incomplete" || ambiguous > 0;
  const peak = hour === undefined ? "" : ` (busiest hour ${hour.count}, ${formatMinute(hour.start)})`;
  return [
    `Recorded: fired ${isBound ? "at least " : ""}${formatCount(firings, "time")} in ${periodOf(history)}${peak}.`,
    ...(ambiguous > 0 ? [`${ambiguous} more: ${describeCandidates(recorded.candidates)}.`] : []),
    ...(older > 0 ? [`${older} more: under an older definition.`] : []),
    effect,
  ].join(" ");
}

function describeEffect({ bound, firings = 0 }: RecordedFirings["after"]): string {
  if (bound === "unchanged") return bound;
  const source = bound === "exact" ? ", with the values of --metrics" : "";
  return `${bound === "unknown" ? bound : `${bounds[bound]}${firings}`} after this change${source}`;
}

function describeCandidates(names: readonly string[] = []): string {
  if (names.length < 2) return "the messages do not name its metric";
  const listed = names.slice(0, candidatesShown).map(plainOrQuoted).join(", ");
  return `one of ${listed}${names.length > candidatesShown ? " and others" : ""}`;
}

/** What holds for all recorded firings of a report. */
export function recordedNotes(history: BacktestHistory | undefined): string[] {
  const recorded = history?.recorded;
  if (history === undefined || recorded === undefined) return [];
  const { firings, unattributed } = recorded;
  if (firings === 0)
    return [
      "Recorded firings: none. If the service uses another type of events, set recorded_firings in dbmon.yaml.",
    ];
  const others = unattributed === 0 ? "" : `, ${unattributed} of them by no alert that exists now`;
  return [
    `Recorded firings: ${firings} in ${periodOf(history)}${others}. Bounds assume that the live definitions held in the whole period, and that no alert was firing when it began.`,
  ];
}

type Unit = "firing" | "matching event";

/** Events if the firings of one version are unknown, so that both are comparable. */
function unitOf(sides: readonly BacktestCounts[]): Unit {
  return sides.every(({ firings }) => firings !== null) ? "firing" : "matching event";
}

function numberOf({ events, firings }: BacktestCounts, unit: Unit): number {
  return (unit === "firing" ? firings : events) ?? 0;
}

function countText(counts: BacktestCounts, unit: Unit): string {
  return formatCount(numberOf(counts, unit), unit);
}

/** `3 -> 41 firings` */
function transition(sides: readonly BacktestCounts[], unit: Unit): string {
  const [before, after] = sides;
  if (before === undefined || after === undefined) return "";
  return `${numberOf(before, unit)} -> ${countText(after, unit)}`;
}

function busiestHour({ busiest_hour: hour }: AlertBacktest): string {
  return hour === undefined ? "" : ` (${hour.count} in the busiest hour, ${formatMinute(hour.start)})`;
}

/** An alert without firings notifies nobody, even if it has destinations. */
function destinationsOf(
  { after, destinations }: AlertBacktest,
  shown: BacktestCounts,
  names: SentenceNames,
): string {
  if (shown.firings === 0 || (shown.firings === null && shown.events === 0)) return "";
  const notified = destinations.filter(({ before, after: count }) => (after === null ? before : count) !== 0);
  if (notified.length === 0) return " -> nobody";
  return ` -> ${notified.map(({ id }) => nameOf(id, names)).join(", ")}`;
}

function nameOf(id: number, { destinations = {} }: SentenceNames): string {
  const name = destinations[String(id)];
  return name === undefined ? `destination ${id}` : plainOrQuoted(name);
}

/** In quotes only if the name could be read as another part of the sentence. */
function plainOrQuoted(name: string): string {
  const isPlain = quote(name) === `"${name}"` && !/,|->|^\s|\s$/.test(name);
  return isPlain ? name : quote(name);
}

/** Categories without an event, as a clause. Empty if there are none. */
function describeUnseen({ unseen_categories: unseen = [] }: AlertBacktest): string {
  if (unseen.length === 0) return "";
  const listed = joinFirst(unseen, unseenShown, ({ category }) => quote(category));
  const subject = unseen.length === 1 ? "the category" : "the categories";
  const verb = unseen.length === 1 ? "was" : "were";
  const similar = [...new Set(unseen.flatMap((category) => category.similar))].slice(0, unseenShown);
  const hint = similar.length === 0 ? "" : `. ${didYouMean(similar)}`;
  return `${subject} ${listed} ${verb} not seen${hint}`;
}

function periodOf({ from, until }: BacktestHistory): string {
  return formatPeriod((Date.parse(until) - Date.parse(from)) / 1000);
}

/** `2026-11-18 14:00Z` */
function formatMinute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}Z`;
}
