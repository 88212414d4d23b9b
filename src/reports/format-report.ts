/** Formats a report in the format that a user selects. */
import { annotationLines } from "./github/annotations";
import { type PageOptions } from "./html/page";
import { junit } from "./junit/junit";
import { markdown } from "./markdown/markdown";
import { type Report } from "./model/report";
import { problemLines, reportLines } from "./text/text";

export type ReportFormat = "text" | "markdown" | "html" | "github" | "junit";

/** Loads the page only for its format, because it is large. @returns lines without line breaks at their ends */
export async function formatReport(
  report: Report,
  format: ReportFormat,
  { version, links, env }: Omit<PageOptions, "now">,
): Promise<readonly string[]> {
  switch (format) {
    case "text":
      return [...problemLines(report.problems), ...reportLines(report)];
    case "markdown":
      return [markdown(report)];
    case "html": {
      const { htmlPage } = await import("./html/page.js");
      return [htmlPage(report, { version, now: Date.now(), links, env })];
    }
    case "github":
      return [...reportLines(report), ...annotationLines(report, env["GITHUB_WORKSPACE"])];
    case "junit":
      return [junit(report)];
  }
}
