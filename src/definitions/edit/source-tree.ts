/** The tree of a YAML or JSON text with the range of each part. Texts that the parser of definitions accepts have one. */
import {
  COLLECTION_STYLE,
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";

/** Offsets in characters from the start of the text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface NodeBase extends Range {
  /** Whether a mapping or sequence in brackets contains the node. */
  readonly isInFlow: boolean;
}

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

/** A scalar with its quotes, or with the header of its block. An empty scalar has an empty range. */
export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly style: ScalarStyle;
  /** The text, also of a number. */
  readonly text: string;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly isFlow: boolean;
  readonly items: readonly Slot[];
}

export interface MappingNode extends NodeBase {
  readonly kind: "mapping";
  readonly isFlow: boolean;
  readonly entries: readonly Entry[];
}

export type SourceNode = ScalarNode | SequenceNode | MappingNode;

/** A value where it is used. The node of an alias is the node of its anchor. */
export interface Slot extends Range {
  readonly node: SourceNode;
  readonly isAlias: boolean;
}

/** A key with its value. */
export interface Entry {
  readonly key: string;
  /** Whether the entry merges other mappings. */
  readonly isMerge: boolean;
  readonly keyStart: number;
  readonly value: Slot;
}

/** @param text a text without syntax errors, with line breaks `\n` @returns undefined for an empty text */
export function parseSource(text: string): SourceNode | undefined {
  return new TreeBuilder(text, parseEvents(text, { maxDepth: 101 })).build();
}

const styles: Readonly<Record<number, ScalarStyle>> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

/** From a key or a dash to the end of an empty value. */
const toEmptyValue = /(?:\s|#.*)*[:-]/y;
/** From the last item to the end of a flow collection. */
const toFlowEnd = /(?:[,\s]|#.*)*[\]}]/y;

class TreeBuilder {
  #index = 0;
  /** The end of the last token. */
  #end = 0;
  #flowDepth = 0;
  readonly #anchors = new Map<string, SourceNode>();

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
  ) {}

  build(): SourceNode | undefined {
    const isDocument = this.events[this.#index++]?.type === EVENT_ID.DOCUMENT;
    return isDocument ? this.#read().node : undefined;
  }

  #read(): Slot {
    const event = this.events[this.#index++];
    switch (event?.type) {
      case EVENT_ID.ALIAS: {
        const { anchorStart, anchorEnd } = event;
        this.#end = anchorEnd;
        const node = this.#anchors.get(this.text.slice(anchorStart, anchorEnd)) ?? this.#emptyScalar();
        return { node, isAlias: true, start: anchorStart - 1, end: anchorEnd };
      }
      case EVENT_ID.SCALAR:
        return this.#slotOf(event, this.#scalar(event));
      case EVENT_ID.SEQUENCE: {
        const isInFlow = this.#flowDepth > 0;
        const isFlow = this.#open(event.start, event.style);
        const items: Slot[] = [];
        while (!this.#isAtPop()) items.push(this.#read());
        const range = this.#close(event.start, isFlow);
        return this.#slotOf(event, { kind: "sequence", isFlow, isInFlow, items, ...range });
      }
      case EVENT_ID.MAPPING: {
        const isInFlow = this.#flowDepth > 0;
        const isFlow = this.#open(event.start, event.style);
        const entries: Entry[] = [];
        while (!this.#isAtPop()) entries.push(this.#readEntry());
        const range = this.#close(event.start, isFlow);
        return this.#slotOf(event, { kind: "mapping", isFlow, isInFlow, entries, ...range });
      }
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return { node: this.#emptyScalar(), isAlias: false, start: this.#end, end: this.#end };
    }
  }

  #readEntry(): Entry {
    const keyEvent = this.events[this.#index];
    const { node: key, start: keyStart } = this.#read();
    const text = key.kind === "scalar" ? key.text : "";
    const isMerge = text === "<<" && keyEvent?.type === EVENT_ID.SCALAR && styles[keyEvent.style] === "plain";
    return { key: text, isMerge, keyStart, value: this.#read() };
  }

  #slotOf(
    { anchorStart, anchorEnd }: { readonly anchorStart: number; readonly anchorEnd: number },
    node: SourceNode,
  ): Slot {
    if (anchorStart >= 0) this.#anchors.set(this.text.slice(anchorStart, anchorEnd), node);
    return { node, isAlias: false, start: node.start, end: node.end };
  }

  #scalar(event: ScalarEvent): ScalarNode {
    const { valueStart, valueEnd, anchorEnd } = event;
    const style = styles[event.style] ?? "plain";
    if (valueStart < 0) {
      this.#end = Math.max(this.#end, anchorEnd);
      return this.#emptyScalar();
    }
    const isQuoted = style === "single" || style === "double";
    const isBlock = style === "literal" || style === "folded";
    const start = isBlock ? this.#headerOf(valueStart) : isQuoted ? valueStart - 1 : valueStart;
    const end = isQuoted ? valueEnd + 1 : isBlock ? this.#endOfLines(start, valueEnd) : valueEnd;
    this.#end = end;
    const isInFlow = this.#flowDepth > 0;
    return { kind: "scalar", style, isInFlow, text: getScalarValue(this.text, event), start, end };
  }

  #emptyScalar(): ScalarNode {
    toEmptyValue.lastIndex = this.#end;
    if (toEmptyValue.test(this.text)) this.#end = toEmptyValue.lastIndex;
    const isInFlow = this.#flowDepth > 0;
    return { kind: "scalar", style: "plain", isInFlow, text: "", start: this.#end, end: this.#end };
  }

  /** The offset of the `|` or `>` of a block. */
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

  #open(start: number, style: number): boolean {
    const isFlow = style === COLLECTION_STYLE.FLOW;
    this.#end = isFlow ? start + 1 : start;
    if (isFlow) this.#flowDepth += 1;
    return isFlow;
  }

  #isAtPop(): boolean {
    const type = this.events[this.#index]?.type;
    return type === EVENT_ID.POP || type === undefined;
  }

  #close(start: number, isFlow: boolean): Range {
    this.#index += 1;
    if (isFlow) this.#flowDepth -= 1;
    toFlowEnd.lastIndex = this.#end;
    if (isFlow && toFlowEnd.test(this.text)) this.#end = toFlowEnd.lastIndex;
    return { start, end: this.#end };
  }
}
