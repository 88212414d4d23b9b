/**
 * A fast parser for the part of YAML that most definitions use (docs/decisions/0010-scale.md). It returns undefined for everything else,
 * including every invalid text, so that the complete parser parses it and explains its problems.
 *
 * It supports block mappings and sequences, flow collections on one line or as a JSON document, scalars on one line, literal block
 * scalars, comments, anchors, aliases and merge keys. A test compares it to the complete parser.
 */
import { Anchors } from "./anchors";
import { MappingBuilder, mergeKey } from "./mapping";
import { readDoubleQuoted, readFlowPlain, readLiteral, readPlain, readSingleQuoted } from "./scalars";
import { Scanner, UnsupportedSyntax } from "./scanner";

export interface CommonYaml {
  readonly value: object;
  /** The offset of an item of a sequence in the top-level mapping; undefined for other values. */
  readonly itemOffset: (sequence: unknown, index: number) => number | undefined;
}

/** @param text without carriage returns @returns undefined if the text needs the complete parser */
export function parseCommonYaml(text: string): CommonYaml | undefined {
  if (unsupportedCharacter.test(text)) return undefined;
  const parser = new CommonYamlParser(text);
  try {
    const value = parser.parse();
    return { value, itemOffset: (sequence, index) => parser.itemOffsets.get(sequence)?.[index] };
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined;
    throw error;
  }
}

/** Controls, and characters that are line breaks or byte order marks in some versions of YAML. */
const unsupportedCharacter = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;

const maxDepth = 50;

const patterns = {
  /** Keys that YAML could read as numbers are unsupported. */
  key: /(?:[A-Za-z_$][\w$-]*|<<)(?=:(?: |\n|$))/y,
  flowKey: /(?:[A-Za-z_$][\w$-]*|<<)(?=: )/y,
  anchor: /&[A-Za-z][\w-]*(?= |\n)/y,
  alias: /\*[A-Za-z][\w-]*(?=[ ,\]}\n]|$)/y,
  dash: /- +/y,
};

