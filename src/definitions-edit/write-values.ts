/** Writes values into a text in the style of the values that they replace. */
import {
  formatScalar,
  mapOf,
  type MappingNode,
  multiLine,
  quoteScalar,
  type ScalarNode,
  type SequenceNode,
  sequenceOf,
  singleLine,
  type YamlValue,
} from "../definitions";
import { escapeHidden, hasHidden } from "../diagnostics";
import { type Reference } from "../reconcile";
import { endOfLine, startOfLine, startWithComments, type TextEdit } from "./text-edits";

export type WrittenScalar = Reference | boolean;
/** A value as it is written. `${` in its strings begins a value or an escape. */
export type WrittenValue = WrittenScalar | readonly Reference[] | { readonly [key: string]: WrittenValue };

export interface SourceText {
  readonly text: string;
  readonly isJson: boolean;
}

export function replaceScalar(source: SourceText, node: ScalarNode, value: WrittenScalar): TextEdit {
  return { start: node.start, end: node.end, text: scalarInStyle(source, node, value) };
}

function scalarInStyle({ text, isJson }: SourceText, node: ScalarNode, value: WrittenScalar): string {
  if (typeof value !== "string") return String(value);
  if (isJson) return formatJson(value);
  const isBlock = node.style === "literal" || node.style === "folded";
  if (isBlock) return blockInStyle(text, node, value) ?? quoteScalar(value);
  if (node.style === "double") return quoteScalar(value);
  if (node.style === "single" && !hasHidden(value)) return `'${value.replaceAll("'", "''")}'`;
  const rest = text.slice(node.end, endOfLine(text, node.end));
  const { inline, lines } = multiLine(value);
  if (lines.length > 0 && !node.isInFlow && rest.trim() === "") {
    // The column of the key is after the dashes of sequences.
    const [beforeKey = ""] = /^ *(?:- +)*/.exec(text.slice(startOfLine(text, node.start), node.start)) ?? [];
    return [inline, ...lines.map((line) => indentLine(line, " ".repeat(beforeKey.length + 2)))].join("\n");
  }
  return formatScalar(value, node.isInFlow);
}

function indentLine(line: string, indent: string): string {
  return line === "" ? "" : indent + line;
}

function formatJson(value: WrittenValue): string {
  return escapeHidden(JSON.stringify(value));
}

/** @returns undefined if a block cannot contain the value */
function blockInStyle(text: string, node: ScalarNode, value: string): string | undefined {
  const content = value.replace(/\n$/, "");
  const isWritable =
    /^\S/.test(content) && !content.endsWith("\n") && !hasHidden(content.replaceAll("\n", ""));
  if (!isWritable) return undefined;
  const [header = ""] = text.slice(node.start, node.end).split("\n");
  const firstLine = text.slice(node.start + header.length + 1);
  const indent = /^(?:[ \t]*\n)*( +)/.exec(firstLine)?.[1];
  if (indent === undefined || /\d/.test(header.split("#", 1)[0] ?? "")) return undefined;
  const isFolded = node.style === "folded" && !/\n[ \t]/.test(content);
  const lines = (isFolded ? content.replace(/\n+/g, "$&\n") : content).split("\n");
  const indicator = `${isFolded ? ">" : "|"}${value.endsWith("\n") ? "" : "-"}`;
  const end = /^[|>][-+]*/.exec(header)?.[0].length ?? 0;
  return [indicator + header.slice(end), ...lines.map((line) => indentLine(line, indent))].join("\n");
}

/** The entry of a mapping as lines of a block, or as one text in brackets. */
function entryLines(
  source: SourceText,
  isFlow: boolean,
  key: string,
  value: WrittenValue,
): readonly string[] {
  if (source.isJson)
    return JSON.stringify({ [key]: value }, undefined, 2)
      .split("\n")
      .slice(1, -1)
      .map((line) => escapeHidden(line.slice(2)));
  if (isFlow) return [`${formatScalar(key, true)}: ${inFlow(value)}`];
  return mapOf([{ key, value: toYaml(value) }]).lines;
}

function inFlow(value: WrittenValue): string {
  if (typeof value !== "object") return formatScalar(value, true);
  if (isList(value)) return `[${value.map(inFlow).join(", ")}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${formatScalar(key, true)}: ${inFlow(member)}`,
  );
  return `{ ${members.join(", ")} }`;
}

