/** What `--json` prints: one document, in which no text can steer the terminal that it may be shown on. */

/** JSON leaves these as they are; they can only stand inside its texts, where an escape means the same. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @param members beside the version of the document's form */
export function jsonText(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ version: 1, ...members }, undefined, 2).replace(unseen, escaped);
}

/** A character beyond 16 bits is two escapes. */
function escaped(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
