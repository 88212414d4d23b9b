/**
 * Converts YAML nodes into plain values and maps the path of each value to its position in the text. Resolves anchors, aliases and merge
 * keys in one pass. The value of an alias is shared, not copied, and the total number of aliased values is limited.
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
import { didYouMean, type FieldStep, nearNames, quote } from "../../diagnostics";

/** Adds a problem. @param offset in characters from the start of the text */
export type ReportAt = (offset: number, what: string, remedy: string) => void;

/** Offsets in characters from the start of the text. */
export interface Position {
  readonly offset: number;
  /** Of the key that the value belongs to. Equals `offset` if there is no key. */
  readonly keyOffset: number;
}

export interface ResolvedYaml {
  readonly value: unknown;
  /** The position of a value, or of its nearest existing parent. A merged value has the position of its definition. */
  readonly positionOf: (path: readonly FieldStep[]) => Position;
}

/** Limits files whose nested aliases expand exponentially. Valid files are far below the limit. */
export const maxAliasedValues = 1_000_000;
/** Per mapping. */
const maxDuplicateKeyProblems = 20;
/** Per file. */
const maxAliasProblems = 20;

/** @param lineOf converts an offset into a 1-based line @returns undefined if aliases exceed the limit */
export function resolveYaml(
  root: Node,
  report: ReportAt,
  lineOf: (offset: number) => number,
): ResolvedYaml | undefined {
  const resolver = new YamlResolver(report, lineOf);
  const value = resolver.valueOf(root, 0);
  if (resolver.isLimitExceeded) return undefined;
  return { value, positionOf: (path) => resolver.positionOf(root, path) };
}

interface Anchored {
  readonly node: Node;
  readonly value: unknown;
  /** The number of values in it, including aliased values. */
  readonly valueCount: number;
}

class YamlResolver {
  /** An anchor is undefined while its value is being read. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  readonly #aliasTargets = new Map<Alias, Node>();
  readonly #mergeSources = new Map<YAMLMap, Node[]>();
  #valueCount = 0;
  #aliasedCount = 0;
  #unresolvedCount = 0;
  /** Reading stops when the alias limit is exceeded. */
  isLimitExceeded = false;

  constructor(
    private readonly report: ReportAt,
    private readonly lineOf: (offset: number) => number,
  ) {}

  /** @param fallbackOffset position of an empty value */
  valueOf(node: unknown, fallbackOffset: number): unknown {
    this.#valueCount += 1;
    // Fast path for most nodes.
    if (isScalar(node) && node.anchor === undefined && typeof node.value !== "object") return node.value;
    if (this.isLimitExceeded || !isNode(node)) return null;
    if (isAlias(node)) return this.#readAlias(node, fallbackOffset);
    const { anchor } = node;
    if (anchor === undefined) return this.#readNode(node);
    this.#anchors.set(anchor, undefined);
    const countBefore = this.#valueCount;
    const value = this.#readNode(node);
    this.#anchors.set(anchor, { node, value, valueCount: this.#valueCount - countBefore + 1 });
    return value;
  }

