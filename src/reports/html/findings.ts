/** Alerts of a report as cards that open and close. */
import {
  formatEnvironments,
  formatPlace,
  formatProblemPlace,
  omitUndefined,
  type Problem,
  problemUrl,
  truncate,
} from "../../diagnostics";
import { runbookUrls, webUrl } from "../../service";
import {
  effectOf,
  type FieldStyle,
  fieldStyleOf,
  type Finding,
  type FindingFacts,
  type TestComparison,
} from "../model/findings";
import { type FormattedField, type ListValues } from "../model/formatted-field";
import { backtestText, recordedLines } from "../sentences/backtests";
import { diffItems, type DiffPart, diffSimilarStrings, diffWords } from "../sentences/diff";
import { descriptionOf, findingNotes, verbOf } from "../sentences/findings";
import { valueText } from "../sentences/values";
import { alertUrl, type Anchors, codeUrl, type LinkTemplates } from "./links";
import { type Html, html, type PageBudget } from "./markup";
import { backtestTimeline, dailyTimeline, differenceTimeline } from "./timeline";

/** In UTF-16 units. */
const maxNameLength = 300;

export interface PageContext {
  readonly anchors: Anchors;
  readonly links: LinkTemplates;
  /** The environment of a section. Empty for a page of one environment. */
  readonly environment: string;
  readonly budget: PageBudget;
}

export function findingCards(findings: readonly Finding[], context: PageContext, isOpen: boolean): Html[] {
  return findings.map((finding) => findingCard(finding, context, isOpen));
}

function findingCard(finding: Finding, context: PageContext, isOpen: boolean): Html {
  const { name } = finding;
  const anchor = context.anchors.next(name, context.environment);
  const title = html`<b>${verbOf(finding)}</b> <bdi>${truncate(name, maxNameLength)}</bdi>`;
  const summary = html`<summary>${title} <span>${descriptionOf(finding)}</span></summary>`;
  const body = findingBody(finding, context, anchor);
  return html`<details class="entry ${effectOf(finding)}" id="${anchor}" ${isOpen ? html` open` : undefined}>
    ${summary}${body}
  </details> `;
}

function findingBody(finding: Finding, context: PageContext, anchor: string): Html {
  const facts: FindingFacts = finding;
  const { fields = [], problems = [], backtest, comparisons = [], differences } = facts;
  const { sentences, annotations = "" } = facts.detail?.() ?? {};
  const { budget } = context;
  const style = fieldStyleOf(finding);
  const shown = fields.filter((field) => style !== "values" || !isInSentence(field));
  const list = shown.map(
    (field) =>
      html`<dt>${field.field}</dt>
        <dd>${fieldValue(field, style)}</dd>`,
  );
  const results =
    backtest === undefined ? [] : [`Back-test: ${backtestText(backtest)}`, ...recordedLines(backtest)];
  const details = html`${sentences === undefined ? undefined : sentenceLines(sentences)}${shown.length === 0 ? undefined : html`<dl>${list}</dl>`}${findingNotes(
    finding,
  ).map(
    (note) => html`<p>${note}</p>`,
  )}${problemList(problems)}${comparisons.map(comparisonTable)}${results.map((text) => html`<p>${text}</p>`)}`;
  const difference = differences?.shortest();
  const timelines = [
    finding.kind === "audit" ? finding.daily && dailyTimeline(finding.daily) : undefined,
    difference && differenceTimeline(difference),
    backtest && backtestTimeline(backtest),
  ].filter((timeline) => timeline !== undefined);
  const linkList = findingLinks(finding, annotations, context, anchor);
  if (!budget.takeDetails(details, linkList)) return html``;
  const drawn = timelines.length > 0 && budget.takeTimelines() ? timelines : undefined;
  return html`${details}${drawn}${linkList}`;
}

function sentenceLines({ before, after }: { readonly before?: string; readonly after?: string }): Html {
  if (before === undefined || after === undefined) return html`<p>${before ?? after}</p>`;
  const parts = diffSimilarStrings(before, after);
  if (parts !== undefined) return html`<p>${textDifference(parts)}</p>`;
  return html`<p><del>${before}</del></p>
    <p class="sentence"><ins>${after}</ins></p>`;
}

const maxSentenceItems = 6;

