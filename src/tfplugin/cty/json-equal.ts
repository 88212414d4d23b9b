/** Compares texts that contain JSON. */
import { CodecError } from "./codec-error";
import { Decimal } from "./decimal";
import { type ExactJson, parseExactJson } from "./json-exact";

/**
 * Whether both texts are JSON objects or arrays with equal values. Terraform's `jsonencode` writes such a text in another format: without
 * white space, with sorted keys and with shorter numbers.
 */
export function isSameJson(a: string, b: string): boolean {
  if (!mayBeJson(a) || !mayBeJson(b)) return false;
  try {
    return canonical(parseExactJson(a)) === canonical(parseExactJson(b));
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

function mayBeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function canonical(json: ExactJson): string {
  if (json instanceof Decimal) return json.text;
  if (json instanceof Map) {
    const entries = [...(json as ReadonlyMap<string, ExactJson>)].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join()}}`;
  }
  if (Array.isArray(json)) return `[${json.map((element: ExactJson) => canonical(element)).join()}]`;
  return JSON.stringify(json);
}
