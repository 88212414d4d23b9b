/** Lists that end with the number of the items they omit. */

/** Formats one line for each of the first items, and counts the others. */
export function firstLines<T>(
  items: readonly T[],
  max: number,
  format: (item: T) => string,
  noun?: string,
): string[] {
  const lines = items.slice(0, max).map(format);
  const omitted = items.length - lines.length;
  const rest = ["and", omitted, "more", ...(noun === undefined ? [] : [noun]), "(--json lists all)"];
  return omitted > 0 ? [...lines, rest.join(" ")] : lines;
}

/** Joins the counts that are not zero: "2 to create, 1 to delete". */
export function joinCounts(counts: readonly (readonly [count: number, label: string])[]): string {
  return counts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(", ");
}
