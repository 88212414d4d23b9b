/** Formats what a back-test says about the notifications of a destination. */
import { type DestinationEffect } from "./destination-effects";
import { pluralize } from "./report";

/** `2 → 44`, `2 → 44, and 1 alert not tested` or `not known`. */
export function formatFirings(firings: DestinationEffect["firings"]): string {
  if (firings === undefined || firings.tested === 0) return "not known";
  const { before, after, untested } = firings;
  return `${before} → ${after}${untested === 0 ? "" : `, and ${pluralize(untested, "alert")} not tested`}`;
}