function toYaml(value: WrittenValue): YamlValue {
  if (typeof value === "string") return multiLine(value);
  if (typeof value !== "object") return singleLine(value);
  if (isList(value)) return sequenceOf(value);
  return mapOf(Object.entries(value).map(([key, member]) => ({ key, value: toYaml(member) })));
}

function isList(value: WrittenValue): value is readonly Reference[] {
  return Array.isArray(value);
}

/** The order in which `dbmon export` writes the keys of an alert. */
const keyOrder = [
  ...["name", "renamed_from", "annotations", "policy", "destinations", "hosts", "host_types", "disabled"],
  ...["muted", "ignore", "event", "threshold", "environments", "overrides"],
];

export interface NewEntry {
  readonly key: string;
  readonly value: WrittenValue;
}

/** Adds entries to a mapping that has none of their keys. Keys of an alert are added in the order of an export, and others last. */
export function addEntries(
  source: SourceText,
  mapping: MappingNode,
  entries: readonly NewEntry[],
): TextEdit[] {
  const byPredecessor = new Map<number, NewEntry[]>();
  const sorted = [...entries].sort((a, b) => rankOf(a.key) - rankOf(b.key));
  for (const entry of sorted) {
    const index = mapping.entries.findLastIndex(
      ({ key, isMerge }) => !isMerge && rankOf(key) <= rankOf(entry.key),
    );
    // A merge is usually first.
    const position = index === -1 ? mapping.entries.findLastIndex(({ isMerge }) => isMerge) : index;
    byPredecessor.set(position, [...(byPredecessor.get(position) ?? []), entry]);
  }
  const parts = mapping.entries.map(({ keyStart, value }) => ({ start: keyStart, end: value.end }));
  return [...byPredecessor].flatMap(([index, added]) =>
    insertParts(
      source,
      mapping,
      parts,
      index,
      added.map(({ key, value }) => entryLines(source, mapping.isFlow, key, value)),
    ),
  );
}

function rankOf(key: string): number {
  const rank = keyOrder.indexOf(key);
  return rank === -1 ? keyOrder.length : rank;
}

/** @param index of the item to add after */
export function addItems(
  source: SourceText,
  list: SequenceNode,
  items: readonly Reference[],
  index: number,
): TextEdit[] {
  const strings = items.map((item) => (source.isJson ? formatJson(item) : formatScalar(item, list.isFlow)));
  const lines = strings.map((text) => [list.isFlow ? text : `- ${text}`]);
  return insertParts(source, list, partsOf(source, list), index, lines);
}

