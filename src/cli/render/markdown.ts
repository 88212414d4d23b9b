/**
 * A report as Markdown, for a comment or a job summary. It keeps to a size by folding: an alert's table is there as a whole or not
 * at all, then the alert is named in a list, then it is pluralize.
 */
import { formatPlace, type Problem, quote, truncate } from "../../diagnostics";
import {
  byImportance,
  pluralize,
  type Entry,
  listedEntries,
  allProblems,
  type Report,
  type Shows,
} from "../report/report";
import { type FieldText } from "../report/field-text";
import { cellCode, code, escaped, htmlCode, htmlText } from "./markdown-text";

/** Bytes of a comment on GitHub; it counts 65,536 characters, of which none has less than one. */
const commentLimit = 65_536;
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
  const told = listed(allProblems(report).map(problemItem), budget.part(0.5), "problems");
  budget.take(told);
  const news = [...listedEntries(report)].sort(byImportance);
  const asked = entriesWithin(
    news.filter(({ isUnmanaged }) => isUnmanaged !== true),
    budget,
  );
  const beside = asideSection(
    news.filter(({ isUnmanaged }) => isUnmanaged),
    budget,
  );
  return [head, ...told, ...asked, ...beside].join("\n");
}

/**
 * Every entry in the longest form for which there is room. What matters most comes first, and is given its room first; what has
 * nothing to unfold, such as a deletion, stands with its like.
 */
function entriesWithin(entries: readonly Entry[], budget: Budget): string[] {
  const briefs = entries.map(briefItem);
  if (!budget.fits(briefs)) {
    const some = listed(briefs, budget.whole, "alerts");
    budget.take(some);
    return some;
  }
  budget.take(briefs);
  const whole = new Set<Entry>();
  for (const entry of entries) {
    const section = wholeEntry(entry, true);
    if (!hasMore(entry) || !budget.fits([section])) continue;
    budget.take([section]);
    whole.add(entry);
  }
  const isOpen = whole.size <= mostOpen;
  return entries.flatMap((one, index) => {
    if (whole.has(one)) return [wholeEntry(one, isOpen)];
    const next = entries[index + 1];
    return [briefItem(one), ...(next === undefined || whole.has(next) ? [""] : [])];
  });
}

/** Folded, for there may be hundreds of them. */
function asideSection(entries: readonly Entry[], budget: Budget): string[] {
  const [first] = entries;
  if (first === undefined) return [];
  const head = `<details><summary>${htmlText(first.label)} ${pluralize(entries.length, "live alert")}</summary>\n`;
  const items = entries.map(({ name, says }) => `- ${shortName(name)} ${escaped(says)}`);
  const room = budget.whole - sizes([head, "</details>", ""]);
  return [head, ...listed(items, room, "alerts"), "</details>", ""];
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

function wholeEntry(entry: Entry, isOpen: boolean): string {
  const { label, name, says, fields, shows, notes } = entry;
  const summary = `${htmlText(label)} ${htmlCode(truncate(quote(name), longestName))} ${htmlText(says)}`;
  const lines = fields.length === 0 ? [] : [...tableLines(fields, shows), ""];
  return [
    `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`,
    "",
    ...lines,
    ...notes.flatMap((note) => [escaped(note), ""]),
    "</details>",
    "",
  ].join("\n");
}

function tableLines(fields: readonly FieldText[], shows: Shows): string[] {
  const hasLive = shows !== "values";
  const titles = hasLive ? ["Field", "Live", "In code"] : ["Field", "Value"];
  const value = (one: string) => cellCode(truncate(one, longestValue));
  const rows = fields.map(({ field, from, to }) => [
    cellCode(field),
    ...(hasLive ? [value(from)] : []),
    value(to),
  ]);
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function briefItem({ label, name, says }: Entry): string {
  // A sign would begin a list of its own.
  const mark = label.length === 1 ? code(label) : escaped(label);
  return `- ${mark} ${shortName(name)} ${escaped(says)}`;
}

function shortName(name: string): string {
  return code(truncate(quote(name), longestName));
}

function problemItem({ severity, what, where, remedy }: Problem): string {
  const place = where === undefined ? "" : `${code(truncate(formatPlace(where), longestName * 2))}: `;
  const next = remedy === undefined ? "" : ` ${escaped(truncate(remedy, longestValue))}`;
  return `- **${severity}** ${place}${escaped(truncate(what, longestValue))}${next}`;
}

function size(text: string): number {
  return Buffer.byteLength(text);
}

/** With the line ends that join them. */
function sizes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + size(text) + 1, 0);
}
