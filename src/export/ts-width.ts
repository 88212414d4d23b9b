/** How many columns a text takes, as prettier counts them: it decides where a line is broken. */

/**
 * A sequence of emoji, of which each is one to the eye. Not written as a literal: the compiler's target does not know the flag.
 * Made when it is needed: that takes 5 ms, and few texts need it.
 */
let emojiMade: RegExp | undefined;
const emoji = () => (emojiMade ??= new RegExp(String.raw`\p{RGI_Emoji}`, "gv"));
const mark = /[\p{Nonspacing_Mark}\p{Enclosing_Mark}]/u;

/** First and last code points of wide characters. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18df2],
  [0x1b000, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  const rest = text.replace(emoji(), () => {
    columns += 2;
    return "";
  });
  for (const character of rest) {
    const code = character.codePointAt(0) ?? 0;
    if (mark.test(character)) continue;
    columns += wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
  }
  return columns;
}
