/** Formats a result as a comment or as the body of an issue. */
import { markdown } from "../shared/render/markdown";
import { inlineCode } from "../shared/render/markdown-text";
import { type Report } from "../shared/report/report";

/** In bytes. GitHub limits bodies to 65,536 characters. The rest is for the marker, the footer, and a line that closes an issue. */
const reportLimit = 64_000;

export interface Origin {
  readonly commit: string | undefined;
  readonly runUrl: string | undefined;
  /** Where the HTML report can be downloaded. */
  readonly reportUrl: string | undefined;
}

/** Depends only on the result and the origin: the time of a plan would change the comment with each run. */
export function commentBody(report: Report, origin: Origin): string {
  return `${markdown(withoutTimes(report), reportLimit)}\n\n${describeOrigin(origin)}\n`;
}

function withoutTimes(report: Report): Report {
  const timeless = { ...report, planned: undefined };
  if (report.sections === undefined) return timeless;
  const sections = report.sections.map((section) => ({
    ...section,
    origins: section.origins.map((origin) => ({ ...origin, planned: undefined })),
    report: withoutTimes(section.report),
  }));
  return { ...timeless, sections };
}

/** The commit, and links to the run and to the HTML report. */
export function describeOrigin({ commit, runUrl, reportUrl }: Origin): string {
  const ofCommit = commit === undefined ? "" : `Commit ${inlineCode(commit.slice(0, 10))}. `;
  return `${ofCommit}${[...link("Run", runUrl), ...link("HTML report", reportUrl)].join(", ")}`;
}

/** @returns nothing for a URL with characters that end a link */
function link(text: string, url: string | undefined): string[] {
  return url !== undefined && /^https?:\/\/[\w.:/%~?=&#-]+$/.test(url) ? [`[${text}](${url})`] : [];
}
