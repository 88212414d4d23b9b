/**
 * Alerts that came into Terraform's state in one run. Terraform asks for ten resources at a time, in an order of its own; who
 * knows which others it is going to ask for can read them meanwhile. So each alert keeps the ids of a few that came before it,
 * in its private state.
 */

/** So many of each alert are enough to know most of a large stack from the first few that Terraform asks for. */
const most = 32;

export class Siblings {
  readonly #ids: number[] = [];

  /** An alert came into the state. @returns the ids of the last that did, with it */
  with(id: number): readonly number[] {
    this.#ids.push(id);
    if (this.#ids.length > most) this.#ids.shift();
    return [...this.#ids];
  }
}

/** As few words as there can be, for Terraform keeps them for each alert: "1-14,17". */
export function writeIds(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(",");
}

/** Nothing of a text that {@link writeIds} did not write. */
export function readIds(text: string): readonly number[] {
  const ranges = text.matchAll(/(?:^|,)(\d+)(?:-(\d+))?/g);
  return [...ranges].slice(0, most).flatMap(([, from = "", to = from]) => {
    const count = Math.min(Number(to) - Number(from) + 1, most);
    return Array.from({ length: Math.max(count, 0) }, (_, index) => Number(from) + index);
  });
}
