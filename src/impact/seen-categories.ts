/** The categories of the events of a period. */
import { nearNames } from "../diagnostics";
import { isSameText } from "../service";

/** More categories are not remembered, unless alerts have them. */
const maxCategories = 10_000;

/** A category without an event, and similar ones with events. */
export interface UnseenCategory {
  readonly category: string;
  readonly similar: string[];
}

export class SeenCategories {
  readonly #seen = new Set<string>();
  readonly #wanted: ReadonlySet<string>;

  /** @param wanted the categories of alerts */
  constructor(wanted: Iterable<string>) {
    this.#wanted = new Set(wanted);
  }

  /** @param category of an event */
  add(category: string): void {
    if (this.#seen.size < maxCategories || this.#wanted.has(category)) this.#seen.add(category);
  }

  findUnseen(categories: readonly string[]): UnseenCategory[] {
    const seen = [...this.#seen];
    return categories
      .filter((category) => !this.#seen.has(category) && !seen.some((other) => isSameText(other, category)))
      .map((category) => ({ category, similar: nearNames(category, seen) }));
  }
}
