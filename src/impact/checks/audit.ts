/** The checks of an audit, in the order in which they report an alert: by its first cause only. */
import { compareStrings } from "../../diagnostics";
import { type AuditCheck, type AuditFacts, type AuditFinding } from "./audit-check";
import { resetAboveTrigger, unknownMetric } from "./condition";
import { destinationUnusedLive, uncoveredHostLive } from "./coverage";
import { deadRunbook } from "./dead-runbook";
import { disabledAlerts } from "./disabled";
import { incomplete } from "./incomplete";
import { lookAlikeNames } from "./look-alike-names";
import { neverFiresLive } from "./never-fires";
import { nobodyNotifiedLive } from "./nobody-notified";
import { noisyLive } from "./noisy";
import { overlap, redundant } from "./redundant";
import { silent } from "./silent";
import { unnoticed } from "./unnoticed";

const auditChecks: readonly AuditCheck[] = [
  disabledAlerts,
  incomplete,
  neverFiresLive,
  nobodyNotifiedLive,
  unnoticed,
  uncoveredHostLive,
  redundant,
  noisyLive,
  resetAboveTrigger,
  lookAlikeNames,
  unknownMetric,
  deadRunbook,
  { name: "rules", check: ({ rules }) => rules },
  overlap,
  silent,
  destinationUnusedLive,
];

export const auditCheckNames = auditChecks.map(({ name }) => name);

const severities = ["error", "warning", "info"];

/** Returns the findings, errors first, in the order of the checks, names and IDs. */
export function runAudit(facts: AuditFacts): AuditFinding[] {
  const reported = new Set<number>();
  const redundantIds = new Set<number>();
  const findings: AuditFinding[] = [];
  for (const { name, isAdditional, check } of auditChecks) {
    const found = check(facts, redundantIds);
    for (const finding of found) {
      const id = isAdditional === true ? undefined : finding.alert?.id;
      if (id !== undefined && reported.has(id)) continue;
      findings.push({ check: name, ...finding });
    }
    for (const { alert } of found) {
      if (alert === undefined || isAdditional === true) continue;
      reported.add(alert.id);
      if (name === "redundant") redundantIds.add(alert.id);
    }
  }
  const rank = ({ check, severity }: AuditFinding) =>
    severities.indexOf(severity) * auditChecks.length + auditCheckNames.indexOf(check);
  const key = ({ name, what, alert, host, destination }: AuditFinding) =>
    [name, what, alert?.id, host?.id, destination?.id].join("\n");
  return findings.sort((a, b) => rank(a) - rank(b) || compareStrings(key(a), key(b)));
}
