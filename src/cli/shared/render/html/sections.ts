/** The sections of the page: deletions and mutes, destinations, who is notified, other changes, and unchanged alerts. */
import { groupBy } from "../../../../diagnostics";
import { type RouteChanges } from "../../../../plan-document";
import { type DestinationEffect } from "../../report/destination-effects";
import { routeNotes, routeRows, routesTitle } from "../../report/route-text";
import {
  byImportance,
  effectOf,
  type Entry,
  isUnmanaged,
  pluralize,
  type Report,
  type Section,
} from "../../report/report";
import { descriptionOf, formatFirings, isChange, verbOf } from "../words";
import { entryCards, type PageContext } from "./entries";
import { html, type Html } from "./markup";
import { reportTable, scrolling, sectionFacts } from "./tables";

/** With more alerts in a section, all are closed. */
const maxOpen = 40;
/** Names of alerts in a cell of a table. */
const maxNames = 10;

/** @param level of the headings */
export function reportSections(report: Report, context: PageContext, level: 2 | 3): Html[] {
  const section = (title: string, content: Html | undefined) =>
    content === undefined ? [] : [sectionOf(title, content, level)];
  const needsAttention = ({ severity, backtest }: Entry) =>
    report.listsAllEntries === true || severity !== "none" || backtest !== undefined;
  const listed = new Set(report.entries.filter(needsAttention));
  const changed = [...listed].filter((entry) => !isUnmanaged(entry)).sort(byImportance);
  const [silencing, others] = [
    changed.filter(endsNotifications),
    changed.filter((entry) => !endsNotifications(entry)),
  ];
  const rest = report.entries.filter((entry) => !listed.has(entry));
  const effects = report.destinationEffects?.() ?? [];
  const notes = report.notes ?? [];
  const open = (entries: readonly Entry[]) => entryCards(entries, context, entries.length <= maxOpen);
  return [
    ...section("Deletions and mutes", silencing.length === 0 ? undefined : html`${open(silencing)}`),
    ...section("Destinations", effects.length === 0 ? undefined : destinationTable(effects, context)),
    ...section(routesTitle, report.routes === undefined ? undefined : routesTable(report.routes, context)),
    ...section(
      titleOfOthers(others, silencing),
      others.length === 0 ? undefined : html`${differenceLegend(others)}${open(others)}`,
    ),
    ...section(
      "Notes",
      notes.length === 0
        ? undefined
        : html`<ul>
            ${notes.map((note) => html`<li>${note}</li>`)}
          </ul>`,
    ),
    ...unmanagedList(report.entries.filter(isUnmanaged)),
    ...(rest.length === 0
      ? []
      : [
          folded(
            `${pluralize(rest.length, "alert")} without ${report.hasOnlyProblems === true ? "problems" : "changes"}`,
            html`${entryCards(rest, context, false)}`,
          ),
        ]),
  ];
}

/** Explains the marks of fields that show live beside desired values. */
function differenceLegend(entries: readonly Entry[]): Html | undefined {
  const hasDifferences = entries.some(
    ({ fieldStyle, fields }) => fieldStyle === "differences" && fields.length > 0,
  );
  if (!hasDifferences) return undefined;
  return html`<p class="note">
    <del>live value</del> <ins>value of the definition, which an apply writes</ins>
  </p>`;
}

function endsNotifications({ isSilencing }: Entry): boolean {
  return isSilencing === true;
}

function titleOfOthers([first]: readonly Entry[], silencing: readonly Entry[]): string {
  if (first?.status === "passed" || first?.status === "failed") return "Tests";
  if (first === undefined || !isChange(first)) return "Alerts";
  return silencing.length === 0 ? "Changes" : "Other changes";
}

/** Each environment links to its section. */
export function environmentTable({ table, sections = [] }: Report, context: PageContext): Html | undefined {
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
      <p>${report.verdict ?? report.summary}</p>
      ${sectionFacts(origins, report)} ${content}
    </section> `;
  });
}

/** The number of alerts by verb, which the script turns into filters. */
export function verbCounts(report: Report): Html | undefined {
  const reports = report.sections?.map((section) => section.report) ?? [report];
  const entries = reports.flatMap((one) => one.entries.filter((entry) => !isUnmanaged(entry)));
  if (entries.length === 0) return undefined;
  const ordered = [...entries].sort(byImportance);
  const groups = [
    ...groupBy(
      [...ordered.filter(endsNotifications), ...ordered.filter((entry) => !endsNotifications(entry))],
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

function sectionOf(title: string, content: Html, level: 2 | 3): Html {
  const heading = level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
  return html`<section>${heading}${content}</section> `;
}

function destinationTable(effects: readonly DestinationEffect[], context: PageContext): Html {
  const hasFirings = effects.some(({ firings }) => firings !== undefined);
  const rows = effects.map(
    ({ name, gained, lost, firings }) =>
      html`<tr>
        <th scope="row"><bdi>${name}</bdi></th>
        <td>${nameList(gained)}</td>
        <td>${nameList(lost)}</td>
        ${hasFirings ? html`<td>${formatFirings(firings)}</td>` : undefined}
      </tr>`,
  );
  const firingsTitle = hasFirings ? html`<th scope="col">Notifications in the back-test</th>` : undefined;
  return scrolling(
    "Destinations",
    html`<table class="destinations">
      <thead>
        <tr>
          <th scope="col">Destination</th>
          <th scope="col">Alerts gained</th>
          <th scope="col">Alerts lost</th>
          ${firingsTitle}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
    context,
  );
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

function unmanagedList(entries: readonly Entry[]): Html[] {
  if (entries.length === 0) return [];
  const items = entries.map((entry) => html`<li><bdi>${entry.name}</bdi> ${descriptionOf(entry)}</li>`);
  return [
    folded(
      pluralize(entries.length, "unmanaged alert"),
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
