import { type AuditCheck, type AuditFacts, type CheckedFinding, findingOf } from "./audit-check";

export const incomplete: AuditCheck = {
  name: "incomplete",
  check: ({ alerts }) => findIncomplete(alerts),
};

/** Reports alerts without a configuration. */
export function findIncomplete(alerts: AuditFacts["alerts"]): CheckedFinding[] {
  return alerts
    .filter(({ config }) => config === undefined)
    .map(({ alert }) =>
      findingOf(alert, {
        severity: "error",
        what: "has no configuration: it never fires.",
        remedy: "Define it and run dbmon apply, or delete it in the service.",
      }),
    );
}