  #readNode(node: Node): unknown {
    const offset = offsetOf(node, 0);
    if (isScalar(node)) return this.#readScalar(node.value, offset);
    if (isMap(node)) return this.#readMapping(node, offset);
    return isSeq(node) ? node.items.map((item) => this.valueOf(item, offset)) : null;
  }

  /** Rejects the dates and binary values of YAML 1.1. */
  #readScalar(value: unknown, offset: number): unknown {
    if (typeof value !== "object" || value === null) return value;
    const what = "The value must be a string, a number, a boolean or null.";
    this.report(offset, what, "Put the value in quotes, without a tag.");
    return "";
  }

  #readMapping(mapping: YAMLMap, offset: number): unknown {
    const result: Record<string, unknown> = {};
    const merged: object[] = [];
    const duplicates = new Set<string>();
    for (const pair of mapping.items) {
      const keyOffset = offsetOf(pair.key, offset);
      const value = this.valueOf(pair.value, keyOffset);
      const key = this.#readKey(pair, keyOffset);
      if (key === undefined) continue;
      if (Object.hasOwn(result, key)) {
        if (duplicates.size < maxDuplicateKeyProblems && !duplicates.has(key))
          this.#reportDuplicateKey(key, mapping, keyOffset);
        duplicates.add(key);
      } else if (key === mergeKey && isMergeKey(pair.key)) {
        const sources = this.#mergeSources.get(mapping) ?? [];
        this.#mergeSources.set(mapping, [...sources, ...this.#readMergeSources(pair.value, keyOffset)]);
        merged.push(...(Array.isArray(value) ? value : [value]).filter(isMapping));
      } else setKey(result, key, value);
    }
    // Keys of the mapping override merged keys, and earlier sources override later ones.
    for (const source of merged) {
      for (const [key, value] of Object.entries(source))
        if (!Object.hasOwn(result, key)) setKey(result, key, value);
    }
    return result;
  }

  #reportDuplicateKey(key: string, mapping: YAMLMap, offset: number): void {
    const first = mapping.items.find((pair) => isScalar(pair.key) && keyText(pair.key) === key);
    const line = this.lineOf(offsetOf(first?.key, offset));
    this.report(offset, `Duplicate key ${quote(key)}, first defined on line ${line}.`, "Remove one of them.");
  }

  #readMergeSources(value: unknown, fallbackOffset: number): Node[] {
    const sources: readonly unknown[] = isSeq(value) ? value.items : [value];
    return sources.filter((source): source is Node => {
      const target = isAlias(source) ? this.#aliasTargets.get(source) : source;
      if (isMap(target)) return true;
      const isReported = this.isLimitExceeded || (isAlias(source) && target === undefined);
      if (!isReported) {
        const remedy = "Use the anchor of a mapping: <<: *name";
        this.report(offsetOf(source, fallbackOffset), "Only a mapping can be merged with <<.", remedy);
      }
      return false;
    });
  }

  #readKey({ key }: Pair, offset: number): string | undefined {
    if (isScalar(key) && typeof key.value === "string") return key.value;
    if (isMergeKey(key)) return mergeKey;
    if (isScalar(key) && ["number", "boolean"].includes(typeof key.value)) return keyText(key);
    if (isMap(key) || isSeq(key)) {
      const what = "A key must be a string, not a mapping or a sequence.";
      this.report(offset, what, "Put a string that starts with a bracket in quotes.");
    } else this.report(offset, "The key is empty.", "Write a key before the colon, or remove the line.");
    return undefined;
  }

  #readAlias(alias: Alias, fallbackOffset: number): unknown {
    const { source: name } = alias;
    const offset = offsetOf(alias, fallbackOffset);
    const target = this.#anchors.get(name);
    if (target === undefined) {
      this.#reportUnresolvedAlias(name, offset);
      return null;
    }
    this.#aliasTargets.set(alias, target.node);
    this.#valueCount += target.valueCount;
    this.#aliasedCount += target.valueCount;
    if (this.#aliasedCount > maxAliasedValues) {
      this.isLimitExceeded = true;
      const what = `The aliases of the file expand to more than ${maxAliasedValues.toLocaleString("en")} values.`;
      this.report(offset, what, "Remove nested aliases, which multiply, or split the file.");
    }
    return target.value;
  }

  #reportUnresolvedAlias(name: string, offset: number): void {
    if (this.#anchors.has(name)) {
      const what = `The alias *${name} is inside the value that it refers to.`;
      this.report(offset, what, "Replace the alias with a value.");
      return;
    }
    this.#unresolvedCount += 1;
    if (this.#unresolvedCount > maxAliasProblems) {
      if (this.#unresolvedCount === maxAliasProblems + 1)
        this.report(offset, "More aliases have no anchor.", "Fix these problems and run again.");
      return;
    }
    const near = nearNames(name, [...this.#anchors.keys()]);
    const remedy =
      near.length > 0 ? didYouMean(near) : `Define it above with &${name}, or put the string in quotes.`;
    this.report(offset, `No anchor ${quote(name)} is defined above this alias.`, remedy);
  }

  positionOf(root: Node, path: readonly FieldStep[]): Position {
    let position = { offset: offsetOf(root, 0), keyOffset: offsetOf(root, 0) };
    let node: unknown = root;
    for (const step of path) {
      const child = this.#childOf(this.#resolveAlias(node), step);
      if (child === undefined) break;
      const offset = offsetOf(child.value, position.offset);
      position = { offset, keyOffset: offsetOf(child.key, offset) };
      node = child.value;
    }
    return position;
  }

  #childOf(node: unknown, step: FieldStep): { key?: unknown; value: unknown } | undefined {
    if (isSeq(node)) return typeof step === "number" ? { value: node.items[step] } : undefined;
    if (!isMap(node)) return undefined;
    const own = node.items.find(({ key }) => isScalar(key) && String(key.value) === step && !isMergeKey(key));
    if (own !== undefined) return own;
    const sources = this.#mergeSources.get(node) ?? [];
    return sources
      .map((source) => this.#childOf(this.#resolveAlias(source), step))
      .find((child) => child !== undefined);
  }

  #resolveAlias(node: unknown): unknown {
    return isAlias(node) ? this.#aliasTargets.get(node) : node;
  }
}

const mergeKey = "<<";

function keyText({ value, source }: Scalar): string {
  return typeof value === "string" ? value : (source ?? String(value));
}

function isMergeKey(key: unknown): boolean {
  if (!isScalar(key) || key.type !== "PLAIN") return false;
  // The parser returns a symbol for YAML 1.1.
  return key.value === mergeKey || (typeof key.value === "symbol" && key.value.description === mergeKey);
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function offsetOf(node: unknown, fallback: number): number {
  return isScalar(node) || isNode(node) ? (node.range?.[0] ?? fallback) : fallback;
}

/** An assignment to `__proto__` would set the prototype instead of the key. */
function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, enumerable: true });
  else target[key] = value;
}
