/** Formats a result as a comment or as the body of an issue. */
import { markdown } from "../render/markdown";
import { inlineCode } from "../render/markdown-text";
import { type Report } from "../report/report";

/** In bytes. GitHub limits bodies to 65,536 characters. The rest is for the marker, the footer, and a line that closes an issue. */
const reportLimit = 64_000;

export interface Origin {
  readonly commit: string | undefined;
  readonly runUrl: string | undefined;
  /** Where the HTML report can be downloaded. */
  readonly reportUrl: string | undefined;
}

export function commentBody(report: Report, origin: Origin): string {
  return `${markdown(report, reportLimit)}\n\n${describeOrigin(origin)}\n`;
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