function isInSentence({ field, values }: FormattedField): boolean {
  if (["name", "annotations", "destinations"].includes(field)) return false;
  return values?.kind !== "list" || values.to.length <= maxSentenceItems;
}

function findingLinks(finding: Finding, annotations: string, { links }: PageContext, anchor: string): Html {
  const { where = {} } = finding;
  const place = formatPlace(omitUndefined({ file: where.file, line: where.line, address: where.address }));
  const code = codeUrl(where, links);
  const live = alertUrl(finding, links);
  const items = [
    ...(place === ""
      ? []
      : [code === undefined ? html`<span>${place}</span>` : webLink(code, place, "address")]),
    ...(live === undefined ? [] : [webLink(live, "Live alert", "address")]),
    ...runbookUrls(annotations).map((url) => webLink(url, `Runbook: ${truncate(url, 100)}`)),
    ...(finding.kind === "audit" ? [html`<a href="${problemUrl(finding.check)}">About this check</a>`] : []),
    html`<a href="#${anchor}">Link to this ${finding.kind === "audit" ? "finding" : "alert"}</a>`,
  ];
  return html`<p class="links">${items.map((item) => html`${item} `)}</p>`;
}

/** A link if the address is one of the web. Otherwise, only the text. */
function webLink(url: string, text: string, className?: "address"): Html {
  const href = webUrl(url);
  if (href === undefined) return html`<span>${text}</span>`;
  const attribute = className === undefined ? undefined : html` class="${className}"`;
  return html`<a href="${href}" ${attribute}>${text}</a>`;
}

export function problemList(problems: readonly Problem[]): Html | undefined {
  if (problems.length === 0) return undefined;
  const items = problems.map((problem) => {
    const place = formatProblemPlace(problem);
    const what = `${problem.what}${formatEnvironments(problem)}`;
    const { code } = problem;
    const link = html` <a href="${problemUrl(code)}">${code}</a>`;
    return html`<li class="${problem.severity}">
      <b>${problem.severity}</b> ${truncate(what, 2_000)}
      ${problem.remedy === undefined ? undefined : html`<span>${truncate(problem.remedy, 1_000)}</span>`}${place === "" ? undefined : html` <code>${truncate(place, 400)}</code>`}${link}
    </li>`;
  });
  return html`<ul class="problems">
    ${items}
  </ul>`;
}

function comparisonTable({ title, rows }: TestComparison): Html {
  const lines = rows.map(
    ({ expected, actual, isSame }) =>
      html`<tr${isSame ? undefined : html` class="differs"`}><td>${expected}</td><td>${actual}</td></tr>`,
  );
  return html`<section class="scroll" tabindex="0" aria-label="${title}">
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">Expected</th>
          <th scope="col">Actual</th>
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </section>`;
}

/** In UTF-16 units. Longer strings are truncated. */
const maxTextLength = 2_000;
/** Longer unchanged text within a difference is shortened. */
const maxSameLength = 240;
const maxItems = 50;

function fieldValue({ from, to, values }: FormattedField, style: FieldStyle): Html {
  if (style === "values")
    return values?.kind === "text"
      ? withLineBreaks(values.to)
      : html`${truncate(valueText(to), maxTextLength)}`;
  if (values?.kind === "text")
    return textDifference(
      diffWords(truncate(values.from, maxTextLength), truncate(values.to, maxTextLength)),
    );
  if (values?.kind === "list") return listDifference(values);
  if (to === undefined) return html`<del>${valueText(from)}</del>`;
  if (from === undefined) return html`<ins>${to}</ins>`;
  return html`<del>${from}</del> → <ins>${to}</ins>`;
}

function textDifference(parts: readonly DiffPart[]): Html {
  const marked = parts.map(({ kind, text }) =>
    markPart(kind, withLineBreaks(kind === "same" ? shorten(text) : text)),
  );
  return html`${marked}`;
}

function markPart(kind: DiffPart["kind"], content: Html): Html {
  if (kind === "same") return content;
  return kind === "removed" ? html`<del>${content}</del>` : html`<ins>${content}</ins>`;
}

function shorten(text: string): string {
  if (text.length <= maxSameLength) return text;
  const end = maxSameLength / 2;
  return `${truncate(text, end)} ${text.slice(-end).replace(/^[\udc00-\udfff]/, "")}`;
}

function withLineBreaks(text: string): Html {
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
