/** Formats a report as one self-contained HTML page, which needs no network and is readable without its script. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { capitalize, isError, truncate } from "../../diagnostics";
import { formatOrigin } from "../../plan-document";
import { formatTimestamp } from "../../service";
import { partsOf, type Report } from "../model/report";
import { summaryOf, verdictOf } from "../sentences/summary";
import { problemList } from "./findings";
import { Anchors, type LinkOptions, linkTemplates } from "./links";
import { fitPage, Html, html, type PageBudget } from "./markup";
import { environmentSections, environmentTable, reportSections, sectionFacts, verbCounts } from "./sections";

export interface PageOptions {
  readonly version: string;
  /** When the page is written, in Unix milliseconds. */
  readonly now: number;
  readonly links: LinkOptions;
  readonly env: NodeJS.ProcessEnv;
}

export function htmlPage(report: Report, options: PageOptions): string {
  const alertCount = partsOf(report).reduce((count, part) => count + part.report.findings.length, 0);
  return fitPage(alertCount, (budget) => renderPage(report, options, budget));
}

function renderPage(report: Report, { version, now, links, env }: PageOptions, budget: PageBudget): string {
  const style = `${readAsset("../../emulator/page/base.css")}\n${readAsset("page.css")}`;
  const script = readAsset("filter.js");
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const { title } = report;
  const origin = formatOrigin(report);
  const heading = verdictOf(report) ?? capitalize(summaryOf(report));
  const context = { anchors: new Anchors(), links: linkTemplates(links, env), environment: "", budget };
  const content =
    report.kind === "environments"
      ? environmentSections(report.sections, context)
      : reportSections(report, context, 2);
  const page = html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${truncate(`${title}: ${heading}`, 150)}${origin === undefined ? "" : ` ${origin}`}</title>
        ${Html.ofAsset("style", style)}
      </head>
      <body>
        <header>
          <p class="kind">dbmon ${title.toLowerCase()}</p>
          <h1>${truncate(heading, 400)}</h1>
          ${sectionFacts([report], report)} ${verbCounts(report)}
          ${budget.omission === undefined ? undefined : html`<p class="note">${budget.omission}</p>`}
        </header>
        <main>
          ${report.kind === "environments" ? environmentTable(report, context) : undefined}
          ${
            report.problems.length === 0
              ? undefined
              : html`<section aria-labelledby="problems">
                  <h2 id="problems">Problems</h2>
                  ${problemList([...report.problems].sort((a, b) => Number(isError(b)) - Number(isError(a))))}
                </section>`
          }
          ${content}
        </main>
        <footer>
          <p>Written by dbmon ${version} at ${formatTimestamp(Math.floor(now / 1000) * 1000)}.</p>
        </footer>
        ${Html.ofAsset("script", script)}
      </body>
    </html>`;
  return page.toString();
}

/** A source for the content security policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function readAsset(name: string): string {
  return readFileSync(join(__dirname, name), "utf8");
}
