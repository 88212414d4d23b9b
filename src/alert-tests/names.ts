/** Assigns IDs to the names in a test file, because a simulation refers to objects by ID. */
import { toNfc } from "../diagnostics";
import { type Reference } from "../reconcile";

/** Assigns an ID to each object. A name and an ID are different objects, unless they were added as one. Names are compared in NFC. */
export class ReferenceTable {
  readonly #ids = new Map<Reference, number>();
  readonly #references: Reference[] = [];

  /**
   * Returns the ID of the object, which is assigned on first use.
   * @param alias another reference to the same object
   */
  add(reference: Reference, alias = reference): number {
    const key = normalizeReference(reference);
    const id = this.#ids.get(key) ?? this.#references.push(reference);
    this.#ids.set(key, id).set(normalizeReference(alias), id);
    return id;
  }

  find(reference: Reference): number | undefined {
    return this.#ids.get(normalizeReference(reference));
  }

  reference(id: number): Reference | undefined {
    return this.#references[id - 1];
  }

  /** Maps IDs to the times of their references. */
  timesById(timeOf: (reference: Reference) => number | undefined): ReadonlyMap<number, number> {
    return new Map(
      this.#references.flatMap((reference, index) => {
        const time = timeOf(reference);
        return time === undefined ? [] : [[index + 1, time] as const];
      }),
    );
  }

  /** The references that are names. */
  names(): string[] {
    return this.#references.filter((reference) => typeof reference === "string");
  }
}

export function normalizeReference(reference: Reference): Reference {
  return typeof reference === "string" ? toNfc(reference) : reference;
}
