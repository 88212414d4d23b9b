/** Assigns IDs to the names in a test file, because a simulation refers to objects by ID. */
import { toNfc } from "../diagnostics";
import { type Reference } from "../reconcile";

/** Assigns an ID to each reference. A name and an ID are different references. Names are compared in NFC. */
export class ReferenceTable {
  readonly #ids = new Map<Reference, number>();
  readonly #references: Reference[] = [];

  /** Returns the ID of the reference, which is assigned on first use. */
  add(reference: Reference): number {
    const key = keyOf(reference);
    const existing = this.#ids.get(key);
    if (existing !== undefined) return existing;
    const id = this.#references.push(reference);
    this.#ids.set(key, id);
    return id;
  }

  find(reference: Reference): number | undefined {
    return this.#ids.get(keyOf(reference));
  }

  reference(id: number): Reference | undefined {
    return this.#references[id - 1];
  }

  entries(): [id: number, reference: Reference][] {
    return this.#references.map((reference, index) => [index + 1, reference]);
  }

  /** The references that are names. */
  names(): string[] {
    return this.#references.filter((reference) => typeof reference === "string");
  }
}

function keyOf(reference: Reference): Reference {
  return typeof reference === "string" ? toNfc(reference) : reference;
}
