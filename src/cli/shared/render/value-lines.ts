/** Formats two values with their differences marked: by signs at the start of lines, and by colors within them. */
import { type FieldText, type ListValues, noValue } from "../report/field-text";
import { type Colorize, noColor } from "./color";
import { coloredTexts, type Side } from "./colored-texts";
import { limited } from "./text-lines";

type Difference = Pick<FieldText, "from" | "to" | "values">;

/** Both values on one line each, without signs. The texts of the values are sanitized. */
export function coloredValues({ from, to, values }: Difference, color: Colorize): [from: string, to: string] {
  if (color === noColor) return [from, to];
  if (values?.kind === "list" && from !== noValue && to !== noValue)
    return [listSide(values, "removed", color), listSide(values, "added", color)];
  return coloredTexts(from, to, color);
}

/** `- old` and `+ new`. */
export function valueDifference(field: Difference, color: Colorize): string[] {
  const [from, to] = coloredValues(field, color);
  return [`${color("-", "removed")} ${from}`, `${color("+", "added")} ${to}`];
}

/** The removed and the added items, and the number of the others. */
export function itemDifference({ from, to }: ListValues, color: Colorize): string[] {
  const [before, after] = [new Set(from), new Set(to)];
  const unchanged = to.filter((item) => before.has(item)).length;
  const changed = [
    ...from.filter((item) => !after.has(item)).map((item) => ({ sign: "-", item, side: "removed" }) as const),
    ...to.filter((item) => !before.has(item)).map((item) => ({ sign: "+", item, side: "added" }) as const),
  ];
  return [
    ...limited(changed, "items", ({ sign, item, side }) => color(`${sign} ${item}`, side)),
    ...(unchanged === 0 ? [] : [color(`  ${unchanged} unchanged`, "dim")]),
  ];
}

function listSide({ from, to }: ListValues, side: Side, color: Colorize): string {
  const [items, others] = side === "removed" ? [from, to] : [to, from];
  const kept = new Set(others);
  const shown = items.map((item) => color(item, kept.has(item) ? "dim" : side));
  return `${color("[", "dim")}${shown.join(color(", ", "dim"))}${color("]", "dim")}`;
}
