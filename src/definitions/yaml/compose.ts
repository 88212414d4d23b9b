/**
 * Composes the events of the YAML parser into a plain value, and records the offset of each part of it. Resolves anchors, aliases and
 * merge keys in one pass. The value of an alias is shared, not copied, and the total number of aliased values is limited.
 */
import {
  type AliasEvent,
  boolCoreTag,
  COLLECTION_STYLE,
  type Event,
  EVENT_ID,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  type MappingEvent,
  NOT_RESOLVED,
  nullCoreTag,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { didYouMean, type FieldStep, isMapping, nearNames, quote, setKey, truncate } from "../../diagnostics";

/** Adds a problem. @param offset in characters from the start of the text */
export type ReportAt = (offset: number, what: string, remedy: string) => void;

/** Offsets in characters from the start of the text. */
export interface Position {
  readonly offset: number;
  /** Of the key that the value belongs to. Equals `offset` if there is no key. */
  readonly keyOffset: number;
}

export interface ComposedYaml {
  readonly value: unknown;
  /** The position of a value, or of its nearest existing parent. A merged value has the position of its definition. */
  readonly positionOf: (path: readonly FieldStep[]) => Position;
}

/** Limits files whose nested aliases expand exponentially. Valid files are far below the limit. */
const maxAliasedValues = 1_000_000;
/** Per file, for keys and aliases. */
const maxProblems = 100;

/**
 * @param events all events of the text
 * @param lineOf converts an offset into a 1-based line
 * @returns undefined for a text without values, and after reports that leave no value
 */
export function composeYaml(
  events: readonly Event[],
  text: string,
  report: ReportAt,
  lineOf: (offset: number) => number,
): ComposedYaml | undefined {
  return new Composer(events, text, report, lineOf).composeFile();
}

interface Anchored {
  readonly value: unknown;
  /** The number of values in it, including aliased values. */
  readonly valueCount: number;
}

/** Finds an empty value, which has no event with an offset, after its key or dash. */
const emptyAfterKey = /(?:[\]}\s]|#.*)*:[ \t]*/y;
const emptyAfterDash = /(?:[\]},\s]|#.*)*-[ \t]*/y;
/** Finds an empty key. */
const emptyKey = /(?:[\]},\s]|#.*)*/y;

class Composer {
  #index = 0;
  /** The end of the last token. */
  #end = 0;
  /** The offset of the value that was read last. */
  #offset = 0;
  /** An anchor is undefined while its value is being read. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  /** The positions of the members of each mapping. */
  readonly #positions = new Map<object, Map<string, Position>>();
  /** The offsets of the items of each sequence. */
  readonly #offsets = new Map<object, number[]>();
  #valueCount = 0;
  #aliasedCount = 0;
  #problemCount = 0;

  constructor(
    private readonly events: readonly Event[],
    private readonly text: string,
    private readonly report: ReportAt,
    private readonly lineOf: (offset: number) => number,
  ) {}

