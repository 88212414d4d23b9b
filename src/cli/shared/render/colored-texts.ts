/** Marks the words that differ between two texts of one line. */
import { noValue } from "../report/field-text";
import { areSimilar, type DiffPart, diffWords } from "../report/text-diff";
import { type Colorize } from "./color";

export type Side = Exclude<DiffPart["kind"], "same">;

/** In UTF-16 units. Longer texts are not compared by words. */
const maxLength = 5_000;

/** Marks the words that differ, or all of both texts if they have little in common. */
export function coloredTexts(from: string, to: string, color: Colorize): [from: string, to: string] {
  if (Math.max(from.length, to.length) > maxLength || !areSimilar(from, to)) {
    const styleOf = (text: string, side: Side) => (text === noValue ? "dim" : side);
    return [color(from, styleOf(from, "removed")), color(to, styleOf(to, "added"))];
  }
  const parts = diffWords(from, to);
  return [coloredSide(parts, "removed", color), coloredSide(parts, "added", color)];
}

/** One of both texts. White space between two changed words counts as changed. */
function coloredSide(parts: readonly DiffPart[], side: Side, color: Colorize): string {
  const own = parts.filter(({ kind }) => kind === "same" || kind === side);
  const isChanged = own.map(
    ({ kind, text }, index) =>
      kind === side || (/^\s+$/.test(text) && own[index - 1]?.kind === side && own[index + 1]?.kind === side),
  );
  const runs: { text: string; readonly isChanged: boolean }[] = [];
  for (const [index, { text }] of own.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.isChanged === isChanged[index]) last.text += text;
    else runs.push({ text, isChanged: isChanged[index] === true });
  }
  return runs.map((run) => color(run.text, run.isChanged ? side : "dim")).join("");
}
