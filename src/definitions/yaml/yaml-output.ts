/** Writes YAML whose texts every YAML parser reads back unchanged, and that is safe to print. */
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { escapeHidden, hasHidden } from "../../diagnostics";

/** @returns the text with a line break at the end */
export function formatYaml(contents: YAMLMap): string {
  const document = new Document();
  document.contents = contents;
  // The YAML library escapes only controls of ASCII. Other hidden characters are in double quotes too, so escapes are valid.
  return escapeHidden(document.toString({ lineWidth: 0, flowCollectionPadding: false }), escapeForYaml);
}

function escapeForYaml(character: string): string {
  if (character === "\n") return character;
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

export type YamlEntry = readonly [key: string | Scalar, value: unknown];

export function mapOf(entries: readonly YamlEntry[]): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value] of entries)
    map.add(new Pair(typeof key === "string" ? new Scalar(key) : key, value));
  return map;
}

/** In characters between the brackets. Longer sequences have one item per line. */
const maxFlowLength = 80;

export function sequenceOf(items: readonly Scalar[]): YAMLSeq {
  const sequence = new YAMLSeq();
  sequence.flow = items.map(({ value }) => String(value)).join(", ").length <= maxFlowLength;
  items.forEach((item) => {
    sequence.add(item);
  });
  return sequence;
}

/** Plain scalars that other YAML parsers do not read as strings. */
const ambiguousScalar =
  /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?[\d_.,:]+(?:e[-+]?\d+)?|0[xob]\w+|\d{4}-\d\d?-\d\d?.*)$/i;

export function singleLine(value: string): Scalar {
  const scalar = new Scalar(value);
  const isPlain = !hasHidden(value) && !value.endsWith(" ") && !ambiguousScalar.test(value);
  if (!isPlain) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

/** A block scalar if the value has multiple lines and no hidden characters. */
export function multiLine(value: string): Scalar {
  const isReadable =
    /^\S[^]*\n./.test(value) && !/ (?:\n|$)|\n\n$/.test(value) && !hasHidden(value.replaceAll("\n", ""));
  if (!isReadable) return singleLine(value);
  const scalar = new Scalar(value);
  scalar.type = Scalar.BLOCK_LITERAL;
  return scalar;
}
