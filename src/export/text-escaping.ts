/** Escapes characters that are invisible or ambiguous in source code. */
import { escapeHidden, shortEscape } from "../diagnostics";

/** @param longEscape formats the hexadecimal digits of a code point above U+FFFF */
export function escapeInvisible(text: string, longEscape: (digits: string) => string): string {
  return escapeHidden(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    return shortEscape(character) ?? (code > 0xffff ? longEscape(digits) : `\\u${digits.padStart(4, "0")}`);
  });
}
