/** The sections of the page: deletions and mutes, destinations, who is notified, other changes, and unchanged alerts. */
import { capitalize, formatCount, groupBy } from "../../diagnostics";
import { historySentence } from "../../impact";
import { formatOrigin, type RouteChanges } from "../../plan-document";
import {
  byImportance,
  effectOf,
  type Finding,
  type FindingFacts,
  isSilencing,
  isUnmanaged,
} from "../model/findings";
import {
  type DestinationEffect,
  listsAllFindings,
  type Origin,
  partsOf,
  type Report,
  type ReportOf,
  type Section,
} from "../model/report";
import { formatFirings } from "../sentences/backtests";
import { descriptionOf, verbOf } from "../sentences/findings";
import { reportNotes } from "../sentences/notes";
import { routeNotes, routeRows, routesTitle } from "../sentences/routes";
import { summaryOf, verdictOf } from "../sentences/summary";
import { findingCards, type PageContext } from "./findings";
import { type Content, type Html, html } from "./markup";

/** With more alerts in a section, all are closed. */
const maxOpen = 40;
const maxNames = 10;

export function reportSections(report: Report, context: PageContext, level: 2 | 3): Html[] {
  const section = (title: string, content: Html | undefined) => {
    if (content === undefined) return [];
    const heading = level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
    return [html`<section>${heading}${content}</section> `];
  };
  const findings: readonly Finding[] = report.findings;
  const needsAttention = ({ severity, backtest }: FindingFacts) =>
    listsAllFindings(report) || severity !== "none" || backtest !== undefined;
  const listed = new Set(findings.filter(needsAttention));
  const changed = [...listed].filter((finding) => !isUnmanaged(finding)).sort(byImportance);
  const silencing = changed.filter(isSilencing);
  const others = changed.filter((finding) => !isSilencing(finding));
  const rest = findings.filter((finding) => !listed.has(finding));
  const effects = report.destinationEffects?.() ?? [];
  const notes = reportNotes(report);
  const open = (shown: readonly Finding[]) => findingCards(shown, context, shown.length <= maxOpen);
  return [
    ...section("Deletions and mutes", silencing.length === 0 ? undefined : html`${open(silencing)}`),
    ...section("Destinations", effects.length === 0 ? undefined : destinationTable(effects, context)),
    ...section(routesTitle, report.routes === undefined ? undefined : routesTable(report.routes, context)),
    ...[...groupBy(others, (finding) => titleOf(finding, silencing))].flatMap(([title, shown]) =>
      section(title, html`${differenceLegend(shown)}${open(shown)}`),
    ),
    ...section(
      "Notes",
      notes.length === 0
        ? undefined
        : html`<ul>
            ${notes.map((note) => html`<li>${note}</li>`)}
          </ul>`,
    ),
    ...unmanagedList(findings.filter(isUnmanaged)),
    ...(rest.length === 0
      ? []
      : [
          folded(
            `${formatCount(rest.length, "alert")} without ${report.kind === "check" ? "problems" : "changes"}`,
            html`${findingCards(rest, context, false)}`,
          ),
        ]),
  ];
}

/** Explains the marks of fields that show live beside desired values. */
function differenceLegend(findings: readonly Finding[]): Html | undefined {
  if (!findings.some((finding) => finding.kind === "drift" && finding.fields.length > 0)) return undefined;
  return html`<p class="note">
    <del>live value</del> <ins>value of the definition, which an apply writes</ins>
  </p>`;
}

/** Of the section of a finding that is not silencing. Findings of an audit are grouped by their check. */
function titleOf(finding: Finding, silencing: readonly Finding[]): string {
  if (finding.kind === "audit") return capitalize(finding.check.replaceAll("-", " "));
  if (finding.kind === "test") return "Tests";
  if (finding.kind !== "change") return "Alerts";
  return silencing.length === 0 ? "Changes" : "Other changes";
}

/** Each environment links to its section. */
export function environmentTable(report: ReportOf<"environments">, context: PageContext): Html | undefined {
  const { table, sections } = report;
  if (table === undefined) return undefined;
  const anchors = new Map(
    sections.flatMap(({ environments }, index) =>
      environments.map((environment) => [environment, sectionAnchor(index)] as const),
    ),
  );
  return scrolling(
    "Environments",
    reportTable(table, (name) => anchors.get(name)),
    context,
  );
}

function sectionAnchor(index: number): string {
  return `environment-${index + 1}`;
}

/** A section for each environment. Equal environments share one. */
export function environmentSections(sections: readonly Section[], context: PageContext): Html[] {
  return sections.map(({ environments, origins, report, lines }, index) => {
    const names = environments.join(", ");
    const content =
      lines === undefined
        ? reportSections(report, { ...context, environment: environments[0] ?? "" }, 3)
        : [html`<pre tabindex="0">${lines.map((line) => html`${line}<br />`)}</pre>`];
    const id = sectionAnchor(index);
    return html`<section class="environment" aria-labelledby="${id}">
      <h2 id="${id}">${names}</h2>
      <p>${verdictOf(report) ?? summaryOf(report)}</p>
      ${sectionFacts(origins, report)} ${content}
    </section> `;
  });
}

