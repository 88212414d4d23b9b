/** Formats the document that `--json` prints. Its text cannot control the terminal that shows it. */
import { escapeUnicode } from "../diagnostics";

/** JSON.stringify leaves these characters unescaped. They occur only in strings, where an escape is equivalent. */
const unsafe = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @param members the members after the document's version */
export function jsonText(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ version: 1, ...members }, undefined, 2).replace(unsafe, escapeUnicode);
}
