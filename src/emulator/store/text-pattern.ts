/** Matches a digest's text against a filter (QUERY-9): `^` anchors at the start, `$` at the end, `*` matches any text. */
export interface TextPattern {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** Non-empty literals that occur in this order, with any text between them. */
  readonly pieces: readonly string[];
}

export function textPattern(text: string): TextPattern {
  const isAtStart = text.startsWith("^");
  const isAtEnd = text.length > (isAtStart ? 1 : 0) && text.endsWith("$");
  const inner = text.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined);
  return {
    // `^*` and `*$` cancel the anchor.
    isAtStart: isAtStart && !inner.startsWith("*"),
    isAtEnd: isAtEnd && !inner.endsWith("*"),
    pieces: inner.split("*").filter((piece) => piece !== ""),
  };
}

/** Searches each piece once, from left to right, so the time is linear in the text for each piece. */
export function matchesPattern({ isAtStart, isAtEnd, pieces }: TextPattern, text: string): boolean {
  if (pieces.length === 0) return !(isAtStart && isAtEnd) || text === "";
  let end = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const start = isLast && isAtEnd ? text.length - piece.length : text.indexOf(piece, end);
    if (start < end || !text.startsWith(piece, start)) return false;
    if (index === 0 && isAtStart && start !== 0) return false;
    end = start + piece.length;
  }
  return true;
}
