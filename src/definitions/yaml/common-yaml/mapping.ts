/** Builds a mapping from its keys and its merged mappings. */
import { UnsupportedSyntax } from "./scanner";

export const mergeKey = "<<";
/** An assignment to `__proto__` would set the prototype. The other keys are words that YAML reads as other values. */
const unsupportedKeys = /^(?:__proto__|null|Null|NULL|true|True|TRUE|false|False|FALSE)$/;

export class MappingBuilder {
  readonly #mapping: Record<string, unknown> = {};
  readonly #merged: object[] = [];

  /** @throws UnsupportedSyntax for a duplicate key */
  set(key: string, value: unknown): void {
    if (key === mergeKey) this.#merged.push(...(Array.isArray(value) ? value : [value]).map(requireMapping));
    else if (Object.hasOwn(this.#mapping, key) || unsupportedKeys.test(key)) throw new UnsupportedSyntax();
    else this.#mapping[key] = value;
  }

  /** Keys of the mapping override merged keys, and earlier sources override later ones. */
  build(): object {
    for (const source of this.#merged) {
      for (const [key, value] of Object.entries(source))
        if (!Object.hasOwn(this.#mapping, key)) this.#mapping[key] = value;
    }
    return this.#mapping;
  }
}

function requireMapping(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UnsupportedSyntax();
}
