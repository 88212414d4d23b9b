/** Values with their differences marked: removed in `<del>`, added in `<ins>`. */
import { truncate } from "../../../../diagnostics";
import { type FieldText, type ListValues, noValue } from "../../report/field-text";
import { type FieldStyle } from "../../report/report";
import { type DiffPart, diffWords } from "../../report/text-diff";
import { html, type Html } from "./markup";

/** In UTF-16 units. Longer texts are truncated. */
const maxTextLength = 2_000;
/** Longer unchanged text within a difference is shortened. */
const maxSameLength = 240;
const maxItems = 50;

export function fieldValue({ from, to, values }: FieldText, style: FieldStyle): Html {
  if (style === "values")
    return values?.kind === "text" ? textLines(values.to) : html`${truncate(to, maxTextLength)}`;
  if (values?.kind === "text") return textDifference(values.from, values.to);
  if (values?.kind === "list") return listDifference(values);
  if (to === noValue) return html`<del>${from}</del>`;
  if (from === noValue) return html`<ins>${to}</ins>`;
  return html`<del>${from}</del> → <ins>${to}</ins>`;
}

/** One text with its removed and added words. */
export function textDifference(from = "", to = ""): Html {
  const parts = diffWords(truncate(from, maxTextLength), truncate(to, maxTextLength));
  if (parts.length === 0) return html``;
  return html`${parts.map(partOf)}`;
}

function partOf({ kind, text }: DiffPart): Html {
  switch (kind) {
    case "same":
      return textLines(shorten(text));
    case "removed":
      return html`<del>${textLines(text)}</del>`;
    case "added":
      return html`<ins>${textLines(text)}</ins>`;
  }
}

function shorten(text: string): string {
  if (text.length <= maxSameLength) return text;
  const end = maxSameLength / 2;
  return `${truncate(text, end)} ${text.slice(-end).replace(/^[\udc00-\udfff]/, "")}`;
}

/** Line breaks of the text as line breaks of the page. */
export function textLines(text: string): Html {
  const lines = truncate(text, maxTextLength).split("\n");
  return html`${lines.map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`;
}

function listDifference({ from, to }: ListValues): Html {
  const [before, after] = [new Set(from), new Set(to)];
  const items = [
    ...from.filter((item) => !after.has(item)).map((item) => html`<del>${item}</del>`),
    ...to.map((item) => (before.has(item) ? html`${item}` : html`<ins>${item}</ins>`)),
  ];
  const shown = items.slice(0, maxItems);
  const omitted = items.length - shown.length;
  const list = shown.map((item, index) => (index === 0 ? item : html`, ${item}`));
  return html`${list}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}
