/**
 * Formats the fields of an entry for a terminal or a log. Values and arrows are aligned. Values that do not fit on one line have separate
 * lines.
 */
import { toSafeLine } from "../../../diagnostics";
import { textWidth } from "../text/fit-text";
import { type FieldText } from "../report/field-text";
import { type FieldStyle } from "../report/report";
import { type Colorize } from "./color";
import { valueText } from "./words";
import { coloredValues, itemDifference, lineDifference, textLines, valueDifference } from "./differences";

export interface TextLayout {
  readonly color: Colorize;
  /** Width of the terminal. Undefined for a file or a pipe. */
  readonly columns?: number | undefined;
}

/** In terminal columns, for output whose reader has an unknown width. */
const defaultColumns = 120;
/** Longer values do not move the arrows of other fields to the right. In terminal columns. */
const maxAlignedWidth = 40;

/** The words before and after the first value. */
const fieldWords: Readonly<Record<FieldStyle, readonly [before: string, between: string]>> = {
  values: ["", ""],
  changes: ["", " -> "],
  differences: ["live ", ", desired "],
};

/** `disabled: true`, `disabled: true -> false` or `disabled: live true, desired false`. */
export function fieldLine({ field, from, to }: FieldText, style: FieldStyle): string {
  const [before, between] = fieldWords[style];
  return `${field}: ${style === "values" ? "" : `${before}${valueText(from)}${between}`}${valueText(to)}`;
}

/** @param indent of the lines in the output, in terminal columns. The returned lines are not indented. */
export function fieldLines(
  fields: readonly FieldText[],
  style: FieldStyle,
  { color, columns = defaultColumns }: TextLayout,
  indent: number,
): string[] {
  const safeFields = fields.map(({ field, from, to, ...rest }) => ({
    ...rest,
    field: toSafeLine(field),
    from: from && toSafeLine(from),
    to: to && toSafeLine(to),
  }));
  const nameWidth = widest(safeFields.map(({ field }) => field)) + 2;
  const valueWidth = columns - indent - nameWidth - fieldWords[style].join("").length;
  const isInline = (field: FieldText) => {
    if (hasSeveralLines(field, style)) return false;
    return (
      style === "values" || textWidth(valueText(field.from)) + textWidth(valueText(field.to)) <= valueWidth
    );
  };
  const inline = safeFields.filter(isInline).map(({ from }) => valueText(from));
  const fromWidth = widest(inline.filter((from) => textWidth(from) <= maxAlignedWidth));
  return safeFields.flatMap((field) =>
    isInline(field)
      ? [`${padEnd(`${field.field}:`, nameWidth)}${inlineValues(field, style, color, fromWidth)}`]
      : blockLines(field, style, color),
  );
}

/** Whether a text has line breaks that its reader should see. A different end of the text alone is shown as an escape. */
function hasSeveralLines({ values }: FieldText, style: FieldStyle): boolean {
  if (values?.kind !== "text") return false;
  const [from, to] = [values.from.trimEnd(), values.to.trimEnd()];
  return style === "values" ? to.includes("\n") : from !== to && `${from}${to}`.includes("\n");
}

function inlineValues(field: FieldText, style: FieldStyle, color: Colorize, fromWidth: number): string {
  if (style === "values") return valueText(field.to);
  const [before, between] = fieldWords[style];
  const [from, to] = coloredValues(field, color);
  const plain = valueText(field.from);
  const padding = style === "changes" ? padEnd(plain, fromWidth).slice(plain.length) : "";
  return `${color(before, "dim")}${from}${padding}${color(between, "dim")}${to}`;
}

/** The name of the field, and its values on indented lines. */
function blockLines(field: FieldText, style: FieldStyle, color: Colorize): string[] {
  const legend = style === "differences" ? color(" (- live, + desired)", "dim") : "";
  return [`${field.field}:${legend}`, ...valueLines(field, style, color).map((line) => `  ${line}`)];
}

function valueLines(field: FieldText, style: FieldStyle, color: Colorize): string[] {
  const { values } = field;
  if (values?.kind === "text" && hasSeveralLines(field, style))
    return style === "values" ? textLines(values.to) : lineDifference(values, color);
  return values?.kind === "list" ? itemDifference(values, color) : valueDifference(field, color);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((max, text) => Math.max(max, textWidth(text)), 0);
}

function padEnd(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - textWidth(text)))}`;
}
