/**
 * Text of a service, or of whoever named things in it, as one cell of a table: nothing in it can end the line, move the
 * cursor, hide or reverse what follows, or push the next column away.
 */

/** Controls, formats, line ends, halves of characters: what is not seen as itself. Joiners stay, which scripts and emoji need. */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const escapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
/** Made when it is needed: that takes 4 ms, and most texts are plain. */
let graphemesMade: Intl.Segmenter | undefined;
const graphemes = () => (graphemesMade ??= new Intl.Segmenter("en", { granularity: "grapheme" }));
/** UTF-16 units of one grapheme; families of emoji stay below, heaps of accents do not. */
const largestGrapheme = 16;

/** Where each character is one column. */
const plain = /^[\x20-\x7e]*$/;

export interface Cell {
  readonly text: string;
  /** How many columns of a terminal it takes. */
  readonly width: number;
}

/** The text on one line, no wider than that many columns of a terminal; an ellipsis stands for what was cut off. */
export function cell(text: string, widest: number): Cell {
  // What is far beyond the cut is not looked at: a text may have megabytes, and a list tens of thousands of them.
  const near = text.slice(0, (widest + 1) * largestGrapheme).replace(unseen, escaped);
  if (plain.test(near.slice(0, widest + 1))) {
    if (near.length <= widest) return { text: near, width: near.length };
    return { text: `${near.slice(0, widest - 1)}…`, width: widest };
  }
  let whole: Cell = { text: "", width: 0 };
  // As much of it as leaves room for the ellipsis.
  let start = whole;
  for (const { segment } of graphemes().segment(near)) {
    const one = segment.length > largestGrapheme ? "\ufffd" : segment;
    whole = { text: whole.text + one, width: whole.width + widthOfGrapheme(one) };
    if (whole.width > widest) return { text: `${start.text}…`, width: start.width + 1 };
    if (whole.width < widest) start = whole;
  }
  return whole;
}

function widthOfGrapheme(grapheme: string): number {
  // A mark without a letter before it is put over whatever stands there.
  if (/^[\p{M}\u200c\u200d]/u.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

function escaped(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}
