import { type AuditCheck } from "./audit-check";

export const disabledAlerts: AuditCheck = {
  name: "disabled",
  check: ({ alerts }) =>
    alerts
      .filter(({ alert }) => alert.disabled)
      .map(({ alert }) => ({
        severity: "info",
        name: alert.name,
        what: "is disabled.",
        together: "alerts are disabled",
        alert,
        evidence: [],
        remedy: "Enable it, or delete it if nobody needs it.",
      })),
};
