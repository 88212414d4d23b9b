/** The JSON document of `dbmon audit --json`. Its schema is schemas/audit.schema.json. */
import * as z from "zod";
import { checkNames, quote } from "../../../diagnostics";
import { type AuditFinding } from "../../../impact";
import { planSchemas, type RunOrigin, writeOrigin } from "../../../plan-document";
import { type Audit } from "../../../planning";
import { formatTimestamp } from "../../../service";

export function auditSchema() {
  const { origin, problem } = planSchemas();
  const object = z.strictObject({ name: z.string(), id: z.int() });
  const objects = {
    alert: object.exactOptional(),
    host: object.exactOptional(),
    destination: object.exactOptional(),
  };
  const check = z.enum(checkNames);
  const finding = z.strictObject({
    check: check.describe("Name of the check, as in docs/checks.md."),
    severity: z.enum(["error", "warning", "info"]),
    message: z.string(),
    ...objects,
    evidence: z.array(z.string()).describe("Times, counts or the situation."),
    remedy: z.string(),
  });
  return z
    .strictObject({
      ...origin,
      from: z.string().describe("Start of the examined events."),
      until: z.string(),
      alerts: z.int().describe("Number of live alerts."),
      hosts: z.int().describe("Number of hosts that are not deleted."),
      destinations: z.int(),
      findings: z.array(finding).describe("Errors first."),
      exceptions: z
        .array(z.strictObject({ check, message: z.string(), ...objects, reason: z.string() }))
        .exactOptional()
        .describe("Findings that the configuration accepts."),
      problems: z.array(problem).describe("What could not be examined."),
    })
    .meta({ id: "Audit", description: "What is wrong with the live alerts of an environment." });
}

export type AuditDocument = z.output<ReturnType<typeof auditSchema>>;

export interface AcceptedFinding {
  readonly finding: AuditFinding;
  readonly reason: string;
}

export function writeAudit(
  { counts, period, problems }: Omit<Audit, "findings">,
  findings: readonly AuditFinding[],
  accepted: readonly AcceptedFinding[],
  origin: RunOrigin,
): AuditDocument {
  return {
    ...writeOrigin(origin),
    from: formatTimestamp(period.from * 1000),
    until: formatTimestamp(period.until * 1000),
    ...counts,
    findings: findings.map(({ severity, evidence, remedy, ...finding }) => {
      const { check, message, ...objects } = describe(finding);
      return { check, severity, message, ...objects, evidence: [...evidence], remedy };
    }),
    ...(accepted.length === 0
      ? {}
      : { exceptions: accepted.map(({ finding, reason }) => ({ ...describe(finding), reason })) }),
    problems: [...problems],
  };
}

function describe({
  check,
  name,
  what,
  alert,
  host,
  destination,
}: Omit<AuditFinding, "severity" | "evidence" | "remedy">) {
  return {
    check,
    message: `${quote(name)} ${what}`,
    ...(alert === undefined ? {} : { alert: { name: alert.name, id: alert.id } }),
    ...(host === undefined ? {} : { host: { name: host.name, id: host.id } }),
    ...(destination === undefined ? {} : { destination: { name: destination.name, id: destination.id } }),
  };
}