class CommonYamlParser {
  /** By sequence, the offsets of its items. Only sequences in the top-level mapping. */
  readonly itemOffsets = new Map<unknown, readonly number[]>();
  readonly #scanner: Scanner;
  readonly #anchors = new Anchors();
  /** Of mappings and sequences. */
  #depth = 0;
  /** Whether flow collections may have line breaks. */
  #isFlowDocument = false;

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  /** @throws UnsupportedSyntax */
  parse(): object {
    this.#scanner.startLine();
    if (this.#scanner.next === "{") return this.#readFlowDocument();
    const mapping = this.#readBlockMapping();
    if (this.#scanner.column >= 0) throw new UnsupportedSyntax();
    return mapping;
  }

  #readFlowDocument(): object {
    this.#isFlowDocument = true;
    const mapping = this.#readFlowMapping();
    this.#scanner.skipSpacesAndLines();
    if (this.#scanner.next !== "") throw new UnsupportedSyntax();
    return mapping;
  }

  #readBlockMapping(): object {
    this.#enter();
    this.#anchors.valueCount += 1;
    const { column } = this.#scanner;
    const mapping = new MappingBuilder();
    while (this.#scanner.column === column) {
      const key = this.#scanner.require(patterns.key);
      this.#scanner.offset += 1;
      mapping.set(key, this.#readValueOfKey(column));
    }
    if (this.#scanner.column > column) throw new UnsupportedSyntax();
    this.#depth -= 1;
    return mapping.build();
  }

  /** @param column of the key */
  #readValueOfKey(column: number): unknown {
    this.#scanner.skipSpaces();
    if (this.#scanner.next !== "&") return this.#readBlockOrLine(column);
    const anchor = this.#scanner.require(patterns.anchor).slice(1);
    this.#scanner.skipSpaces();
    if (this.#scanner.skip("*")) throw new UnsupportedSyntax();
    return this.#anchors.define(anchor, () => this.#readBlockOrLine(column));
  }

  #readBlockOrLine(column: number): unknown {
    if (this.#scanner.next === "|") return this.#readLiteral(column);
    if (!this.#scanner.isLineEnd) return this.#readLine();
    this.#scanner.endLine();
    // A sequence may start in the column of its key.
    if (this.#scanner.next === "-" && this.#scanner.column >= column) return this.#readBlockSequence();
    if (this.#scanner.column > column) return this.#readBlockMapping();
    throw new UnsupportedSyntax();
  }

  #readBlockSequence(): unknown[] {
    this.#enter();
    this.#anchors.valueCount += 1;
    const { column } = this.#scanner;
    const isRecorded = this.#depth === 2;
    const items: unknown[] = [];
    const offsets: number[] = [];
    while (this.#scanner.column === column && this.#scanner.take(patterns.dash) !== undefined) {
      if (isRecorded) offsets.push(this.#scanner.offset);
      items.push(this.#readItem());
    }
    if (this.#scanner.column > column || items.length === 0) throw new UnsupportedSyntax();
    if (isRecorded) this.itemOffsets.set(items, offsets);
    this.#depth -= 1;
    return items;
  }

  #readItem(): unknown {
    patterns.key.lastIndex = this.#scanner.offset;
    if (!patterns.key.test(this.#scanner.text)) return this.#readLine();
    this.#scanner.startNestedLine();
    return this.#readBlockMapping();
  }

  #readLiteral(column: number): string {
    this.#anchors.valueCount += 1;
    return readLiteral(this.#scanner, column);
  }

  /** Reads a scalar, an alias or a flow collection, and the end of its line. */
  #readLine(): unknown {
    const value = this.#readInline(readPlain);
    this.#scanner.endLine();
    return value;
  }

  #readInline(readPlainScalar: (scanner: Scanner) => unknown): unknown {
    this.#anchors.valueCount += 1;
    switch (this.#scanner.next) {
      case '"':
        return readDoubleQuoted(this.#scanner);
      case "'":
        return readSingleQuoted(this.#scanner);
      case "{":
        return this.#readFlowMapping();
      case "[":
        return this.#readFlowSequence();
      case "*":
        return this.#anchors.resolve(this.#scanner.require(patterns.alias).slice(1));
      default:
        return readPlainScalar(this.#scanner);
    }
  }

  #readFlowMapping(): object {
    const mapping = new MappingBuilder();
    this.#readFlowItems("}", () => {
      const isQuoted = this.#scanner.next === '"';
      const key = isQuoted ? readDoubleQuoted(this.#scanner) : this.#scanner.require(patterns.flowKey);
      // A quoted key is never a merge key.
      const isUnsupported = key.length > maxKeyLength || (isQuoted && key === mergeKey);
      if (isUnsupported || !this.#scanner.skip(":")) throw new UnsupportedSyntax();
      this.#skipFlowSpace();
      mapping.set(key, this.#readInline(readFlowPlain));
    });
    return mapping.build();
  }

  #readFlowSequence(): unknown[] {
    const items: unknown[] = [];
    const offsets: number[] = [];
    const isRecorded = this.#depth === 1;
    this.#readFlowItems("]", () => {
      if (isRecorded) offsets.push(this.#scanner.offset);
      items.push(this.#readInline(readFlowPlain));
    });
    if (isRecorded) this.itemOffsets.set(items, offsets);
    return items;
  }

  /** Reads items between the brackets, separated by commas. */
  #readFlowItems(end: string, readItem: () => void): void {
    this.#enter();
    this.#scanner.offset += 1;
    this.#skipFlowSpace();
    if (!this.#scanner.skip(end)) {
      do {
        this.#skipFlowSpace();
        readItem();
        this.#skipFlowSpace();
      } while (this.#scanner.skip(","));
      if (!this.#scanner.skip(end)) throw new UnsupportedSyntax();
    }
    this.#depth -= 1;
  }

  #skipFlowSpace(): void {
    if (this.#isFlowDocument) this.#scanner.skipSpacesAndLines();
    else this.#scanner.skipSpaces();
  }

  /** Enters a mapping or a sequence. */
  #enter(): void {
    if (++this.#depth > maxDepth) throw new UnsupportedSyntax();
  }
}

/** YAML limits keys to 1,024 characters. */
const maxKeyLength = 500;
