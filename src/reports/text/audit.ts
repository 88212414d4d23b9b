/** Formats the findings of an audit, one per line. */
import { hangingIndent, quote, toSafeLine, wrapLine } from "../../diagnostics";
import { effectOf, type FindingEffect } from "../model/findings";
import { type ReportOf } from "../model/report";
import { shareNotices } from "../sentences/audit";
import { type Colorize, effectStyles } from "./color";

const severityWidth = 9;
const checkWidth = 20;

export function auditLines(
  { findings }: ReportOf<"audit">,
  { color, columns }: { readonly color: Colorize; readonly columns?: number | undefined },
): string[] {
  const indent = hangingIndent(severityWidth + checkWidth, columns);
  const line = (severity: string, effect: FindingEffect, check: string, text: string) => {
    const label = color(severity.padEnd(severityWidth), effectStyles[effect]);
    const content = `${check.padEnd(checkWidth)}${toSafeLine(text)}`;
    const [first = "", ...others] = wrapLine(content, columns, indent, severityWidth);
    return [`${label}${first}`, ...others];
  };
  const { single, shared } = shareNotices(findings);
  return [
    ...single.flatMap((finding) => {
      const { check, name, severity, what } = finding;
      const label = severity === "notice" ? "info" : severity;
      return line(label, effectOf(finding), check, `${quote(name)} ${what}`);
    }),
    ...shared.flatMap(({ check, text }) => line("info", "none", check, text)),
  ];
}
