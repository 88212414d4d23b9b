/** Values of fields, and expected beside actual firings, on one line each. */
import { toSafeLine } from "../../diagnostics";
import { type FieldStyle, type TestComparison } from "../model/findings";
import { type FormattedField } from "../model/formatted-field";

/** A value, or that the alert has none. */
export function valueText(value: FormattedField["to"]): string {
  return value ?? "(none)";
}

/** The words before and after the first value. */
export const fieldWords: Readonly<Record<FieldStyle, readonly [before: string, between: string]>> = {
  values: ["", ""],
  changes: ["", " -> "],
  differences: ["live ", ", desired "],
};

/** `disabled: true`, `disabled: true -> false` or `disabled: live true, desired false`. */
export function fieldLine({ field, from, to }: FormattedField, style: FieldStyle): string {
  const [before, between] = fieldWords[style];
  return `${field}: ${style === "values" ? "" : `${before}${valueText(from)}${between}`}${valueText(to)}`;
}

/** Formats expected and actual firings side by side. Rows that differ start with an exclamation mark. */
export function comparisonLines(
  { title, rows }: TestComparison,
  mark: (line: string) => string = (line) => line,
): string[] {
  const width = rows.reduce((max, { expected }) => Math.max(max, expected.length), "expected".length);
  return [
    toSafeLine(title),
    `  ${"expected".padEnd(width)}  actual`,
    ...rows.map(({ expected, actual, isSame }) => {
      const line = toSafeLine(`${isSame ? " " : "!"} ${expected.padEnd(width)}  ${actual}`).trimEnd();
      return isSame ? line : mark(line);
    }),
  ];
}
