/** Tables of the page, and facts of a report: environment, service, and the time, version and fingerprint of its plan. */
import { fingerprintLength, type Origin, type Report, type ReportTable } from "../../report/report";
import { html, type Html } from "./markup";

/**
 * The first cell of each row is its heading.
 * @param anchorOf the anchor that a heading links to
 */
export function reportTable(
  { titles, rows }: ReportTable,
  anchorOf: (heading: string) => string | undefined = () => undefined,
): Html {
  const head = titles.map((title) => html`<th scope="col">${title}</th>`);
  const body = rows.map(
    ([name, ...cells]) =>
      html`<tr>
        <th scope="row">${linkTo(anchorOf(String(name)), name)}</th>
        ${cells.map((cell) => html`<td>${cell ?? "-"}</td>`)}
      </tr>`,
  );
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

function linkTo(anchor: string | undefined, text: string | number | undefined): Html {
  return anchor === undefined ? html`${text}` : html`<a href="#${anchor}">${text}</a>`;
}

/**
 * A wide table scrolls by itself, also with the keyboard.
 * @param environment of the section. Empty for a page of one environment.
 */
export function scrolling(
  title: string,
  table: Html,
  { environment }: { readonly environment: string },
): Html {
  const label = environment === "" ? title : `${title} of ${environment}`;
  return html`<section class="scroll" aria-label="${label}" tabindex="0">${table}</section> `;
}

type Facts = readonly (readonly [name: string, value: string | undefined])[];

export function reportFacts(report: Report): Html {
  return factList([["Environment", report.environment], ...originFacts(report), ...resultFacts(report)]);
}

/** The facts of a section, with a table of its environments if there are several. */
export function sectionFacts(origins: readonly Origin[], report: Report): Html {
  const [first = {}] = origins;
  if (origins.length === 1) return factList([...originFacts(first), ...resultFacts(report)]);
  const facts = origins.map((origin): Facts => {
    const fingerprint = origin.fingerprint?.slice(0, fingerprintLength);
    return [["Environment", origin.environment], ...originFacts({ ...origin, fingerprint })];
  });
  const isKnown = (column: number) => facts.some((row) => row[column]?.[1] !== undefined);
  const table = {
    titles: facts[0]?.flatMap(([name], column) => (isKnown(column) ? [name] : [])) ?? [],
    rows: facts.map((row) => row.flatMap(([, value], column) => (isKnown(column) ? [value] : []))),
  };
  const title = { environment: first.environment ?? "" };
  return html`${factList(resultFacts(report))}${scrolling("Services", reportTable(table), title)}`;
}

function originFacts({ baseUrl, planned, fingerprint }: Origin): Facts {
  return [
    ["Service", baseUrl],
    ["Planned", planned],
    ["Fingerprint", fingerprint],
  ];
}

function resultFacts({ verdict, summary, consequencesTitle }: Report): Facts {
  return [
    ["Summary", verdict === undefined ? undefined : summary],
    ["Back-test", consequencesTitle],
  ];
}

/** Facts without a value are omitted. */
function factList(facts: Facts): Html {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
        ],
  );
  return rows.length === 0 ? html`` : html`<dl class="facts">${rows}</dl>`;
}
