/** Formats the findings of an audit, one per line. Many findings of a check that needs no action share a line. */
import { formatCount, hangingIndent, quote, toSafeLine, wrapLine } from "../../diagnostics";
import { type AuditReportFinding, effectOf } from "../model/findings";
import { type ReportOf } from "../model/report";
import { joinFirst } from "../sentences/lists";
import { type Colorize, effectStyles } from "./color";

const severityWidth = 9;
const checkWidth = 20;
const maxNotices = 3;
const maxNames = 3;

interface AuditLine {
  readonly finding: AuditReportFinding;
  readonly text: string;
}

export function auditLines(
  { findings }: ReportOf<"audit">,
  { color, columns }: { readonly color: Colorize; readonly columns?: number | undefined },
): string[] {
  const indent = hangingIndent(severityWidth + checkWidth, columns);
  return linesOf(findings).flatMap(({ finding, text }) => {
    const severity = finding.severity === "notice" ? "info" : finding.severity;
    const label = color(severity.padEnd(severityWidth), effectStyles[effectOf(finding)]);
    const [first = "", ...others] = wrapLine(
      `${finding.check.padEnd(checkWidth)}${toSafeLine(text)}`,
      columns,
      indent,
      severityWidth,
    );
    return [`${label}${first}`, ...others];
  });
}

function linesOf(findings: readonly AuditReportFinding[]): AuditLine[] {
  const grouped = new Map<string, AuditReportFinding[]>();
  for (const finding of findings)
    if (finding.severity === "notice")
      grouped.set(finding.check, [...(grouped.get(finding.check) ?? []), finding]);
  const shown = new Set<string>();
  return findings.flatMap((finding): AuditLine[] => {
    const { check, name, what } = finding;
    const group = grouped.get(check) ?? [];
    if (finding.severity !== "notice" || group.length <= maxNotices)
      return [{ finding, text: `${quote(name)} ${what}` }];
    if (shown.has(check)) return [];
    shown.add(check);
    const names = group.map(({ name }) => quote(name));
    return [{ finding, text: `${formatCount(group.length, "finding")}: ${joinFirst(names, maxNames)}` }];
  });
}
