/**
 * Builds the tree of a text from the events of the YAML parser. Resolves anchors, aliases and merge keys in one pass, and limits the total
 * number of aliased values.
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
import { didYouMean, nearNames, quote, setKey, truncate } from "../../diagnostics";
import {
  type MappingEntry,
  type MappingNode,
  offsetOf,
  type Range,
  resolveAlias,
  type ScalarNode,
  type ScalarStyle,
  type SequenceNode,
  type Slot,
  type SourceNode,
  sourcesOf,
} from "./tree";

/** Adds a problem. @param offset in characters from the start of the text */
export type ReportAt = (offset: number, what: string, remedy: string) => void;

/** Limits files whose nested aliases expand exponentially. Valid files are far below the limit. */
const maxAliasedValues = 1_000_000;
/** Per file, for keys and aliases. */
const maxProblems = 100;

const styles: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

interface Anchored {
  readonly node: SourceNode;
  /** The number of values in it, including aliased values. */
  readonly valueCount: number;
}

/** From a key or a dash to the end of an empty value, which has no event with an offset. */
const toEmptyValue = /(?:\s|#.*)*[:-]/y;
const toEmptyKey = /(?:[,\s]|#.*)*/y;
/** From the last item to the end of a flow collection. */
const toFlowEnd = /(?:[,\s]|#.*)*[\]}]/y;

export class TreeBuilder {
  #index = 0;
  #end = 0;
  #flowDepth = 0;
  /** An anchor is undefined while its value is being read. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  #anchorNames: readonly string[] = [];
  #valueCount = 0;
  #aliasedCount = 0;
  #problemCount = 0;

  /**
   * @param events all events of the text
   * @param lineOf converts an offset into a 1-based line
   */
  constructor(
    private readonly events: readonly Event[],
    private readonly text: string,
    private readonly report: ReportAt,
    private readonly lineOf: (offset: number) => number,
  ) {}

  /** @returns undefined for a text without values, and after reports that leave no value */
  build(): Slot | undefined {
    let root: Slot | undefined;
    while (this.#next() !== undefined) {
      const start = this.#end;
      const isEmpty = isEmptyScalar(this.events[this.#index]);
      const slot = this.#read();
      // Skips the end of the document.
      this.#next();
      if (isEmpty) continue;
      if (root !== undefined) {
        const marker = this.text.slice(start, slot.start).lastIndexOf("---");
        this.report(
          marker === -1 ? slot.start : start + marker,
          "The file has more than one YAML document. The next one starts here.",
          "Put all alerts into one sequence, or each document into its own file.",
        );
        return undefined;
      }
      root = slot;
    }
    return this.#aliasedCount > maxAliasedValues ? undefined : root;
  }

  #next(): Event | undefined {
    return this.events[this.#index++];
  }

  #read(toEmpty = toEmptyValue): Slot {
    this.#valueCount += 1;
    const event = this.#next();
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#anchor(event, () => this.#readScalar(event, toEmpty));
      case EVENT_ID.ALIAS:
        return this.#readAlias(event);
      case EVENT_ID.MAPPING:
        return this.#anchor(event, () => this.#readMapping(event));
      case EVENT_ID.SEQUENCE:
        return this.#anchor(event, () => this.#readSequence(event));
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return this.#emptyScalar(toEmpty);
    }
  }

  #anchor(event: ScalarEvent | MappingEvent | SequenceEvent, read: () => SourceNode): SourceNode {
    if (event.anchorStart < 0) return read();
    const anchor = this.text.slice(event.anchorStart, event.anchorEnd);
    this.#end = Math.max(this.#end, event.anchorEnd);
    this.#anchors.set(anchor, undefined);
    const countBefore = this.#valueCount;
    const node = read();
    this.#anchors.set(anchor, { node, valueCount: this.#valueCount - countBefore + 1 });
    return node;
  }

  #readScalar(event: ScalarEvent, toEmpty: RegExp): ScalarNode {
    const { valueStart, valueEnd } = event;
    if (valueStart < 0) {
      // An anchor is between the colon or dash and the empty value.
      const hasAnchor = event.anchorStart >= 0 && toEmpty === toEmptyValue;
      return this.#emptyScalar(hasAnchor ? undefined : toEmpty);
    }
    const style = styles[event.style] ?? "plain";
    const isQuoted = style === "single" || style === "double";
    const isBlock = style === "literal" || style === "folded";
    const start = isBlock ? this.#headerOf(valueStart) : isQuoted ? valueStart - 1 : valueStart;
    const end = isQuoted ? valueEnd + 1 : isBlock ? this.#endOfLines(start, valueEnd) : valueEnd;
    this.#end = end;
    // The parser can have seen several lines as one.
    const source = getScalarValue(this.text, { ...event, fast: false });
    const value = style === "plain" ? plainValue(source) : source;
    return { kind: "scalar", style, isInFlow: this.#flowDepth > 0, value, start, end };
  }

  /** @param toEmpty undefined if the scalar is at the end of the last token */
  #emptyScalar(toEmpty?: RegExp): ScalarNode {
    if (toEmpty !== undefined) {
      toEmpty.lastIndex = this.#end;
      if (toEmpty.test(this.text)) this.#end = toEmpty.lastIndex;
    }
    const isInFlow = this.#flowDepth > 0;
    return { kind: "scalar", style: "plain", isInFlow, value: null, start: this.#end, end: this.#end };
  }

  /** The offset of the `|` or `>` before the lines of a block scalar. */
  #headerOf(valueStart: number): number {
    const lineStart = this.text.lastIndexOf("\n", valueStart - 2) + 1;
    const header = /[|>][-+\d]*[ \t]*(?:#.*)?\n?$/.exec(this.text.slice(lineStart, valueStart));
    return lineStart + (header?.index ?? 0);
  }

  /** The end of the last line of a block that is not blank. */
  #endOfLines(start: number, end: number): number {
    for (let last = end; ;) {
      const lineStart = this.text.lastIndexOf("\n", last - 1) + 1;
      if (lineStart <= start || this.text.slice(lineStart, last).trim() !== "") return Math.max(start, last);
      last = lineStart - 1;
    }
  }

  /** Reads the members of a mapping or sequence. @returns whether it is in brackets, and its range */
  #readMembers(
    { start, style }: MappingEvent | SequenceEvent,
    readMember: () => void,
  ): Range & { isFlow: boolean } {
    const isFlow = style === COLLECTION_STYLE.FLOW;
    this.#end = isFlow ? start + 1 : start;
    if (isFlow) this.#flowDepth += 1;
    while (this.events[this.#index]?.type !== EVENT_ID.POP) readMember();
    this.#index += 1;
    if (isFlow) this.#flowDepth -= 1;
    toFlowEnd.lastIndex = this.#end;
    if (isFlow && toFlowEnd.test(this.text)) this.#end = toFlowEnd.lastIndex;
    return { isFlow, start, end: this.#end };
  }

  #readSequence(event: SequenceEvent): SequenceNode {
    const items: Slot[] = [];
    const range = this.#readMembers(event, () => items.push(this.#read()));
    return { kind: "sequence", items, value: items.map((item) => resolveAlias(item).value), ...range };
  }

  #readMapping(event: MappingEvent): MappingNode {
    const entries: MappingEntry[] = [];
    const value: Record<string, unknown> = {};
    const keyStarts = new Map<string, number>();
    const range = this.#readMembers(event, () => {
      const keyEvent = this.events[this.#index];
      const [key, keyStart] = this.#readKey();
      if (key === "<<" && isPlainScalar(keyEvent)) {
        entries.push({ key, isMerge: true, keyStart, value: this.#readMerge() });
        return;
      }
      const slot = this.#read();
      if (key === undefined) return;
      const first = keyStarts.get(key);
      if (first === undefined) {
        keyStarts.set(key, keyStart);
        setKey(value, key, resolveAlias(slot).value);
        entries.push({ key, isMerge: false, keyStart, value: slot });
      } else {
        const what = `Duplicate key ${quote(truncate(key, 60))}, first defined on line ${this.lineOf(first)}.`;
        this.#report(keyStart, what, "Remove one of them.");
      }
    });
    for (const source of entries.flatMap(sourcesOf))
      for (const [key, member] of Object.entries(source.value))
        if (!Object.hasOwn(value, key)) setKey(value, key, member);
    return { kind: "mapping", entries, value, ...range };
  }

  /** Reads the value of `<<`, and reports what is no mapping. */
  #readMerge(): Slot {
    const problemsBefore = this.#problemCount;
    const slot = this.#read();
    const target = resolveAlias(slot);
    const sources = target.kind === "sequence" ? target.items : [target];
    for (const source of this.#problemCount > problemsBefore ? [] : sources) {
      if (resolveAlias(source).kind === "mapping") continue;
      const remedy = "Use the anchor of a mapping: <<: *name";
      const offset = offsetOf(slot.kind === "alias" ? slot : source, this.text);
      this.#report(offset, "Only a mapping can be merged with <<.", remedy);
    }
    return slot;
  }

  /** @returns the key, which is undefined after a report, and its offset */
  #readKey(): [key: string | undefined, start: number] {
    const event = this.events[this.#index];
    const slot = this.#read(toEmptyKey);
    const { start } = slot;
    const { value } = resolveAlias(slot);
    if (typeof value === "string") return [value, start];
    if (value === null)
      this.#report(start, "The key is empty.", "Write a key before the colon, or remove the line.");
    else if (event?.type === EVENT_ID.SCALAR) return [getScalarValue(this.text, event), start];
    else {
      const what = "A key must be a string, not a mapping or a sequence.";
      this.#report(start, what, "Put a string that starts with a bracket in quotes.");
    }
    return [undefined, start];
  }

  #readAlias({ anchorStart, anchorEnd }: AliasEvent): Slot {
    const name = this.text.slice(anchorStart, anchorEnd);
    const start = anchorStart - 1;
    this.#end = anchorEnd;
    const none: ScalarNode = {
      kind: "scalar",
      style: "plain",
      isInFlow: false,
      value: null,
      start,
      end: anchorEnd,
    };
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) {
      this.#reportUnresolvedAlias(name, start);
      return none;
    }
    const isExceeded = this.#aliasedCount > maxAliasedValues;
    this.#valueCount += anchored.valueCount;
    this.#aliasedCount += anchored.valueCount;
    if (this.#aliasedCount <= maxAliasedValues)
      return { kind: "alias", target: anchored.node, start, end: anchorEnd };
    const what = `The aliases of the file expand to more than ${maxAliasedValues.toLocaleString("en")} values.`;
    if (!isExceeded) this.report(start, what, "Remove nested aliases, which multiply, or split the file.");
    return none;
  }

  #reportUnresolvedAlias(name: string, offset: number): void {
    if (this.#problemCount > maxProblems) return;
    if (this.#anchors.has(name)) {
      const what = `The alias *${name} is inside the value that it refers to.`;
      this.#report(offset, what, "Replace the alias with a value.");
      return;
    }
    if (this.#anchorNames.length < this.#anchors.size) this.#anchorNames = [...this.#anchors.keys()];
    const near = nearNames(name, this.#anchorNames);
    const remedy =
      near.length > 0 ? didYouMean(near) : `Define it above with &${name}, or put the string in quotes.`;
    this.#report(offset, `No anchor ${quote(name)} is defined above this alias.`, remedy);
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
}

function isPlainScalar(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
}

function isEmptyScalar(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.valueStart < 0;
}

const typedTags = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];

/** The value of a scalar without quotes, by the core schema of YAML 1.2. */
function plainValue(source: string): unknown {
  if (!/^[-+.\d~nNtTfF]/.test(source)) return source;
  for (const tag of typedTags) {
    const value: unknown = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return source;
}
