import { type AuditCheck } from "./audit-check";

export const incomplete: AuditCheck = {
  name: "incomplete",
  check: ({ alerts }) =>
    alerts
      .filter(({ config }) => config === undefined)
      .map(({ alert }) => ({
        severity: "error",
        name: alert.name,
        what: "has no configuration: it never fires.",
        alert,
        evidence: [],
        remedy: "Configure the alert, or delete it.",
      })),
};
