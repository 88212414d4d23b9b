/**
 * Compares text in NFC: names, annotations, metrics, categories and host types. Unicode can encode one text in several normalization
 * forms. Terraform converts every string to NFC, and the service keeps the form that it received.
 */
import { toNfc } from "../diagnostics";

export function isSameText(a: string, b: string): boolean {
  return a === b || toNfc(a) === toNfc(b);
}

export function includesText(strings: readonly string[], text: string): boolean {
  return strings.includes(text) || strings.some((other) => isSameText(other, text));
}

/** A further sentence of a problem, if the names look equal but are not identical. Otherwise empty. */
export function explainForms(sameNames: readonly string[]): string {
  const isOneForm = sameNames.every((name) => name === sameNames[0]);
  return isOneForm ? "" : " The names differ only in their Unicode normalization form.";
}

/** A map whose keys are in NFC, and compared in NFC. */
export class TextMap<V> extends Map<string, V> {
  override get(text: string): V | undefined {
    return super.get(toNfc(text));
  }

  override has(text: string): boolean {
    return super.has(toNfc(text));
  }

  override set(text: string, value: V): this {
    return super.set(toNfc(text), value);
  }

  override delete(text: string): boolean {
    return super.delete(toNfc(text));
  }
}

/** The objects by name. Of several objects with the same name, it contains the last. */
export function indexByName<T extends { readonly name: string }>(objects: readonly T[]): TextMap<T> {
  return new TextMap(objects.map((object) => [object.name, object]));
}
