/**
 * A file's content as plain values, and where each part of them stands, so that a complaint about any part has its line.
 * Anchors, aliases and merge keys are followed here, in one walk: what an alias stands for is shared and never copied, and how
 * much all of them stand for together is bounded.
 */
import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { type FieldStep, hintForName, nearNames, quote } from "../diagnostics";

/** Told of what is wrong, and what to do. @param offset where, in characters from the start of the text */
export type OnFault = (offset: number, what: string, remedy: string) => void;

/** In characters from the start of the text. */
export interface Spot {
  readonly offset: number;
  /** Of the key whose value it is; its own where it has none. */
  readonly keyOffset: number;
}

export interface Content {
  readonly value: unknown;
  /** Where the value of a path stands, or the nearest one around it that there is. What is merged stands where it was written. */
  readonly spotOf: (path: readonly FieldStep[]) => Spot;
}

/** Values that the aliases of one file may stand for. A file within its size holds far fewer where nobody means harm. */
const aliasLimit = 1_000_000;

/** @param lineOf the line of an offset, from 1 @returns undefined where a fault leaves nothing to go on with */
export function contentOf(
  root: Node,
  onFault: OnFault,
  lineOf: (offset: number) => number,
): Content | undefined {
  const walk = new Walk(onFault, lineOf);
  const value = walk.valueOf(root, 0);
  return walk.isOver ? undefined : { value, spotOf: (path) => walk.spotOf(root, path) };
}

interface Anchored {
  readonly node: Node;
  readonly value: unknown;
  /** How many values it is, with what aliases in it stand for. */
  readonly size: number;
}

class Walk {
  /** Undefined for one whose value is still being read. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  readonly #targets = new Map<Alias, Node>();
  readonly #merged = new Map<Node, Node[]>();
  #count = 0;
  #aliased = 0;
  /** Nothing more is read: what comes is without end. */
  isOver = false;

  constructor(
    private readonly onFault: OnFault,
    private readonly lineOf: (offset: number) => number,
  ) {}

  /** @param near where it would stand if it is left out */
  valueOf(node: unknown, near: number): unknown {
    this.#count += 1;
    // Nearly all there is.
    if (isScalar(node) && node.anchor === undefined && typeof node.value !== "object") return node.value;
    if (this.isOver || !isNode(node)) return null;
    if (isAlias(node)) return this.#follow(node, near);
    const { anchor } = node;
    if (anchor === undefined) return this.#read(node);
    this.#anchors.set(anchor, undefined);
    const before = this.#count;
    const value = this.#read(node);
    this.#anchors.set(anchor, { node, value, size: this.#count - before + 1 });
    return value;
  }

