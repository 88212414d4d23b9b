/** Values with their differences marked: removed in `<del>`, added in `<ins>`. */
import { truncate } from "../../../../diagnostics";
import { type FieldText, type ListValues } from "../../report/field-text";
import { type FieldStyle } from "../../report/report";
import { diffItems, type DiffPart, diffWords } from "../../report/text-diff";
import { valueText } from "../words";
import { html, type Html } from "./markup";

/** In UTF-16 units. Longer texts are truncated. */
const maxTextLength = 2_000;
/** Longer unchanged text within a difference is shortened. */
const maxSameLength = 240;
const maxItems = 50;

export function fieldValue({ from, to, values }: FieldText, style: FieldStyle): Html {
  if (style === "values")
    return values?.kind === "text" ? textLines(values.to) : html`${truncate(valueText(to), maxTextLength)}`;
  if (values?.kind === "text")
    return textDifference(
      diffWords(truncate(values.from, maxTextLength), truncate(values.to, maxTextLength)),
    );
  if (values?.kind === "list") return listDifference(values);
  if (to === undefined) return html`<del>${valueText(from)}</del>`;
  if (from === undefined) return html`<ins>${to}</ins>`;
  return html`<del>${from}</del> → <ins>${to}</ins>`;
}

/** One text with its removed and added words. */
export function textDifference(parts: readonly DiffPart[]): Html {
  const marked = parts.map(({ kind, text }) =>
    markPart(kind, textLines(kind === "same" ? shorten(text) : text)),
  );
  return html`${marked}`;
}

function markPart(kind: DiffPart["kind"], content: Html): Html {
  switch (kind) {
    case "same":
      return content;
    case "removed":
      return html`<del>${content}</del>`;
    case "added":
      return html`<ins>${content}</ins>`;
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
  const parts = diffItems(from, to);
  const omitted = parts.length - maxItems;
  const items = parts.slice(0, maxItems).map(({ kind, text }) => markPart(kind, html`${text}`));
  const list = items.map((item, index) => (index === 0 ? item : html`, ${item}`));
  return html`${list}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}
