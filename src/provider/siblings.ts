/**
 * Alerts that entered Terraform's state in the same run, and that Terraform is likely to refresh together. Each keeps the ids of
 * a few others in its private state, so that a refresh can prefetch their configurations (docs/decisions/0007).
 */

/** Enough for the first few requests to name most alerts of a large stack. */
const maxSiblings = 32;

export class Siblings {
  readonly #ids: number[] = [];

  /** Adds an alert. @returns the ids of the last alerts, including it */
  add(id: number): readonly number[] {
    this.#ids.push(id);
    if (this.#ids.length > maxSiblings) this.#ids.shift();
    return [...this.#ids];
  }
}

/** Compact, because Terraform stores it for each alert: "1-14,17". */
export function formatIds(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(",");
}

/** Ignores what {@link formatIds} does not write, and bounds the number of ids. */
export function parseIds(text: string): readonly number[] {
  const ranges = text.matchAll(/(?:^|,)(\d+)(?:-(\d+))?/g);
  return [...ranges].slice(0, maxSiblings).flatMap(([, from = "", to = from]) => {
    const count = Math.min(Number(to) - Number(from) + 1, maxSiblings);
    return Array.from({ length: Math.max(count, 0) }, (_, index) => Number(from) + index);
  });
}
