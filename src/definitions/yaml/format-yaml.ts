/** Formats YAML that is safe to print, and whose strings every YAML parser reads back unchanged. */
import { boolCoreTag, floatCoreTag, intCoreTag, NOT_RESOLVED, nullCoreTag } from "js-yaml";
import { escapeHidden, hasHidden } from "../../diagnostics";

/** A value: a text on the line of its key, and lines below it. */
export interface YamlValue {
  readonly inline: string;
  readonly lines: readonly string[];
}

export interface YamlEntry {
  readonly key: string;
  readonly value: YamlValue;
  readonly comments?: readonly string[];
  readonly comment?: string | undefined;
}

/** @returns the text with a line break at the end */
export function formatYaml(entries: readonly YamlEntry[]): string {
  // Comments can have hidden characters.
  return escapeHidden(`${mapOf(entries).lines.join("\n")}\n`, escapeForYaml);
}

function escapeForYaml(character: string): string {
  if (character === "\n") return character;
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

export function mapOf(entries: readonly YamlEntry[]): YamlValue {
  const lines = entries.flatMap(({ key, value, comments = [], comment }) => {
    const inline = value.inline === "" ? "" : ` ${value.inline}`;
    const end = comment === undefined ? "" : ` # ${comment}`;
    const above = comments.map((text) => `# ${text}`);
    return [...above, `${formatScalar(key)}:${inline}${end}`, ...value.lines.map(indent)];
  });
  return { inline: "", lines };
}

/** A sequence of mappings with blank lines between them. */
export function mapsOf(maps: readonly YamlValue[]): YamlValue {
  const lines = maps.flatMap(({ lines: [first = "", ...rest] }, index) => [
    ...(index > 0 ? [""] : []),
    `- ${first}`,
    ...rest.map(indent),
  ]);
  return { inline: maps.length === 0 ? "[]" : "", lines };
}

/** In characters between the brackets. Longer sequences have one item per line. */
const maxFlowLength = 80;

export function sequenceOf(items: readonly (string | number)[]): YamlValue {
  if (items.join(", ").length <= maxFlowLength)
    return { inline: `[${items.map((item) => formatScalar(item, true)).join(", ")}]`, lines: [] };
  return { inline: "", lines: items.map((item) => `- ${formatScalar(item)}`) };
}

export function singleLine(value: string | number | boolean): YamlValue {
  return { inline: formatScalar(value), lines: [] };
}

/** A block scalar if the value has multiple lines and no hidden characters. */
export function multiLine(value: string): YamlValue {
  const isReadable =
    /^\S[^]*\n./.test(value) && !/ (?:\n|$)|\n\n$/.test(value) && !hasHidden(value.replaceAll("\n", ""));
  if (!isReadable) return singleLine(value);
  const isEnded = value.endsWith("\n");
  return { inline: isEnded ? "|" : "|-", lines: (isEnded ? value.slice(0, -1) : value).split("\n") };
}

/** Plain scalars that other YAML parsers do not read as strings. */
const ambiguousScalar =
  /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?[\d_.,:]+(?:e[-+]?\d+)?|0[xob]\w+|\d{4}-\d\d?-\d\d?.*)$/i;
/** Strings that plain scalars cannot represent. */
const notPlain = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](?:\s|$)|^(?:---|\.\.\.)|:\s|\s#|[\s:-]$/;
const typedTags = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];

export function formatScalar(value: string | number | boolean, isInFlow = false): string {
  if (typeof value !== "string") return String(value);
  if (hasHidden(value) || value.endsWith(" ") || ambiguousScalar.test(value)) return quoteScalar(value);
  const isTyped = typedTags.some((tag) => tag.resolve(value, false, tag.tagName) !== NOT_RESOLVED);
  if (value !== "" && !isTyped && !notPlain.test(value) && !(isInFlow && /[[\]{},]/.test(value)))
    return value;
  return value.includes('"') && !value.includes("'") ? `'${value}'` : JSON.stringify(value);
}

export function quoteScalar(value: string): string {
  return escapeHidden(JSON.stringify(value), escapeForYaml);
}

function indent(line: string): string {
  return line === "" ? "" : `  ${line}`;
}
