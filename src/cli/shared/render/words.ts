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

/** Whether the entry is a change of a plan, which can be none. */
export function isChange({ status }: Entry): boolean {
  return symbols[status] !== undefined;
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
