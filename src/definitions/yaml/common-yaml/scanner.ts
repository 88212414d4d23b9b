/** Scans a text with sticky expressions, and keeps the column of the first token of each line. */

/** The text needs the complete YAML parser. */
export class UnsupportedSyntax extends Error {}

const space = 0x20;
const lineFeed = 0x0a;
const hash = 0x23;

/** A line at the end of a document, or a directive. */
const documentEnd = /(?:---|\.\.\.)(?= |\n|$)|%/y;

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

  /** Whether the line ends here, or only a comment follows, which a space must precede. */
  get isLineEnd(): boolean {
    const next = this.#codeAt(this.offset);
    const isComment = next === hash && this.#codeAt(this.offset - 1) === space;
    return next === lineFeed || isComment || this.offset >= this.text.length;
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

  skipSpaces(): void {
    while (this.#codeAt(this.offset) === space) this.offset += 1;
  }

  skipSpacesAndLines(): void {
    while (this.#codeAt(this.offset) === space || this.#codeAt(this.offset) === lineFeed) this.offset += 1;
  }

  /** Makes the next token the first one of a nested line, as in `- key: value`. */
  startNestedLine(): void {
    this.column = this.offset - this.#lineStart;
  }

  /** Skips the rest of a line that ends here, and blank lines and comments. @throws UnsupportedSyntax */
  endLine(): void {
    this.skipSpaces();
    if (!this.isLineEnd) throw new UnsupportedSyntax();
    this.#skipLine();
    this.startLine();
  }

  /** Skips blank lines and comments, from the start of a line. @throws UnsupportedSyntax at the end of a document */
  startLine(): void {
    for (;;) {
      this.#lineStart = this.offset;
      this.skipSpaces();
      const next = this.#codeAt(this.offset);
      if (next !== lineFeed && next !== hash) break;
      this.#skipLine();
    }
    this.column = this.offset >= this.text.length ? -1 : this.offset - this.#lineStart;
    if (this.column === 0 && this.take(documentEnd) !== undefined) throw new UnsupportedSyntax();
  }

  /** To the start of the next line, or the end of the text. */
  #skipLine(): void {
    const end = this.text.indexOf("\n", this.offset);
    this.offset = end === -1 ? this.text.length : end + 1;
  }

  /** NaN at the end. */
  #codeAt(offset: number): number {
    return this.text.charCodeAt(offset);
  }
}
