/**
 * Formats a report as Markdown for a comment or a job summary, within a size limit. Each finding gets the most detail that fits: a section with
 * a table of its fields, else a list item, else it is counted.
 */
import {
  formatCount,
  formatEnvironments,
  formatProblemPlace,
  joinFirst,
  type Problem,
  problemUrl,
  quote,
  toSafeLine,
  truncate,
} from "../../diagnostics";
import { historySentence } from "../../impact";
import { formatOrigin } from "../../plan-document";
import {
  byImportance,
  effectOf,
  type FieldStyle,
  fieldStyleOf,
  type Finding,
  type FindingFacts,
  findingProblems,
  isUnmanaged,
} from "../model/findings";
import { type FormattedField } from "../model/formatted-field";
import {
  type DestinationEffect,
  fingerprintLength,
  listedFindings,
  type Origin,
  type Report,
  type Section,
} from "../model/report";
import { shareNotices } from "../sentences/audit";
import { backtestLines, formatFirings } from "../sentences/backtests";
import { diffLines, signs } from "../sentences/diff";
import { descriptionOf, findingNotes, labelOf, removedAlertLines } from "../sentences/findings";
import { reportNotes } from "../sentences/notes";
import { routeLines, routeNotes, routesTitle } from "../sentences/routes";
import { summaryOf, verdictOf } from "../sentences/summary";
import { comparisonLines, valueText } from "../sentences/values";
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
const maxListedNames = 5;
/** Bytes reserved for the lines that count omitted items. */
const reservedSize = 400;

/** @param limit in bytes of UTF-8 @param listsProblems whether the problems of the run are listed here */
export function markdown(report: Report, limit = commentLimit, listsProblems = true): string {
  const { destinationEffects } = report;
  const origin = formatOrigin(report);
  const where = origin === undefined ? [] : [`Environment: ${inlineCode(truncate(origin, maxNameLength))}`];
  const verdict = verdictOf(report);
  const verdictLine = verdict === undefined ? "" : `\n**${markdownText(verdict)}**\n`;
  const heading = `### ${report.title}: ${[markdownText(summaryOf(report)), ...where].join(" ")}\n${verdictLine}`;
  const planned = plannedLine(report);
  const footer = planned === "" ? [] : [planned, ""];
  const budget = new Budget(limit - sizeOf([heading, ...footer]) - reservedSize);
  const problems = itemsWithin(
    [...(listsProblems ? report.problems : []), ...report.findings.flatMap(findingProblems)].map(problemItem),
    Math.floor(budget.remaining / 2),
    "problems",
  );
  budget.spend(problems);
  if (report.kind === "environments") {
    const { titles, rows } = report.table ?? { titles: [], rows: [] };
    const cells = rows.map((row) => row.map((cell) => markdownText(String(cell ?? "-"))));
    const table = titles.length === 0 ? [] : [...tableOf(titles, cells), ""];
    budget.spend(table);
    return [heading, ...table, ...problems, ...sectionLines(report.sections, budget)].join("\n");
  }
  const destinations = destinationRows(destinationEffects?.() ?? [], Math.floor(budget.remaining / 4));
  budget.spend(destinations);
  const consequences = consequenceItems(report, Math.floor(budget.remaining / 2));
  budget.spend(consequences);
  const routes = routeItems(report.routes, Math.floor(budget.remaining / 4));
  budget.spend(routes);
  const { single, shared } = shareNotices([...listedFindings(report)].sort(byImportance));
  const sharedItems = shared.map(({ check, text }) => `- ${markdownText(`${check}: ${text}`)}`);
  budget.spend(sharedItems);
  const managed = managedSections(
    single.filter((finding) => !isUnmanaged(finding)),
    budget,
  );
  const unmanaged = unmanagedSection(single.filter(isUnmanaged), budget.remaining);
  const notes = reportNotes(report).flatMap((note) => [markdownText(truncate(note, maxValueLength)), ""]);
  const facts = [...destinations, ...consequences];
  const lists = [...managed, ...sharedItems, ...routes, ...unmanaged];
  return [heading, ...notes, ...problems, ...facts, ...lists, ...footer].join("\n");
}

