/**
 * Formats a report as Markdown for a comment or a job summary, within a size limit. Each entry gets the most detail that fits: a section with
 * a table of its fields, else a list item, else it is counted.
 */
import {
  checkUrl,
  formatEnvironments,
  formatProblemPlace,
  type Problem,
  quote,
  toSafeLine,
  truncate,
} from "../../diagnostics";
import { type FieldText } from "../model/field-text";
import {
  byImportance,
  type DestinationEffect,
  effectOf,
  type Entry,
  type FieldStyle,
  fingerprintLength,
  isUnmanaged,
  joinFirst,
  listedEntries,
  type Origin,
  pluralize,
  type Report,
  type Section,
} from "../model/report";
import { summaryOf, verdictOf } from "../sentences/summary";
import {
  backtestLines,
  descriptionOf,
  formatFirings,
  historyText,
  labelOf,
  notesOf,
  removedAlertLines,
  routeLines,
  routeNotes,
  routesTitle,
  valueText,
} from "../sentences/words";
import { diffLines, signs } from "../text/differences";
import { comparisonLines } from "../text/text";
import { htmlCode, htmlText, inlineCode, markdownText, tableCode } from "./markdown-text";

/**
 * In bytes. GitHub limits comments to 65,536 characters, and a character has at least one byte. The rest is for lines that a workflow adds: a
 * marker and a link.
 */
const commentLimit = 65_000;
/** In bytes, set by GitHub. */
export const jobSummaryLimit = 1_048_576;

/** With more sections than this, all are folded. */
const maxOpenSections = 5;
/** In characters. */
const maxNameLength = 200;
const maxValueLength = 2_000;
/** Names of alerts in a cell of a table. */
const maxListedNames = 5;
/** Bytes reserved for the lines that count omitted items. */
const reservedSize = 400;

/** @param limit in bytes of UTF-8 */
export function markdown(report: Report, limit = commentLimit): string {
  const { environment, baseUrl } = report;
  const where = [
    ...(environment === undefined
      ? []
      : [`Environment: ${inlineCode(truncate(environment, maxNameLength))}`]),
    ...(baseUrl === undefined ? [] : [`Service: ${inlineCode(baseUrl)}`]),
  ];
  const verdict = verdictOf(report);
  const verdictLine = verdict === undefined ? "" : `\n**${markdownText(verdict)}**\n`;
  const heading = `### ${report.title}: ${[markdownText(summaryOf(report)), ...where].join(" ")}\n${verdictLine}`;
  const origin = originLine(report);
  const footer = origin === "" ? [] : [origin, ""];
  const budget = new Budget(limit - sizeOf([heading, ...footer]) - reservedSize);
  const problems = itemsWithin(
    [...report.problems, ...report.entries.flatMap((entry) => entry.problems)].map(problemItem),
    Math.floor(budget.remaining / 2),
    "problems",
  );
  budget.spend(problems);
  if (report.sections !== undefined) {
    const { titles, rows } = report.table ?? { titles: [], rows: [] };
    const cells = rows.map((row) => row.map((cell) => markdownText(String(cell ?? "-"))));
    const table = titles.length === 0 ? [] : [...tableOf(titles, cells), ""];
    budget.spend(table);
    return [heading, ...table, ...problems, ...sectionTexts(report.sections, budget)].join("\n");
  }
  const destinations = destinationRows(report.destinationEffects?.() ?? [], Math.floor(budget.remaining / 4));
  budget.spend(destinations);
  const consequences = consequenceItems(report, Math.floor(budget.remaining / 2));
  budget.spend(consequences);
  const routes = routeItems(report.routes, Math.floor(budget.remaining / 4));
  budget.spend(routes);
  const entries = [...listedEntries(report)].sort(byImportance);
  const managed = managedSections(
    entries.filter((entry) => !isUnmanaged(entry)),
    budget,
  );
  const unmanaged = unmanagedSection(entries.filter(isUnmanaged), budget.remaining);
  const notes = (report.notes ?? []).flatMap((note) => [markdownText(truncate(note, maxValueLength)), ""]);
  const facts = [...destinations, ...consequences];
  return [heading, ...notes, ...problems, ...facts, ...managed, ...routes, ...unmanaged, ...footer].join(
    "\n",
  );
}

/** The time, version and fingerprint of a plan. Empty if all are unknown. */
function originLine({ planned, fingerprint }: Origin): string {
  return [
    ...(planned === undefined ? [] : [`Planned at ${markdownText(truncate(planned, maxNameLength))}.`]),
    ...(fingerprint === undefined
      ? []
      : [`Fingerprint: ${inlineCode(fingerprint.slice(0, fingerprintLength))}`]),
  ].join(" ");
}

