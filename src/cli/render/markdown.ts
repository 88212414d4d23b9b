/**
 * A report as Markdown, for a comment or a job summary. It keeps to a size by folding: an alert's table is there as a whole or not
 * at all, then the alert is named in a list, then it is counted.
 */
import { formatField, formatPlace, type Problem, quote } from "../../diagnostics";
import { type FieldDocument } from "../../reconcile";
import { type Entry, newsOf, problemsOf, type Report } from "../report/report";
import { cellCode, code, escaped, htmlCode, htmlText } from "./markdown-text";
import { shownValue } from "./text";

/** Bytes of a comment on GitHub; it counts 65,536 characters, of which none has less than one. */
export const commentLimit = 65_536;
/** Bytes of a job summary on GitHub. */
export const jobSummaryLimit = 1_048_576;

/** So few are shown unfolded. */
const mostOpen = 5;
/** Characters of a name or a value: what is longer says no more to a reader. */
const longestName = 200;
const longestValue = 2_000;
/** For the lines that tell of what did not fit. */
const reserve = 400;

/** @param limit in bytes of UTF-8 */
export function markdown(report: Report, limit = commentLimit): string {
  const head = `### ${report.title}: ${escaped(report.summary)}\n`;
  const budget = new Budget(limit - size(head) - reserve);
  const told = listed(problemsOf(report).map(problemItem), budget.part(0.5), "problems");
  budget.take(told);
  const shown = entriesWithin(newsOf(report), budget);
  return [head, ...told, ...shown].join("\n");
}

/** Every entry in the longest form for which there is room; the entries that matter most are given theirs first. */
function entriesWithin(entries: readonly Entry[], budget: Budget): string[] {
  const briefs = entries.map(briefItem);
  if (!budget.fits(briefs)) return listed(briefs, budget.whole, "alerts");
  budget.take(briefs);
  const whole = new Set<Entry>();
  for (const entry of [...entries].sort(byWeight)) {
    const section = wholeEntry(entry, true);
    if (!hasMore(entry) || !budget.fits([section])) continue;
    budget.take([section]);
    whole.add(entry);
  }
  const isOpen = whole.size <= mostOpen;
  const sections = entries.filter((one) => whole.has(one)).map((one) => wholeEntry(one, isOpen));
  const rest = entries.filter((one) => !whole.has(one)).map(briefItem);
  return [...sections, ...rest, ...(rest.length > 0 ? [""] : [])];
}

/** As many of the items as fit, and a line that counts the others. */
function listed(items: readonly string[], room: number, noun: string): string[] {
  const budget = new Budget(room);
  if (items.length === 0) return [];
  const kept = items.findIndex((item) => !budget.takes(item));
  if (kept === -1) return [...items, ""];
  return [...items.slice(0, kept), `- and ${items.length - kept} more ${noun}, which did not fit here`, ""];
}

class Budget {
  constructor(public whole: number) {}

  part(share: number): number {
    return Math.floor(this.whole * share);
  }

  fits(texts: readonly string[]): boolean {
    return sizes(texts) <= this.whole;
  }

  take(texts: readonly string[]): void {
    this.whole -= sizes(texts);
  }

  takes(text: string): boolean {
    if (!this.fits([text])) return false;
    this.take([text]);
    return true;
  }
}

function hasMore({ fields, notes }: Entry): boolean {
  return fields.length > 0 || notes.length > 0;
}

const order = ["error", "warning", "notice", "none"];

function byWeight(a: Entry, b: Entry): number {
  const rank = ({ weight, tone }: Entry) => order.indexOf(weight) * 2 + (tone === "delete" ? 0 : 1);
  return rank(a) - rank(b);
}

function wholeEntry(entry: Entry, isOpen: boolean): string {
  const { label, name, says, fields, hasLive, notes } = entry;
  const summary = `${htmlText(label)} ${htmlCode(shortened(quote(name), longestName))} ${htmlText(says)}`;
  const lines = fields.length === 0 ? [] : [...tableLines(fields, hasLive), ""];
  return [
    `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`,
    "",
    ...lines,
    ...notes.flatMap((note) => [escaped(note), ""]),
    "</details>",
    "",
  ].join("\n");
}

function tableLines(fields: readonly FieldDocument[], hasLive: boolean): string[] {
  const titles = hasLive ? ["Field", "Live", "Desired"] : ["Field", "Value"];
  const value = (one: FieldDocument["to"]) => cellCode(shortened(shownValue(one), longestValue));
  const rows = fields.map(({ path, from, to }) => [
    cellCode(formatField(path)),
    ...(hasLive ? [value(from)] : []),
    value(to),
  ]);
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function briefItem({ label, name, says }: Entry): string {
  // A sign would begin a list of its own.
  const mark = label.length === 1 ? code(label) : escaped(label);
  return `- ${mark} ${code(shortened(quote(name), longestName))} ${escaped(says)}`;
}

function problemItem({ severity, what, where, remedy }: Problem): string {
  const place = where === undefined ? "" : `${code(shortened(formatPlace(where), longestName * 2))}: `;
  const next = remedy === undefined ? "" : ` ${escaped(shortened(remedy, longestValue))}`;
  return `- **${severity}** ${place}${escaped(shortened(what, longestValue))}${next}`;
}

/** Cut where a reader has long enough of it; never within a character. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
}

function size(text: string): number {
  return Buffer.byteLength(text);
}

/** With the line ends that join them. */
function sizes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + size(text) + 1, 0);
}
