/** The parts of two values that differ: by words, by lines or by items. */
import { diffArrays } from "diff";

/** A word, a line or an item, or several of them. */
export interface DiffPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

export const signs: Readonly<Record<DiffPart["kind"], string>> = { same: " ", removed: "-", added: "+" };

export type Side = Exclude<DiffPart["kind"], "same">;

/** Strings with more removed and added words count as replaced. Limits the work to a few hundredths of a second. */
const maxEditLength = 500;

/** Numbers, addresses and metric names are one word. */
const words = /\s+|\d{1,3}(?:,\d{3})+(?:\.\d+)?|[\p{L}\p{M}\p{N}_./:%-]+|[^]/gu;

/**
 * @example
 * diffWords("above 0.9", "above 0.95");
 * // [same "above ", removed "0.9", added "0.95"]
 */
export function diffWords(from: string, to: string): DiffPart[] {
  return joinChanges(diff(from.match(words) ?? [], to.match(words) ?? [], ""));
}

/** Changes with only spaces between them are one change, because alternating words are hard to read. */
function joinChanges(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let [removed, added, spaces] = ["", "", ""];
  const finish = () => {
    if (removed.endsWith(" ") && added.endsWith(" ")) {
      [removed, added] = [removed.slice(0, -1), added.slice(0, -1)];
      spaces = ` ${spaces}`;
    }
    if (removed !== "") joined.push({ kind: "removed", text: removed });
    if (added !== "") joined.push({ kind: "added", text: added });
    if (spaces !== "") joined.push({ kind: "same", text: spaces });
    [removed, added, spaces] = ["", "", ""];
  };
  for (const { kind, text } of parts) {
    const isChanging = removed !== "" && added !== "";
    if (kind === "same" && isChanging && /^ +$/.test(text)) spaces = text;
    else if (kind === "same") {
      finish();
      joined.push({ kind, text });
    } else {
      removed += `${spaces}${kind === "removed" ? text : ""}`;
      added += `${spaces}${kind === "added" ? text : ""}`;
      spaces = "";
    }
  }
  finish();
  return joined;
}

/** The parts are one or more lines each, without the line break at their end. */
export function diffLines(from: string, to: string): DiffPart[] {
  return diff(from.split("\n"), to.split("\n"), "\n");
}

/** The removed items, followed by all items of `to`. */
export function diffItems(from: readonly string[], to: readonly string[]): DiffPart[] {
  const [before, after] = [new Set(from), new Set(to)];
  const removed = from.filter((item) => !after.has(item));
  return [
    ...removed.map((text) => ({ kind: "removed", text }) as const),
    ...to.map((text) => ({ kind: before.has(text) ? "same" : "added", text }) as const),
  ];
}

/** The difference by words, if the strings share enough for it to be easier to read than both strings. */
export function diffSimilarStrings(from: string, to: string): DiffPart[] | undefined {
  const parts = diffWords(from, to);
  const same = parts.flatMap(({ kind, text }) => (kind === "same" ? [text.trim()] : []));
  return same.join("").length * 2 >= Math.max(from.length, to.length) * 0.8 ? parts : undefined;
}

function diff(from: string[], to: string[], separator: string): DiffPart[] {
  const parts = diffArrays(from, to, { maxEditLength }) ?? [
    { removed: true, added: false, value: from },
    { removed: false, added: true, value: to },
  ];
  return parts.map(({ removed, added, value }) => ({
    kind: removed ? "removed" : added ? "added" : "same",
    text: value.join(separator),
  }));
}
