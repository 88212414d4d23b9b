/** Text of unknown length, for places that have room for some of it. */

/** Cut where a reader has long enough of it; never within a character. @param longest in UTF-16 units, beside the ellipsis */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
}
