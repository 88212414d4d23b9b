/** Scans a text with sticky expressions, and keeps the column of the first token of each line. */

/** The text needs the complete YAML parser. */
export class UnsupportedSyntax extends Error {}

const line = {
  indentation: / */y,
  comment: /#[^\n]*/y,
  /** Spaces and a comment after a value. */
  end: /(?: +(?:#[^\n]*)?)?(?=\n|$)/y,
  documentMarker: /(?:---|\.\.\.)(?= |\n|$)/y,
};

export class Scanner {
  /** Of the next token, in characters from the start of the text. */
  offset = 0;
  /** Of the first token of the current line; -1 at the end of the text. */
  column = 0;
  #lineStart = 0;

  constructor(readonly text: string) {}

  /** The next character, or an empty string at the end. */
  get next(): string {
    return this.text.charAt(this.offset);
  }

  get isLineEnd(): boolean {
    line.end.lastIndex = this.offset;
    return line.end.test(this.text);
  }

  /** @param pattern a sticky expression @returns the match, or undefined without a change */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    if (!pattern.test(this.text)) return undefined;
    const match = this.text.slice(this.offset, pattern.lastIndex);
    this.offset = pattern.lastIndex;
    return match;
  }

  /** @throws UnsupportedSyntax */
  require(pattern: RegExp): string {
    const match = this.take(pattern);
    if (match === undefined) throw new UnsupportedSyntax();
    return match;
  }

  /** Skips the character if it is the next one. */
  skip(character: string): boolean {
    if (this.next !== character) return false;
    this.offset += 1;
    return true;
  }

  /** Makes the next token the first one of a nested line, as in `- key: value`. */
  startNestedLine(): void {
    this.column = this.offset - this.#lineStart;
  }

  /** Skips the rest of a line that ends here, and blank lines and comments. @throws UnsupportedSyntax */
  endLine(): void {
    this.require(line.end);
    this.offset += 1;
    this.startLine();
  }

  /** Skips blank lines and comments, from the start of a line. @throws UnsupportedSyntax at the end of a document */
  startLine(): void {
    for (;;) {
      this.#lineStart = this.offset;
      this.take(line.indentation);
      this.take(line.comment);
      if (this.next !== "\n") break;
      this.offset += 1;
    }
    this.column = this.next === "" ? -1 : this.offset - this.#lineStart;
    if (this.column === 0 && (this.next === "%" || this.take(line.documentMarker) !== undefined))
      throw new UnsupportedSyntax();
  }
}
