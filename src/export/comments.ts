/** Comments that every language has, as lines without what begins a comment there. */
import { quote } from "../diagnostics";
import { type Skipped } from "./environment";

/** What no code was written for; none where there is nothing to tell. */
export function skippedLines(skipped: readonly Skipped[]): string[] {
  if (skipped.length === 0) return [];
  return [
    "Left out, and left alone by every plan:",
    ...skipped.map(({ id, name, reason }) => `- ${quote(name)} (id ${id}): ${reason}`),
  ];
}