function plannedLine({ planned, fingerprint }: Origin): string {
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
  const history = report.history && historySentence(report.history);
  if (history === undefined) return [];
  const title = `**Back-test:** ${markdownText(truncate(history, maxValueLength))}\n`;
  const lines = report.findings.flatMap((finding) => backtestLines(report, finding));
  // Recorded firings are indented below the back-test of their alert.
  const items = lines.map((line) => {
    const [indent = ""] = /^ */.exec(line) ?? [];
    return `${indent}- ${inlineCode(truncate(line.trimStart(), maxValueLength))}`;
  });
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
function sectionLines(sections: readonly Section[], budget: Budget): string[] {
  return sections.flatMap(({ environments, origins, report, lines }, index) => {
    const title = markdownText(truncate(environments.join(", "), maxNameLength));
    const total = Math.floor(budget.remaining / (sections.length - index));
    const services = itemsWithin(origins.flatMap(originItem), Math.floor(total / 4), "services");
    const share = total - sizeOf(services);
    const text =
      lines === undefined
        ? [markdown({ ...report, title }, share, false), ""]
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
function originItem(origin: Origin): string[] {
  if (origin.baseUrl === undefined) return [];
  return [
    `- ${inlineCode(truncate(formatOrigin(origin) ?? "", maxNameLength))} ${plannedLine(origin)}`.trimEnd(),
  ];
}

/** First reserves a list item for each finding, then replaces items with sections while these fit. */
function managedSections(findings: readonly Finding[], budget: Budget): string[] {
  const items = findings.map(findingItem);
  if (!budget.trySpend(items)) {
    const listed = itemsWithin(items, budget.remaining, "alerts");
    budget.spend(listed);
    return listed;
  }
  const expanded = new Set(
    findings.filter((finding) => hasDetails(finding) && budget.trySpend([findingSection(finding, true)])),
  );
  const isOpen = expanded.size <= maxOpenSections;
  return findings.flatMap((finding, index) => {
    if (expanded.has(finding)) return [findingSection(finding, isOpen)];
    const next = findings[index + 1];
    const endsList = next === undefined || expanded.has(next);
    return [findingItem(finding), ...(endsList ? [""] : [])];
  });
}

/** Returns one folded section, because there may be hundreds of unmanaged alerts. @param maxSize in bytes */
function unmanagedSection(findings: readonly Finding[], maxSize: number): string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const heading = `<details><summary>${htmlText(labelOf(first))} ${formatCount(findings.length, "live alert")}</summary>\n`;
  const items = findings.map(
    (finding) => `- ${nameCode(finding.name)} ${markdownText(descriptionOf(finding))}`,
  );
  const listed = itemsWithin(items, maxSize - sizeOf([heading, "</details>", ""]), "alerts");
  return [heading, ...listed, "</details>", ""];
}

function hasDetails(finding: Finding): boolean {
  const { fields = [], comparisons = [] }: FindingFacts = finding;
  return [fields, findingNotes(finding), comparisons, sentenceLines(finding)].some(
    ({ length }) => length > 0,
  );
}

function findingSection(finding: Finding, isOpen: boolean): string {
  const { name, fields = [], comparisons = [] }: FindingFacts = finding;
  const style = fieldStyleOf(finding);
  const shortName = truncate(quote(name), maxNameLength);
  const byLines = fields.filter(
    ({ values }) =>
      style !== "values" && values?.kind === "text" && `${values.from}${values.to}`.includes("\n"),
  );
  const inTable = fields.filter((field) => !byLines.includes(field));
  const summary = `${htmlText(labelOf(finding))} ${htmlCode(shortName)} ${htmlText(descriptionOf(finding))}`;
  return [
    `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`,
    "",
    ...sentenceLines(finding).flatMap((line) => [markdownText(truncate(line, maxValueLength)), ""]),
    ...(inTable.length === 0 ? [] : [...fieldTable(inTable, style), ""]),
    ...byLines.flatMap((field) => [...indentedDifference(field), ""]),
    ...findingNotes(finding).flatMap((note) => [markdownText(note), ""]),
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
function sentenceLines(finding: Finding): string[] {
  const { detail }: FindingFacts = finding;
  const { before, after } = detail?.().sentences ?? {};
  const isDrift = finding.kind === "drift";
  if (before === undefined && after !== undefined && isDrift) return [after];
  if (before === undefined || after === undefined || (effectOf(finding) !== "change" && !isDrift))
    return removedAlertLines(finding);
  if (before === after) return [after];
  return isDrift ? [`live: ${before}`, `desired: ${after}`] : [`before: ${before}`, `after: ${after}`];
}

/** A text of several lines as a difference by lines. Indented for the same reason as a comparison. */
function indentedDifference({ field, values }: FormattedField): string[] {
  if (values?.kind !== "text") return [];
  const lines = diffLines(
    truncate(values.from, maxValueLength).trimEnd(),
    truncate(values.to, maxValueLength).trimEnd(),
  ).flatMap(({ kind, text }) => text.split("\n").map((line) => `    ${signs[kind]} ${toSafeLine(line)}`));
  return [tableCode(field), "", ...lines];
}

function fieldTable(fields: readonly FormattedField[], style: FieldStyle): string[] {
  const hasLive = style !== "values";
  const titles = hasLive ? ["Field", "Live", "Desired"] : ["Field", "Value"];
  const valueCode = (value: FormattedField["to"]) => tableCode(truncate(valueText(value), maxValueLength));
  const rows = fields.map(({ field, from, to }) => [
    tableCode(field),
    ...(hasLive ? [valueCode(from)] : []),
    valueCode(to),
  ]);
  return tableOf(titles, rows);
}

function findingItem(finding: Finding): string {
  const label = labelOf(finding);
  // As plain text, "+" and "-" would start a nested list.
  const labelText = label.length === 1 ? inlineCode(label) : markdownText(label);
  return `- ${labelText} ${nameCode(finding.name)} ${markdownText(descriptionOf(finding))}`;
}

function nameCode(name: string): string {
  return inlineCode(truncate(quote(name), maxNameLength));
}

function problemItem(problem: Problem): string {
  const { code, severity, remedy } = problem;
  const what = `${problem.what}${formatEnvironments(problem)}`;
  const place = formatProblemPlace(problem);
  const prefix = place === "" ? "" : `${inlineCode(truncate(place, maxNameLength * 2))}: `;
  const next = remedy === undefined ? "" : ` ${markdownText(truncate(remedy, maxValueLength))}`;
  const link = ` ([${code}](${problemUrl(code)}))`;
  return `- **${severity}** ${prefix}${markdownText(truncate(what, maxValueLength))}${next}${link}`;
}

/** Space that is left in the output, in bytes. */
class Budget {
  constructor(public remaining: number) {}

  spend(lines: readonly string[]): void {
    this.remaining -= sizeOf(lines);
  }

  /** Spends the size of the lines if they fit. */
  trySpend(lines: readonly string[]): boolean {
    if (sizeOf(lines) > this.remaining) return false;
    this.spend(lines);
    return true;
  }
}

/** Returns the items that fit and a line that counts the others. @param maxSize in bytes */
function itemsWithin(items: readonly string[], maxSize: number, noun: string): string[] {
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

/** In bytes of UTF-8, including the line breaks that join the lines. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
