/** The categories of the events of a period. */
import { nearNames } from "../diagnostics";
import { isSameText } from "../service";

/** Limits memory. Categories of alerts are always recorded. */
const maxCategories = 10_000;

/** A category without an event, and similar ones with events. */
export interface UnseenCategory {
  readonly category: string;
  readonly similar: string[];
}

export class SeenCategories {
  readonly #seen = new Set<string>();
  readonly #alertCategories: ReadonlySet<string>;

  constructor(alertCategories: Iterable<string>) {
    this.#alertCategories = new Set(alertCategories);
  }

  add(category: string): void {
    if (this.#seen.size < maxCategories || this.#alertCategories.has(category)) this.#seen.add(category);
  }

  findUnseen(categories: readonly string[]): UnseenCategory[] {
    const seen = [...this.#seen];
    return categories
      .filter((category) => !this.#seen.has(category) && !seen.some((other) => isSameText(other, category)))
      .map((category) => ({ category, similar: nearNames(category, seen) }));
  }
}