  composeFile(): ComposedYaml | undefined {
    let root: { readonly value: unknown; readonly offset: number } | undefined;
    while (this.#next() !== undefined) {
      const start = this.#end;
      const isEmpty = isEmptyScalar(this.events[this.#index]);
      const value = this.#read(emptyKey);
      // Skips the end of the document.
      this.#next();
      if (isEmpty) continue;
      if (root !== undefined) {
        const marker = this.text.slice(start, this.#offset).lastIndexOf("---");
        this.report(
          marker === -1 ? this.#offset : start + marker,
          "The file has more than one YAML document. The next one starts here.",
          "Put all alerts into one sequence, or each document into its own file.",
        );
        return undefined;
      }
      root = { value, offset: this.#offset };
    }
    if (root === undefined || this.#aliasedCount > maxAliasedValues) return undefined;
    const { value, offset } = root;
    return { value, positionOf: (path) => this.#positionOf(value, offset, path) };
  }

  #next(): Event | undefined {
    return this.events[this.#index++];
  }

  /** Reads a value, and sets its offset. @param empty matches the text before an empty value */
  #read(empty: RegExp): unknown {
    this.#valueCount += 1;
    const event = this.#next();
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#anchor(event, () => this.#readScalar(event, empty));
      case EVENT_ID.ALIAS:
        return this.#readAlias(event);
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const { start } = event;
        this.#end = event.style === COLLECTION_STYLE.FLOW ? start + 1 : start;
        const read = event.type === EVENT_ID.MAPPING ? () => this.#readMapping() : () => this.#readSequence();
        const value = this.#anchor(event, read);
        this.#offset = start;
        return value;
      }
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return null;
    }
  }

  /** Reads the value of an event, which can have an anchor. */
  #anchor(event: ScalarEvent | MappingEvent | SequenceEvent, read: () => unknown): unknown {
    if (event.anchorStart < 0) return read();
    const anchor = this.text.slice(event.anchorStart, event.anchorEnd);
    this.#end = Math.max(this.#end, event.anchorEnd);
    this.#anchors.set(anchor, undefined);
    const countBefore = this.#valueCount;
    const value = read();
    this.#anchors.set(anchor, { value, valueCount: this.#valueCount - countBefore + 1 });
    return value;
  }

  #readScalar(event: ScalarEvent, empty: RegExp): unknown {
    const { valueStart, valueEnd, style, anchorEnd } = event;
    if (valueStart < 0) {
      empty.lastIndex = this.#end;
      this.#end = Math.max(anchorEnd, empty.test(this.text) ? empty.lastIndex : this.#end);
      this.#offset = this.#end;
      return null;
    }
    const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
    const isPlain = style === SCALAR_STYLE.PLAIN;
    this.#end = isQuoted ? valueEnd + 1 : valueEnd;
    this.#offset = isPlain ? valueStart : isQuoted ? valueStart - 1 : this.#headerOf(valueStart);
    const source = getScalarValue(this.text, event);
    return isPlain ? plainValue(source) : source;
  }

  /** The offset of the `|` or `>` before the lines of a block scalar. */
  #headerOf(valueStart: number): number {
    const lineStart = this.text.lastIndexOf("\n", valueStart - 2) + 1;
    const header = /[|>][-+\d]*[ \t]*(?:#.*)?\n?$/.exec(this.text.slice(lineStart, valueStart));
    return lineStart + (header?.index ?? 0);
  }

  #readSequence(): unknown[] {
    const items: unknown[] = [];
    const offsets: number[] = [];
    while (this.events[this.#index]?.type !== EVENT_ID.POP) {
      items.push(this.#read(emptyAfterDash));
      offsets.push(this.#offset);
    }
    this.#index += 1;
    this.#offsets.set(items, offsets);
    return items;
  }

  #readMapping(): object {
    const mapping: Record<string, unknown> = {};
    const positions = new Map<string, Position>();
    const merged: object[] = [];
    while (this.events[this.#index]?.type !== EVENT_ID.POP) {
      const keyEvent = this.events[this.#index];
      const key = this.#readKey();
      const keyOffset = this.#offset;
      if (key === mergeKey && isPlainScalar(keyEvent)) {
        merged.push(...this.#readMergeSources());
        continue;
      }
      const value = this.#read(emptyAfterKey);
      if (key === undefined) continue;
      const first = positions.get(key);
      if (first === undefined) {
        setKey(mapping, key, value);
        positions.set(key, { offset: this.#offset, keyOffset });
      } else {
        const what = `Duplicate key ${quote(truncate(key, 60))}, first defined on line ${this.lineOf(first.keyOffset)}.`;
        this.#report(keyOffset, what, "Remove one of them.");
      }
    }
    this.#index += 1;
    for (const source of merged) this.#merge(mapping, positions, source);
    this.#positions.set(mapping, positions);
    return mapping;
  }

  /** Keys of the mapping override merged keys, and earlier sources override later ones. */
  #merge(mapping: Record<string, unknown>, positions: Map<string, Position>, source: object): void {
    const merged = this.#positions.get(source) ?? new Map<string, Position>();
    for (const [key, value] of Object.entries(source)) {
      const position = merged.get(key);
      if (position === undefined || positions.has(key)) continue;
      setKey(mapping, key, value);
      positions.set(key, position);
    }
  }

  #readMergeSources(): object[] {
    const problemsBefore = this.#problemCount;
    const isAlias = this.events[this.#index]?.type === EVENT_ID.ALIAS;
    const value = this.#read(emptyAfterKey);
    if (this.#problemCount > problemsBefore) return [];
    const isSequence = Array.isArray(value);
    const sources: readonly unknown[] = isSequence ? value : [value];
    return sources.filter((source, index): source is object => {
      if (isMapping(source)) return true;
      const offset = isSequence && !isAlias ? this.#offsets.get(value)?.[index] : undefined;
      const remedy = "Use the anchor of a mapping: <<: *name";
      this.#report(offset ?? this.#offset, "Only a mapping can be merged with <<.", remedy);
      return false;
    });
  }

  /** @returns undefined after a report */
  #readKey(): string | undefined {
    const event = this.events[this.#index];
    const key = this.#read(emptyKey);
    if (typeof key === "string") return key;
    if (key === null)
      this.#report(this.#offset, "The key is empty.", "Write a key before the colon, or remove the line.");
    else if (event?.type === EVENT_ID.SCALAR) return getScalarValue(this.text, event);
    else {
      const what = "A key must be a string, not a mapping or a sequence.";
      this.#report(this.#offset, what, "Put a string that starts with a bracket in quotes.");
    }
    return undefined;
  }

  #readAlias({ anchorStart, anchorEnd }: AliasEvent): unknown {
    const name = this.text.slice(anchorStart, anchorEnd);
    this.#offset = anchorStart - 1;
    this.#end = anchorEnd;
    const target = this.#anchors.get(name);
    if (target === undefined) {
      this.#reportUnresolvedAlias(name);
      return null;
    }
    const isExceeded = this.#aliasedCount > maxAliasedValues;
    this.#valueCount += target.valueCount;
    this.#aliasedCount += target.valueCount;
    if (this.#aliasedCount <= maxAliasedValues) return target.value;
    const what = `The aliases of the file expand to more than ${maxAliasedValues.toLocaleString("en")} values.`;
    if (!isExceeded)
      this.report(this.#offset, what, "Remove nested aliases, which multiply, or split the file.");
    return null;
  }

  #reportUnresolvedAlias(name: string): void {
    if (this.#problemCount > maxProblems) return;
    if (this.#anchors.has(name)) {
      const what = `The alias *${name} is inside the value that it refers to.`;
      this.#report(this.#offset, what, "Replace the alias with a value.");
      return;
    }
    const near = nearNames(name, [...this.#anchors.keys()]);
    const remedy =
      near.length > 0 ? didYouMean(near) : `Define it above with &${name}, or put the string in quotes.`;
    this.#report(this.#offset, `No anchor ${quote(name)} is defined above this alias.`, remedy);
  }

  #report(offset: number, what: string, remedy: string): void {
    this.#problemCount += 1;
    if (this.#problemCount <= maxProblems) this.report(offset, what, remedy);
    else if (this.#problemCount === maxProblems + 1)
      this.report(
        offset,
        "The file has more problems with keys and aliases.",
        "Fix these problems and run again.",
      );
  }

  #positionOf(root: unknown, rootOffset: number, path: readonly FieldStep[]): Position {
    let position: Position = { offset: rootOffset, keyOffset: rootOffset };
    let value = root;
    for (const step of path) {
      if (typeof value !== "object" || value === null) break;
      const offset = this.#offsets.get(value)?.[Number(step)];
      const found =
        offset === undefined ? this.#positions.get(value)?.get(String(step)) : { offset, keyOffset: offset };
      if (found === undefined) break;
      position = found;
      value = Object.getOwnPropertyDescriptor(value, step)?.value;
    }
    return position;
  }
}

const mergeKey = "<<";

function isPlainScalar(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
}

function isEmptyScalar(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.valueStart < 0;
}

const typedTags = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];

/** The value of a scalar without quotes, by the core schema of YAML 1.2. */
export function plainValue(source: string): unknown {
  if (!/^[-+.\d~nNtTfF]/.test(source)) return source;
  for (const tag of typedTags) {
    const value: unknown = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return source;
}
