/** What a report is about: the environment, the service, when and by which version its plan was made. */
import { fingerprintLength, type Origin, type Report } from "../../report/report";
import { html, type Html } from "./markup";
import { reportTable, scrolling } from "./tables";

type Facts = readonly (readonly [name: string, value: string | undefined])[];

export function reportFacts(report: Report): Html {
  return factList([["Environment", report.environment], ...originFacts(report), ...resultFacts(report)]);
}

/** The facts of a section, with a table of its environments if there are several. */
export function sectionFacts(origins: readonly Origin[], report: Report): Html {
  const [first = {}] = origins;
  if (origins.length === 1) return factList([...originFacts(first), ...resultFacts(report)]);
  const facts = origins.map((origin): Facts => {
    const { environment, fingerprint } = origin;
    const short = fingerprint?.slice(0, fingerprintLength);
    return [
      ["Environment", environment],
      ...originFacts({ ...origin, ...(short === undefined ? {} : { fingerprint: short }) }),
    ];
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
