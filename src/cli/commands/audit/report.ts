import { formatCount } from "../../../diagnostics";
import { type AuditFinding, formatPeriod } from "../../../impact";
import { readOrigin } from "../../../plan-document";
import { type AuditReportFinding, type Report } from "../../../reports";
import { type AuditDocument } from "./document";

export function auditReport(document: AuditDocument, findings: readonly AuditFinding[]): Report {
  const { alerts, hosts, destinations, from, until, exceptions = [], problems } = document;
  return {
    kind: "audit",
    title: "Audit",
    ...readOrigin(document),
    alerts,
    findings: findings.map(findingOf),
    notes: [
      `${formatCount(alerts, "alert")}, ${formatCount(hosts, "host")}, ${formatCount(destinations, "destination")}, events of the last ${formatPeriod((Date.parse(until) - Date.parse(from)) / 1000)}.`,
      ...exceptions.map(({ check, message, reason }) => `Accepted (${check}): ${message} ${reason}`),
    ],
    problems,
  };
}

function findingOf({ alert, severity, ...finding }: AuditFinding): AuditReportFinding {
  return { kind: "audit", ...finding, severity: severity === "info" ? "notice" : severity, id: alert?.id };
}
