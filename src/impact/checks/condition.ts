/** Reports live alerts whose conditions are probably mistakes. */
import { capitalize, type CheckName } from "../../diagnostics";
import { checkAlert, queryIdOfMetric } from "../../service";
import { type ActiveAlert, type AuditCheck, type CheckedFinding, findingOf } from "./audit-check";

export const resetAboveTrigger: AuditCheck = {
  name: "reset-above-trigger",
  check: ({ active }) => active.flatMap((alert) => findingsOf(alert, "reset-above-trigger")),
};

export const unknownMetric: AuditCheck = {
  name: "unknown-metric",
  check: ({ active, queries }) =>
    active.flatMap((alert): readonly CheckedFinding[] => {
      const { condition } = alert.config;
      const id = condition.kind === "threshold" ? queryIdOfMetric(condition.metric) : undefined;
      if (id === undefined || !queries.has(id) || queries.get(id) !== undefined)
        return findingsOf(alert, "unknown-metric");
      const what = `never fires: the service has no query with the ID ${id}.`;
      const remedy = "To find the ID, run dbmon list queries.";
      return [findingOf(alert, { severity: "warning", what, remedy })];
    }),
};

function findingsOf(alert: ActiveAlert, check: CheckName): CheckedFinding[] {
  return checkAlert(alert.config.condition)
    .filter((finding) => finding.check === check)
    .map(({ what: mistake, why, remedy }) => {
      const what = `is probably a mistake. ${capitalize(mistake)}${why === undefined ? "" : `: ${why}`}.`;
      return findingOf(alert, { severity: "warning", what, remedy });
    });
}
