import { type AuditCheck, findingOf } from "./audit-check";

export const deadRunbook: AuditCheck = {
  name: "dead-runbook",
  isAdditional: true,
  check: ({ deadRunbooks }) =>
    deadRunbooks.map(({ alert, url, reason }) =>
      findingOf(alert, {
        severity: "warning",
        what: `links to a runbook that ${reason}.`,
        evidence: [url],
        remedy: "Correct the address in its annotations.",
      }),
    ),
};
