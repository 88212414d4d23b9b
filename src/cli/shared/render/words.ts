/** The words that renderers share. */
import { formatPlace } from "../../../diagnostics";
import { type Action } from "../../../reconcile";
import { type DestinationEffect } from "../report/destination-effects";
import { effectOf, type Entry, type EntryStatus, pluralize } from "../report/report";

export const changeSymbols: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  rename: "~",
  complete: "~",
  replace: "±",
  delete: "-",
  unchanged: "=",
};

const symbols: Readonly<Partial<Record<EntryStatus, string>>> = changeSymbols;

/** Whether the status is an action of a plan, including `unchanged`. */
export function isChange({ status }: Entry): boolean {
  return symbols[status] !== undefined;
}

/** Formats one line for each of the first items, and counts the others. @param noun of the items */
export function firstLines<T>(
  items: readonly T[],
  max: number,
  format: (item: T) => string,
  noun?: string,
): string[] {
  const lines = items.slice(0, max).map(format);
  const omitted = items.length - lines.length;
  const rest = ["and", omitted, "more", ...(noun === undefined ? [] : [noun]), "(--json lists all)"];
  return omitted > 0 ? [...lines, rest.join(" ")] : lines;
}

/** Precedes the name: `+` or `drifted:`. */
export function labelOf({ status, outcome, isGone }: Entry): string {
  if (isGone === true) return "gone:";
  if (outcome === "failed") return "!";
  if (outcome === "skipped") return "?";
  return symbols[status] ?? `${status}:`;
}

/** `create`, `in sync` or `drifted`. */
export function verbOf(entry: Entry): string {
  const { status, outcome, isSilencing } = entry;
  if (outcome === "failed") return "failed";
  if (outcome === "skipped") return "not started";
  if (status === "unchanged" || status === "in-sync") return "in sync";
  if (isSilencing === true && effectOf(entry) === "change") return "disable";
  return status === "complete" ? "update" : status;
}

/** Follows the name: `will be created`. */
export function descriptionOf({ description, where = {} }: Entry): string {
  return description ?? `(${formatPlace(where)})`;
}

/** `2 → 44`, `2 → 44, and 1 alert not tested` or `not known`. */
export function formatFirings(firings: DestinationEffect["firings"]): string {
  if (firings === undefined || firings.tested === 0) return "not known";
  const { before, after, untested } = firings;
  return `${before} → ${after}${untested === 0 ? "" : `, and ${pluralize(untested, "alert")} not tested`}`;
}