/** A table of the effects on each destination. @param maxSize in bytes */
function destinationRows(effects: readonly DestinationEffect[], maxSize: number): string[] {
  if (effects.length === 0) return [];
  const hasFirings = effects.some(({ firings }) => firings !== undefined);
  const titles = ["Destination", "Alerts gained", "Alerts lost", ...(hasFirings ? ["Notifications"] : [])];
  const rows = effects.map(({ name, gained, lost, firings }) => [
    tableCode(truncate(name, maxNameLength)),
    nameList(gained),
    nameList(lost),
    ...(hasFirings ? [formatFirings(firings)] : []),
  ]);
  const [head = "", line = "", ...lines] = tableOf(titles, rows);
  return [head, line, ...itemsWithin(lines, maxSize - sizeOf([head, line]), "destinations")];
}

/** The number of alerts, and the first names. */
function nameList(names: readonly string[]): string {
  if (names.length === 0) return "-";
  const codes = names.map((name) => tableCode(truncate(quote(name), maxNameLength)));
  return `${names.length}: ${joinFirst(codes, maxListedNames)}`;
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** As code, so that arrows and names stay readable. @param maxSize in bytes */
function consequenceItems(report: Report, maxSize: number): string[] {
  const history = historyText(report);
  if (history === undefined) return [];
  const title = `**Back-test:** ${markdownText(truncate(history, maxValueLength))}\n`;
  const lines = report.entries.flatMap((entry) => backtestLines(report, entry));
  const items = lines.map((line) => `- ${inlineCode(truncate(line, maxValueLength))}`);
  return [title, ...itemsWithin(items, maxSize - sizeOf([title]), "alerts")];
}

/** @param maxSize in bytes, without the title */
function routeItems(routes: Report["routes"], maxSize: number): string[] {
  if (routes === undefined) return [];
  const items = [
    ...routeLines(routes).map((line) => `- ${inlineCode(truncate(line, maxValueLength))}`),
    ...routeNotes(routes).map((note) => `- ${markdownText(truncate(note, maxValueLength))}`),
  ];
  return [`**${routesTitle}**`, "", ...itemsWithin(items, maxSize, "lines")];
}

/** Each section gets an equal share of the space that is left. Its problems are listed above the sections. */
function sectionTexts(sections: readonly Section[], budget: Budget): string[] {
  return sections.flatMap(({ environments, origins, report, lines }, index) => {
    const title = markdownText(truncate(environments.join(", "), maxNameLength));
    const total = Math.floor(budget.remaining / (sections.length - index));
    const services = itemsWithin(origins.flatMap(serviceItem), Math.floor(total / 4), "services");
    const share = total - sizeOf(services);
    const text =
      lines === undefined
        ? [markdown({ ...report, title, problems: [] }, share), ""]
        : [
            `### ${title}\n`,
            ...itemsWithin(
              lines.map((line) => `    ${line}`),
              share - reservedSize,
              "lines",
            ),
          ];
    const section = [...text, ...services];
    return budget.trySpend(section) ? section : [];
  });
}

/** Empty for an environment without an open session. */
function serviceItem(origin: Origin): string[] {
  const { environment = "", baseUrl } = origin;
  if (baseUrl === undefined) return [];
  return [
    `- ${inlineCode(truncate(environment, maxNameLength))}: ${inlineCode(baseUrl)} ${originLine(origin)}`.trimEnd(),
  ];
}

/** First reserves a list item for each entry, then replaces items with sections while these fit. */
function managedSections(entries: readonly Entry[], budget: Budget): string[] {
  const items = entries.map(entryItem);
  if (!budget.trySpend(items)) {
    const listed = itemsWithin(items, budget.remaining, "alerts");
    budget.spend(listed);
    return listed;
  }
  const expanded = new Set(
    entries.filter((entry) => hasDetails(entry) && budget.trySpend([entrySection(entry, true)])),
  );
  const isOpen = expanded.size <= maxOpenSections;
  return entries.flatMap((entry, index) => {
    if (expanded.has(entry)) return [entrySection(entry, isOpen)];
    const next = entries[index + 1];
    const endsList = next === undefined || expanded.has(next);
    return [entryItem(entry), ...(endsList ? [""] : [])];
  });
}

/** Returns one folded section, because there may be hundreds of unmanaged alerts. @param maxSize in bytes */
function unmanagedSection(entries: readonly Entry[], maxSize: number): string[] {
  const [first] = entries;
  if (first === undefined) return [];
  const heading = `<details><summary>${htmlText(labelOf(first))} ${pluralize(entries.length, "live alert")}</summary>\n`;
  const items = entries.map((entry) => `- ${nameCode(entry.name)} ${markdownText(descriptionOf(entry))}`);
  const listed = itemsWithin(items, maxSize - sizeOf([heading, "</details>", ""]), "alerts");
  return [heading, ...listed, "</details>", ""];
}

function hasDetails(entry: Entry): boolean {
  const { fields, comparisons = [] } = entry;
  return [fields, notesOf(entry), comparisons, sentenceLines(entry)].some(({ length }) => length > 0);
}

function entrySection(entry: Entry, isOpen: boolean): string {
  const { name, fields, fieldStyle, comparisons = [] } = entry;
  const shortName = truncate(quote(name), maxNameLength);
  const byLines = fields.filter(
    ({ values }) =>
      fieldStyle !== "values" && values?.kind === "text" && `${values.from}${values.to}`.includes("\n"),
  );
  const inTable = fields.filter((field) => !byLines.includes(field));
  const summary = `${htmlText(labelOf(entry))} ${htmlCode(shortName)} ${htmlText(descriptionOf(entry))}`;
  return [
    `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`,
    "",
    ...sentenceLines(entry).flatMap((line) => [markdownText(truncate(line, maxValueLength)), ""]),
    ...(inTable.length === 0 ? [] : [...fieldTable(inTable, fieldStyle), ""]),
    ...byLines.flatMap((field) => [...lineDifference(field), ""]),
    ...notesOf(entry).flatMap((note) => [markdownText(note), ""]),
    // Each line is indented, because a fence could be closed by untrusted text.
    ...comparisons.flatMap((comparison) => [
      "",
      ...comparisonLines(comparison).map((line) => `    ${truncate(line, maxValueLength)}`),
      "",
    ]),
    "</details>",
    "",
  ].join("\n");
}

/** What an existing alert does before and after its change, in plain words. */
function sentenceLines(entry: Entry): string[] {
  const { before, after } = entry.detail?.().sentences ?? {};
  const isDifference = entry.fieldStyle === "differences";
  if (before === undefined && after !== undefined && isDifference) return [after];
  if (before === undefined || after === undefined || (effectOf(entry) !== "change" && !isDifference))
    return removedAlertLines(entry);
  if (before === after) return [after];
  return isDifference ? [`live: ${before}`, `desired: ${after}`] : [`before: ${before}`, `after: ${after}`];
}

/** A text of several lines as a difference by lines. Indented for the same reason as a comparison. */
function lineDifference({ field, values }: FieldText): string[] {
  if (values?.kind !== "text") return [];
  const lines = diffLines(
    truncate(values.from, maxValueLength).trimEnd(),
    truncate(values.to, maxValueLength).trimEnd(),
  ).flatMap(({ kind, text }) => text.split("\n").map((line) => `    ${signs[kind]} ${toSafeLine(line)}`));
  return [tableCode(field), "", ...lines];
}

function fieldTable(fields: readonly FieldText[], style: FieldStyle): string[] {
  const hasLive = style !== "values";
  const titles = hasLive ? ["Field", "Live", "Desired"] : ["Field", "Value"];
  const valueCode = (value: FieldText["to"]) => tableCode(truncate(valueText(value), maxValueLength));
  const rows = fields.map(({ field, from, to }) => [
    tableCode(field),
    ...(hasLive ? [valueCode(from)] : []),
    valueCode(to),
  ]);
  return tableOf(titles, rows);
}

function entryItem(entry: Entry): string {
  const label = labelOf(entry);
  // As plain text, "+" and "-" would start a nested list.
  const labelText = label.length === 1 ? inlineCode(label) : markdownText(label);
  return `- ${labelText} ${nameCode(entry.name)} ${markdownText(descriptionOf(entry))}`;
}

function nameCode(name: string): string {
  return inlineCode(truncate(quote(name), maxNameLength));
}

function problemItem(problem: Problem): string {
  const { check, severity, remedy } = problem;
  const what = `${problem.what}${formatEnvironments(problem)}`;
  const place = formatProblemPlace(problem);
  const prefix = place === "" ? "" : `${inlineCode(truncate(place, maxNameLength * 2))}: `;
  const next = remedy === undefined ? "" : ` ${markdownText(truncate(remedy, maxValueLength))}`;
  const link = check === undefined ? "" : ` ([${check}](${checkUrl(check)}))`;
  return `- **${severity}** ${prefix}${markdownText(truncate(what, maxValueLength))}${next}${link}`;
}

/** Space that is left in the output, in bytes. */
export class Budget {
  constructor(public remaining: number) {}

  spend(texts: readonly string[]): void {
    this.remaining -= sizeOf(texts);
  }

  /** Spends the size of the strings if they fit. */
  trySpend(texts: readonly string[]): boolean {
    if (sizeOf(texts) > this.remaining) return false;
    this.spend(texts);
    return true;
  }
}

/** Returns the items that fit and a line that counts the others. @param maxSize in bytes */
export function itemsWithin(items: readonly string[], maxSize: number, noun: string): string[] {
  if (items.length === 0) return [];
  const budget = new Budget(maxSize);
  const omittedFrom = items.findIndex((item) => !budget.trySpend([item]));
  if (omittedFrom === -1) return [...items, ""];
  const omitted = items.length - omittedFrom;
  return [
    ...items.slice(0, omittedFrom),
    `- and ${omitted} more ${noun}, omitted because of the size limit`,
    "",
  ];
}

/** In bytes of UTF-8, including the line breaks that join the strings. */
export function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}
