/** All checks: of definitions and plans, and of live alerts. A command runs those whose facts it has. */
import { compareStrings, type Problem } from "../../diagnostics";
import { type AuditCheck, type AuditFacts, type AuditFinding } from "./audit-check";
import { type Check, type CheckFacts } from "./check";
import { resetAboveTrigger, unknownMetric } from "./condition";
import { destinationUnused, destinationUnusedLive, uncoveredHost, uncoveredHostLive } from "./coverage";
import { deadRunbook } from "./dead-runbook";
import { disabledAlerts } from "./disabled";
import { incomplete } from "./incomplete";
import { lookAlikeNames, lookAlikeNamesLive } from "./look-alike-names";
import { longMute, muteEnded } from "./mutes";
import { neverFires, neverFiresLive } from "./never-fires";
import { nobodyNotified, nobodyNotifiedLive } from "./nobody-notified";
import { noisy, noisyLive } from "./noisy";
import { probableRename } from "./probable-rename";
import { overlap, redundant, redundantLive } from "./redundant";
import { silent } from "./silent";
import { unnoticed } from "./unnoticed";
import { unusedMetricValues } from "./unused-metric-values";

const rulesLive: AuditCheck = { name: "rules", check: ({ rules }) => rules };

/**
 * Problems of definitions are in this order. A live alert is reported by the first check that finds it. `unknown-host-type` and
 * `unknown-category` examine a single definition: see service/alert/rules.ts.
 */
const registry: readonly (Check<keyof CheckFacts> | AuditCheck)[] = [
  disabledAlerts,
  incomplete,
  neverFiresLive,
  nobodyNotifiedLive,
  nobodyNotified,
  unnoticed,
  muteEnded,
  longMute,
  destinationUnused,
  uncoveredHost,
  uncoveredHostLive,
  redundant,
  redundantLive,
  neverFires,
  probableRename,
  unusedMetricValues,
  noisy,
  noisyLive,
  resetAboveTrigger,
  lookAlikeNames,
  lookAlikeNamesLive,
  unknownMetric,
  deadRunbook,
  rulesLive,
  overlap,
  silent,
  destinationUnusedLive,
];

/** Runs every check of definitions and plans whose facts are known. A command calls it once, with all that it knows. */
export function runChecks(facts: Partial<CheckFacts>): Problem[] {
  return registry.flatMap((one) =>
    "needs" in one && hasFacts(facts, one.needs)
      ? one.check(facts).map((problem) => ({ code: one.name, ...problem }))
      : [],
  );
}

function hasFacts<Need extends keyof CheckFacts>(
  facts: Partial<CheckFacts>,
  needs: readonly Need[],
): facts is Partial<CheckFacts> & Pick<CheckFacts, Need> {
  return needs.every((need) => facts[need] !== undefined);
}

const auditChecks = registry.filter((one): one is AuditCheck => !("needs" in one));

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