/** The number of alerts by verb, which the script turns into filters. */
export function verbCounts(report: Report): Html | undefined {
  const findings = partsOf(report).flatMap<Finding>((part) => part.report.findings);
  const ordered = findings.filter((finding) => !isUnmanaged(finding)).sort(byImportance);
  if (ordered.length === 0) return undefined;
  const groups = [
    ...groupBy(
      [...ordered.filter(isSilencing), ...ordered.filter((finding) => !isSilencing(finding))],
      verbOf,
    ),
  ];
  const items = groups.map(([verb, { length, 0: first }]) => {
    const effect = first === undefined ? "none" : effectOf(first);
    return html`<li class="${effect}" data-verb="${verb}"><b>${length}</b> ${verb}</li>`;
  });
  return html`<ul class="counts">
    ${items}
  </ul>`;
}

function destinationTable(effects: readonly DestinationEffect[], context: PageContext): Html {
  const hasFirings = effects.some(({ firings }) => firings !== undefined);
  const titles = ["Destination", "Alerts gained", "Alerts lost"];
  const rows = effects.map(({ name, gained, lost, firings }) => [
    html`<bdi>${name}</bdi>`,
    nameList(gained),
    nameList(lost),
    ...(hasFirings ? [formatFirings(firings)] : []),
  ]);
  const firingsTitle = hasFirings ? ["Notifications in the back-test"] : [];
  return scrolling("Destinations", reportTable({ titles: [...titles, ...firingsTitle], rows }), context);
}

function nameList(names: readonly string[]): Html {
  if (names.length === 0) return html`-`;
  const listed = names
    .slice(0, maxNames)
    .map((name, index) => html`${index === 0 ? "" : ", "}<bdi>${name}</bdi>`);
  const omitted = names.length - maxNames;
  return html`<b>${names.length}</b>: ${listed}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}

function routesTable(routes: RouteChanges, context: PageContext): Html {
  const table = { titles: ["Hosts", "Level or event", "Before", "After"], rows: routeRows(routes) };
  const notes = routeNotes(routes).map((note) => html`<p class="note">${note}</p>`);
  return html`${scrolling(routesTitle, reportTable(table), context)}${notes}`;
}

function unmanagedList(findings: readonly Finding[]): Html[] {
  if (findings.length === 0) return [];
  const items = findings.map(
    (finding) => html`<li><bdi>${finding.name}</bdi> ${descriptionOf(finding)}</li>`,
  );
  return [
    folded(
      formatCount(findings.length, "unmanaged alert"),
      html`<ul class="lines">
        ${items}
      </ul>`,
    ),
  ];
}

function folded(title: string, content: Html): Html {
  return html`<details class="rest">
    <summary>${title}</summary>
    ${content}
  </details> `;
}

/** The first cell of each row is its heading. On narrow screens, cells are below each other, each with its title. */
function reportTable(
  { titles, rows }: { readonly titles: readonly string[]; readonly rows: readonly (readonly Content[])[] },
  anchorOf: (heading: string) => string | undefined = () => undefined,
): Html {
  const head = titles.map((title) => html`<th scope="col">${title}</th>`);
  const body = rows.map(([name, ...cells]) => {
    const anchor = anchorOf(String(name));
    const heading = anchor === undefined ? name : html`<a href="#${anchor}">${name}</a>`;
    return html`<tr>
      <th scope="row">${heading}</th>
      ${cells.map((cell, index) => html`<td data-title="${titles[index + 1]}">${cell ?? "-"}</td>`)}
    </tr>`;
  });
  return html`<table>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}

/** A wide table scrolls by itself, also with the keyboard. */
function scrolling(title: string, table: Html, { environment }: { readonly environment: string }): Html {
  const label = environment === "" ? title : `${title} of ${environment}`;
  return html`<section class="scroll" aria-label="${label}" tabindex="0">${table}</section> `;
}

type Fact = readonly [name: string, value: string | undefined];

/** The facts of each environment of a section, and of their result. Those without a value are omitted. */
export function sectionFacts(origins: readonly Origin[], report: Report): Html {
  const facts: readonly Fact[] = [
    ...origins.flatMap(({ planned, fingerprint, ...origin }): Fact[] => [
      ["Environment", formatOrigin(origin)],
      ["Planned", planned],
      ["Fingerprint", fingerprint],
    ]),
    ["Summary", verdictOf(report) === undefined ? undefined : summaryOf(report)],
    ["Back-test", report.history && historySentence(report.history)],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  const rows = known.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  return rows.length === 0 ? html`` : html`<dl class="facts">${rows}</dl>`;
}
