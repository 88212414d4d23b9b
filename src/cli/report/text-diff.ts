/** Differences of texts by words or lines. */

export interface DiffPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond this product of lengths, the differing middle of two texts counts as replaced. */
const maxTableSize = 40_000;

/** Numbers, addresses and metric names are one word. */
const words = /\s+|[\p{L}\p{M}\p{N}_./:%-]+|[^]/gu;

/**
 * @example
 * diffWords("above 0.9", "above 0.95");
 * // [same "above ", removed "0.9", added "0.95"]
 */
export function diffWords(from: string, to: string): DiffPart[] {
  return joinParts(diff(from.match(words) ?? [], to.match(words) ?? []), "");
}

/** The parts are one or more lines each, without the line break at their end. */
export function diffLines(from: string, to: string): DiffPart[] {
  return joinParts(diff(from.split("\n"), to.split("\n")), "\n");
}

function diff(from: readonly string[], to: readonly string[]): DiffPart[] {
  const start = commonLength(from, to, (texts, index) => texts[index]);
  const rest = [from.slice(start), to.slice(start)] as const;
  const end = commonLength(...rest, (texts, index) => texts[texts.length - 1 - index]);
  const [removed, added] = [rest[0].slice(0, rest[0].length - end), rest[1].slice(0, rest[1].length - end)];
  return [
    ...partsOf("same", from.slice(0, start)),
    ...diffMiddle(removed, added),
    ...partsOf("same", from.slice(from.length - end)),
  ];
}

function commonLength(
  from: readonly string[],
  to: readonly string[],
  at: (texts: readonly string[], index: number) => string | undefined,
): number {
  const max = Math.min(from.length, to.length);
  let length = 0;
  while (length < max && at(from, length) === at(to, length)) length++;
  return length;
}

/** A longest common subsequence. */
function diffMiddle(from: readonly string[], to: readonly string[]): DiffPart[] {
  if (from.length * to.length > maxTableSize) return [...partsOf("removed", from), ...partsOf("added", to)];
  const columns = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * columns);
  const lengthAt = (row: number, column: number) => lengths[row * columns + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row--) {
    for (let column = to.length - 1; column >= 0; column--) {
      lengths[row * columns + column] =
        from[row] === to[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    const [removed, added] = [from[row], to[column]];
    if (removed !== undefined && removed === added) {
      parts.push({ kind: "same", text: removed });
      row++;
      column++;
    } else if (
      removed !== undefined &&
      (added === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      parts.push({ kind: "removed", text: removed });
      row++;
    } else if (added !== undefined) {
      parts.push({ kind: "added", text: added });
      column++;
    }
  }
  return parts;
}

function partsOf(kind: DiffPart["kind"], texts: readonly string[]): DiffPart[] {
  return texts.map((text) => ({ kind, text }));
}

/** Joins neighbors of the same kind. */
function joinParts(parts: readonly DiffPart[], separator: string): DiffPart[] {
  const joined: { kind: DiffPart["kind"]; texts: string[] }[] = [];
  for (const { kind, text } of parts) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.texts.push(text);
    else joined.push({ kind, texts: [text] });
  }
  return joined.map(({ kind, texts }) => ({ kind, text: texts.join(separator) }));
}
