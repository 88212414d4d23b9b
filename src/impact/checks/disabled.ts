import { type AuditCheck, findingOf } from "./audit-check";

export const disabledAlerts: AuditCheck = {
  name: "disabled",
  check: ({ alerts }) =>
    alerts
      .filter(({ alert }) => alert.disabled)
      .map(({ alert }) =>
        findingOf(alert, {
          severity: "info",
          what: "is disabled.",
          together: "alerts are disabled",
          remedy: "Enable it, or delete it if nobody needs it.",
        }),
      ),
};
