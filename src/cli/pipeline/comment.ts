/** Formats a result as a comment or as the body of an issue. */
import { markdown } from "../render/markdown";
import { inlineCode } from "../render/markdown-text";
import { type Report } from "../report/report";

/** In bytes. GitHub limits bodies to 65,536 characters. The rest is for the marker, the footer, and a line that closes an issue. */
const reportLimit = 64_000;

export interface Origin {
  readonly commit: string | undefined;
  readonly runUrl: string | undefined;
}

export function commentBody(report: Report, origin: Origin): string {
  return `${markdown(report, reportLimit)}\n\n${describeOrigin(origin)}\n`;
}

/** A sentence with the commit and the run. */
export function describeOrigin({ commit, runUrl }: Origin): string {
  const ofCommit = commit === undefined ? "" : `Commit ${inlineCode(commit.slice(0, 10))}. `;
  return `${ofCommit}${runLink(runUrl)}`;
}

/** @returns an empty text for a URL with characters that end a link */
function runLink(url: string | undefined): string {
  return url !== undefined && /^https?:\/\/[\w.:/%~?=&-]+$/.test(url) ? `[Run](${url})` : "";
}
