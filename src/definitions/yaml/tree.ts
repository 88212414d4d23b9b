/** The tree of a YAML or JSON text: the plain value of each part, and its range in the text. The value of an alias is shared, not copied. */
import { type FieldStep, getOrAdd } from "../../diagnostics";

/** Offsets in characters from the start of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

/** A scalar with its quotes, or with the header of its block. An empty scalar has an empty range, directly after its colon or dash. */
export interface ScalarNode extends Range {
  readonly kind: "scalar";
  readonly style: ScalarStyle;
  /** Whether a mapping or sequence in brackets contains it. */
  readonly isInFlow: boolean;
  readonly value: unknown;
}

export interface SequenceNode extends Range {
  readonly kind: "sequence";
  readonly isFlow: boolean;
  readonly items: readonly Slot[];
  readonly value: readonly unknown[];
}

export interface MappingNode extends Range {
  readonly kind: "mapping";
  readonly isFlow: boolean;
  /** In the order of the text, without duplicates. Merged keys are only in the value. */
  readonly entries: readonly MappingEntry[];
  readonly value: Readonly<Record<string, unknown>>;
}

export type SourceNode = ScalarNode | SequenceNode | MappingNode;

interface Alias extends Range {
  readonly kind: "alias";
  readonly target: SourceNode;
}

export type Slot = SourceNode | Alias;

/** A key with its value. */
export interface MappingEntry {
  readonly key: string;
  readonly isMerge: boolean;
  readonly keyStart: number;
  readonly value: Slot;
}

export function resolveAlias(slot: Slot): SourceNode {
  return slot.kind === "alias" ? slot.target : slot;
}

const entriesByMapping = new WeakMap<MappingNode, ReadonlyMap<string, MappingEntry>>();

/** The entries of a mapping by key, merged ones last. Keys of the mapping override merged keys, and earlier sources override later ones. */
export function entriesOf(mapping: MappingNode): ReadonlyMap<string, MappingEntry> {
  return getOrAdd(entriesByMapping, mapping, () => {
    const byKey = new Map<string, MappingEntry>();
    for (const entry of mapping.entries) if (!entry.isMerge) byKey.set(entry.key, entry);
    for (const source of mapping.entries.flatMap(sourcesOf))
      for (const [key, entry] of entriesOf(source)) if (!byKey.has(key)) byKey.set(key, entry);
    return byKey;
  });
}

/** The mappings that an entry merges. */
export function sourcesOf({ isMerge, value }: MappingEntry): readonly MappingNode[] {
  if (!isMerge) return [];
  const target = resolveAlias(value);
  const slots = target.kind === "sequence" ? target.items : [target];
  return slots.map(resolveAlias).filter((node) => node.kind === "mapping");
}

/**
 * A value with its offset and that of its key, or its nearest existing parent. Without a key, the offsets are equal. A merged value has the
 * offset of its definition.
 */
export function findNode(
  root: Slot,
  path: readonly FieldStep[],
  text: string,
): { readonly node: SourceNode; readonly offset: number; readonly keyOffset: number } {
  let offset = offsetOf(root, text);
  let keyOffset = offset;
  let slot = root;
  for (const step of path) {
    const node = resolveAlias(slot);
    const entry = node.kind === "mapping" ? entriesOf(node).get(String(step)) : undefined;
    const found = node.kind === "sequence" ? node.items[Number(step)] : entry?.value;
    if (found === undefined) break;
    slot = found;
    offset = offsetOf(slot, text);
    keyOffset = entry?.keyStart ?? offset;
  }
  return { node: resolveAlias(slot), offset, keyOffset };
}

/** The place of an empty value is after the spaces that follow its colon or dash, or directly after its anchor. */
export function offsetOf({ start, end }: Range, text: string): number {
  if (start !== end || !/[:-]/.test(text.charAt(start - 1))) return start;
  let offset = start;
  while (/[ \t]/.test(text.charAt(offset))) offset += 1;
  return offset;
}
