/** Times at which alerts fire without new input, in order: a binary heap that skips outdated entries. */

export interface DueEntry {
  readonly at: number;
  readonly alert: number;
  readonly host: number;
}

export class DueQueue {
  readonly #heap: DueEntry[] = [];

  /** @param isCurrent whether the entry is still valid. Outdated entries are dropped when they reach the front. */
  constructor(private readonly isCurrent: (entry: DueEntry) => boolean) {}

  push(entry: DueEntry): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** The first entry that is current. */
  peek(): DueEntry | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.isCurrent(first)) return first;
      this.#removeFirst();
    }
    return undefined;
  }

  pop(): DueEntry | undefined {
    const first = this.peek();
    if (first !== undefined) this.#removeFirst();
    return first;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const smallest = [left, left + 1].reduce(
        (best, child) => (child < this.#heap.length && this.#isBefore(child, best) ? child : best),
        index,
      );
      if (smallest === index) return;
      this.#swap(index, smallest);
      index = smallest;
    }
  }

  #isBefore(index: number, other: number): boolean {
    const a = this.#heap[index];
    const b = this.#heap[other];
    if (a === undefined || b === undefined) return false;
    if (a.at !== b.at) return a.at < b.at;
    return a.alert === b.alert ? a.host < b.host : a.alert < b.alert;
  }

  #swap(index: number, other: number): void {
    const a = this.#heap[index];
    const b = this.#heap[other];
    if (a === undefined || b === undefined) return;
    this.#heap[index] = b;
    this.#heap[other] = a;
  }
}