  #read(node: Node): unknown {
    const offset = offsetOf(node, 0);
    if (isScalar(node)) return this.#readScalar(node.value, offset);
    if (isMap(node)) return this.#readMap(node, offset);
    return isSeq(node) ? node.items.map((item) => this.valueOf(item, offset)) : null;
  }

  /** Older YAML knows dates, and bytes under a tag. */
  #readScalar(value: unknown, offset: number): unknown {
    if (typeof value !== "object" || value === null) return value;
    const what = "This value is neither a text, a number, nor true or false.";
    this.onFault(offset, what, "Put a text in quotes, without a tag before it.");
    return "";
  }

  #readMap(map: YAMLMap, offset: number): unknown {
    const value: Record<string, unknown> = {};
    let merged: object[] | undefined;
    let twice: Set<string> | undefined;
    for (const pair of map.items) {
      const keyOffset = offsetOf(pair.key, offset);
      const content = this.valueOf(pair.value, keyOffset);
      const key = this.#keyOf(pair, keyOffset);
      if (key === undefined) continue;
      if (Object.hasOwn(value, key)) {
        twice ??= new Set();
        if (twice.size < mostTwice && !twice.has(key)) this.#tellTwice(key, map, keyOffset);
        twice.add(key);
      } else if (key === mergeKey && isMergeKey(pair.key)) {
        this.#merged.set(map, [...(this.#merged.get(map) ?? []), ...this.#sourcesIn(pair.value, keyOffset)]);
        merged = [...(merged ?? []), ...(Array.isArray(content) ? content : [content]).filter(isObject)];
      } else put(value, key, content);
    }
    if (merged === undefined) return value;
    // What the map says itself holds, wherever the merge key stands in it; then what is merged first.
    for (const source of merged) {
      for (const [key, one] of Object.entries(source)) if (!Object.hasOwn(value, key)) put(value, key, one);
    }
    return value;
  }

  #tellTwice(key: string, map: YAMLMap, offset: number): void {
    const first = map.items.find((one) => isScalar(one.key) && keyText(one.key) === key);
    const line = this.lineOf(offsetOf(first?.key, offset));
    const what = `The key ${quote(key)} stands twice in one map, first in line ${line}.`;
    this.onFault(offset, what, "Keep one of them.");
  }

  #sourcesIn(value: unknown, near: number): Node[] {
    const given: readonly unknown[] = isSeq(value) ? value.items : [value];
    return given.filter((source): source is Node => {
      const target = isAlias(source) ? this.#targets.get(source) : source;
      if (isMap(target)) return true;
      // An alias that leads nowhere has been told.
      if (!this.isOver && !(isAlias(source) && target === undefined)) {
        this.onFault(
          offsetOf(source, near),
          "Only a map can be merged with <<.",
          "Name the anchor of a map: <<: *name",
        );
      }
      return false;
    });
  }

  #keyOf({ key }: Pair, offset: number): string | undefined {
    if (isScalar(key) && typeof key.value === "string") return key.value;
    if (isMergeKey(key)) return mergeKey;
    if (isScalar(key) && ["number", "boolean"].includes(typeof key.value)) return keyText(key);
    const isBraced = isMap(key) || isSeq(key);
    const what = isBraced ? "A map or a list stands where a key belongs." : "A key is missing here.";
    const remedy = isBraced
      ? "Put a text that begins with a bracket in quotes."
      : "Name the key before the colon, or remove the line.";
    this.onFault(offset, what, remedy);
    return undefined;
  }

  #follow(alias: Alias, near: number): unknown {
    const { source: name } = alias;
    const offset = offsetOf(alias, near);
    const target = this.#anchors.get(name);
    if (target === undefined) {
      this.#tellLost(name, offset);
      return null;
    }
    this.#targets.set(alias, target.node);
    this.#count += target.size;
    this.#aliased += target.size;
    if (this.#aliased > aliasLimit) {
      this.isOver = true;
      const what = `Up to here, the aliases of the file stand for more than ${aliasLimit.toLocaleString("en")} values.`;
      this.onFault(offset, what, "Aliases of aliases multiply: write parts out, or split the file.");
    }
    return target.value;
  }

  #tellLost(name: string, offset: number): void {
    if (this.#anchors.has(name)) {
      const what = `The alias *${name} stands inside of what it means, which so has no end.`;
      this.onFault(offset, what, "Write it out.");
      return;
    }
    const near = nearNames(name, [...this.#anchors.keys()]);
    const remedy =
      near.length > 0 ? hintForName(name, near) : `Set it above, with &${name}; or put the text in quotes.`;
    this.onFault(offset, `There is no anchor ${quote(name)} above this alias.`, remedy);
  }

  spotOf(root: Node, path: readonly FieldStep[]): Spot {
    let spot = { offset: offsetOf(root, 0), keyOffset: offsetOf(root, 0) };
    let at: unknown = root;
    for (const step of path) {
      const part = this.#partOf(isAlias(at) ? this.#targets.get(at) : at, step);
      if (part === undefined) break;
      const offset = offsetOf(part.value, spot.offset);
      spot = { offset, keyOffset: offsetOf(part.key, offset) };
      at = part.value;
    }
    return spot;
  }

  #partOf(node: unknown, step: FieldStep): { key?: unknown; value: unknown } | undefined {
    if (isSeq(node)) return typeof step === "number" ? { value: node.items[step] } : undefined;
    if (!isMap(node)) return undefined;
    const own = node.items.find(({ key }) => isScalar(key) && String(key.value) === step && !isMergeKey(key));
    if (own !== undefined) return own;
    const sources = this.#merged.get(node) ?? [];
    return sources
      .map((source) => this.#partOf(isAlias(source) ? this.#targets.get(source) : source, step))
      .find((part) => part !== undefined);
  }
}

const mergeKey = "<<";
/** Keys of one map that are told to stand there twice; each once. */
const mostTwice = 20;

function keyText({ value, source }: Scalar): string {
  return typeof value === "string" ? value : (source ?? String(value));
}

function isMergeKey(key: unknown): boolean {
  if (!isScalar(key) || key.type !== "PLAIN") return false;
  // As older YAML reads it, it is a symbol.
  return key.value === "<<" || (typeof key.value === "symbol" && key.value.description === "<<");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function offsetOf(node: unknown, otherwise: number): number {
  return isScalar(node) || isNode(node) ? (node.range?.[0] ?? otherwise) : otherwise;
}

function put(map: Record<string, unknown>, key: string, value: unknown): void {
  // An assignment of this one key would set something else.
  if (key === "__proto__") Object.defineProperty(map, key, { value, enumerable: true });
  else map[key] = value;
}
