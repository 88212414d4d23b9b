/** Formats the document that `--json` prints. Its text cannot control the terminal that shows it. */

/** JSON.stringify leaves these characters unescaped. They occur only in strings, where an escape is equivalent. */
const unsafe = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @param members the members after the document's version */
export function jsonText(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ version: 1, ...members }, undefined, 2).replace(unsafe, escapeUnits);
}

/** Escapes each UTF-16 unit of a character. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