/** The items of a list, in a block from their dash. */
function partsOf({ text }: SourceText, { isFlow, items }: SequenceNode): Part[] {
  return items.map(({ start, end }) => ({ start: isFlow ? start : text.lastIndexOf("-", start - 1), end }));
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** @param index of the part to insert after. -1 for the start */
function insertParts(
  { text }: SourceText,
  { isFlow, start, end }: MappingNode | SequenceNode,
  parts: readonly Part[],
  index: number,
  added: readonly (readonly string[])[],
): TextEdit[] {
  const [previous, next, first] = [parts[index], parts[index + 1], parts[0]];
  const insert = (at: number, inserted: string): TextEdit => ({ start: at, end: at, text: inserted });
  if (first === undefined) {
    const isSpaced = text.slice(start, end).includes("{");
    const joined = added.map((lines) => lines.join(" ")).join(", ");
    return [{ start: start + 1, end: end - 1, text: isSpaced ? ` ${joined} ` : joined }];
  }
  const indent = " ".repeat(first.start - startOfLine(text, first.start));
  const blocks = added.map((lines) =>
    lines.map((line, at) => (at === 0 ? line : indentLine(line, indent))).join("\n"),
  );
  if (!isFlow) {
    if (previous === undefined)
      return [insert(first.start, blocks.map((block) => `${block}\n${indent}`).join(""))];
    const lineEnd = endOfLine(text, previous.end);
    return [insert(lineEnd, blocks.map((block) => `\n${indent}${block}`).join(""))];
  }
  const isMultiLine = text.slice(start, first.start).includes("\n");
  if (previous === undefined) {
    const separator = isMultiLine ? `,\n${indent}` : ", ";
    return [insert(first.start, blocks.map((block) => `${block}${separator}`).join(""))];
  }
  const lineEnd = endOfLine(text, previous.end);
  if (!isMultiLine || lineEnd > (next?.start ?? end - 1))
    return [
      insert(previous.end, added.map((lines) => `, ${lines.map((line) => line.trim()).join(" ")}`).join("")),
    ];
  const hasComma = /^\s*,/.test(text.slice(previous.end, lineEnd));
  const lines = blocks.join(`,\n${indent}`);
  return [
    ...(hasComma ? [] : [insert(previous.end, ",")]),
    insert(lineEnd, `\n${indent}${lines}${hasComma ? "," : ""}`),
  ];
}

/** Whether a comment describes an item that is alone on its line. */
export function hasOwnComment({ text }: SourceText, { start, end }: Part): boolean {
  const lineStart = startOfLine(text, start);
  const isAlone = /^[-\s]*$/.test(text.slice(lineStart, start));
  const isCommented = /^\s*,?\s*#/.test(text.slice(end, endOfLine(text, end)));
  return isAlone && (isCommented || startWithComments(text, lineStart) < lineStart);
}

/** Removes items of a list with their own comment lines. A block without items becomes `[]` on the line of its key. */
export function removeItems(
  source: SourceText,
  list: SequenceNode,
  isRemoved: (index: number) => boolean,
): TextEdit[] {
  const { text } = source;
  const { isFlow, start, end } = list;
  const parts = partsOf(source, list);
  const lastKept = parts.findLastIndex((_, index) => !isRemoved(index));
  if (lastKept === -1) {
    const [first] = parts;
    if (isFlow || first === undefined) return [{ start, end, text: "[]" }];
    const lineStart = startWithComments(text, startOfLine(text, first.start));
    const above = text.slice(0, Math.max(0, lineStart - 1));
    const key = startOfLine(above, above.length);
    const colon = key + above.slice(key).search(/:(?:\s|$)/);
    return [
      { start: colon + 1, end: colon + 1, text: " []" },
      { start: lineStart - 1, end: endOfLine(text, end), text: "" },
    ];
  }
  const hasTrailingComma = isFlow && /^(?:\s|#.*)*,/.test(text.slice(parts.at(-1)?.end ?? start, end));
  return parts.flatMap((part, index): TextEdit[] => {
    if (!isRemoved(index)) return [];
    const [previous, next] = [parts[index - 1], parts[index + 1]];
    const lineStart = startOfLine(text, part.start);
    const lineEnd = endOfLine(text, part.end);
    const isAlone =
      text.slice(lineStart, part.start).trim() === "" &&
      lineEnd < (next?.start ?? (isFlow ? end - 1 : Infinity)) &&
      (!isFlow || lineStart > start);
    if (isAlone) {
      const own = removeLines(text, lineStart, lineEnd, index === 0, next === undefined && !isFlow);
      // JSON has no comma after the last part.
      const isAfterLast = isFlow && !hasTrailingComma && index === lastKept + 1 && previous !== undefined;
      const comma = isAfterLast ? text.slice(previous.end, part.start).indexOf(",") + previous.end : 0;
      return isAfterLast ? [{ start: comma, end: comma + 1, text: "" }, own] : [own];
    }
    if (!isFlow)
      return [{ start: part.start, end: startOfNextLine(text, part.end, next?.start ?? end), text: "" }];
    if (index > lastKept) return [{ start: previous?.end ?? part.start, end: part.end, text: "" }];
    return [{ start: part.start, end: next?.start ?? part.end, text: "" }];
  });
}

/** Removes lines with the comment lines above them, and with the blank lines that separate them from one side. */
function removeLines(
  text: string,
  lineStart: number,
  lineEnd: number,
  isFirst: boolean,
  isLast: boolean,
): TextEdit {
  const start = startWithComments(text, lineStart);
  const end = Math.min(lineEnd + 1, text.length);
  const blankAbove = /\n(?:[ \t]*\n)*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0].length ?? 0;
  if (isLast) return { start: start - Math.max(0, blankAbove - 1), end, text: "" };
  const blankBelow = /^(?:[ \t]*\n)*/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
  return { start, end: isFirst || blankAbove > 1 ? end + blankBelow : end, text: "" };
}

/** The first comment or part below a part that shares its line with a dash. */
function startOfNextLine(text: string, end: number, nextStart: number): number {
  const lineEnd = endOfLine(text, end);
  return lineEnd + (/^\s*/.exec(text.slice(lineEnd, Math.max(lineEnd, nextStart)))?.[0].length ?? 0);
}
