/** The pattern of a digest's text (QUERY-9): any part of it, `^` at its start, `$` at its end, `*` for any run. */
export interface TextPattern {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** Texts that follow one another, with anything between. None is empty. */
  readonly pieces: readonly string[];
}

export function textPattern(text: string): TextPattern {
  const isAtStart = text.startsWith("^");
  const isAtEnd = text.length > (isAtStart ? 1 : 0) && text.endsWith("$");
  const inner = text.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined);
  return {
    // A run of anything at an end takes the anchor's meaning away.
    isAtStart: isAtStart && !inner.startsWith("*"),
    isAtEnd: isAtEnd && !inner.endsWith("*"),
    pieces: inner.split("*").filter((piece) => piece !== ""),
  };
}

/** In time linear in the text for each piece, however the pattern is made: each is looked for once, from left to right. */
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
