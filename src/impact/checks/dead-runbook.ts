import { type AuditCheck } from "./audit-check";

export const deadRunbook: AuditCheck = {
  name: "dead-runbook",
  isAdditional: true,
  check: ({ deadRunbooks }) =>
    deadRunbooks.map(({ alert, url, reason }) => ({
      severity: "warning",
      name: alert.name,
      what: `links to a runbook that ${reason}.`,
      alert,
      evidence: [url],
      remedy: "Correct the address in its annotations.",
    })),
};
