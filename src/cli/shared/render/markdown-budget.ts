/** The size limit of a Markdown report. Items that do not fit are counted. */

/** Space that is left in the output, in bytes. */
export class Budget {
  constructor(public remaining: number) {}

  spend(texts: readonly string[]): void {
    this.remaining -= sizeOf(texts);
  }

  /** Spends the size of the texts if they fit. */
  trySpend(texts: readonly string[]): boolean {
    if (sizeOf(texts) > this.remaining) return false;
    this.spend(texts);
    return true;
  }
}

/** Returns the items that fit and a line that counts the others. @param maxSize in bytes */
export function itemsWithin(items: readonly string[], maxSize: number, noun: string): string[] {
  if (items.length === 0) return [];
  const budget = new Budget(maxSize);
  const omittedFrom = items.findIndex((item) => !budget.trySpend([item]));
  if (omittedFrom === -1) return [...items, ""];
  const omitted = items.length - omittedFrom;
  return [
    ...items.slice(0, omittedFrom),
    `- and ${omitted} more ${noun}, omitted because of the size limit`,
    "",
  ];
}

/** In bytes of UTF-8, including the line breaks that join the texts. */
export function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}
