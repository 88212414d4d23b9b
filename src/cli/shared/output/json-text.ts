/** Formats the document that `--json` prints. Its text cannot control the terminal that shows it. */
import { toSafeJson } from "../../../diagnostics";

/** @param members the members after the document's version */
export function jsonText(members: Readonly<Record<string, unknown>>): string {
  return toSafeJson(JSON.stringify({ version: 1, ...members }, undefined, 2));
}
