/** `dbmon audit`: find what is wrong with the live alerts. */
import { findDeadRunbooks } from "../../../client";
import {
  formatCount,
  hintForFewNames,
  isError,
  nameMatcher,
  type Problem,
  ProblemError,
  quote,
  warningOf,
} from "../../../diagnostics";
import { type AuditSettings } from "../../../environments";
import { auditCheckNames, type AuditFinding, formatPeriod } from "../../../impact";
import { readOrigin } from "../../../plan-document";
import { auditEnvironment } from "../../../planning";
import { type AuditReportFinding, type Report } from "../../../reports";
import { type Alert } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand, type Result } from "../../framework/environment-command";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags, type OutputFlags, type PeriodFlags } from "../../framework/flags";
import { compileOwnRules } from "../../inputs/rules";
import { withSession } from "../../inputs/session";
import { resolvePeriod } from "../../inputs/times";
import { isTextOutput, printReport, reportProblems } from "../../terminal/output";
import { type AcceptedFinding, type AuditDocument, writeAudit } from "./document";

export interface AuditFlags extends EnvironmentFlags, OutputFlags, Pick<PeriodFlags, "since"> {
  readonly checkLinks?: true;
  readonly only?: readonly string[];
  readonly failOn?: "error" | "warning";
}

const defaultPeriodDays = 90;
const nextSteps =
  "Next: dbmon export --to yaml --out alerts writes these alerts as code. dbmon audit --report html=audit.html writes a page.";
const defaultNoisy = { period: 100, day: 20 };

export function auditCommand(patterns: readonly string[], flags: AuditFlags): EnvironmentCommand {
  const unknown = flags.only?.find((name) => !auditCheckNames.some((check) => check === name));
  if (unknown !== undefined)
    throw ProblemError.of("pattern-unmatched", `--only: There is no check with the name ${quote(unknown)}.`, {
      remedy: hintForFewNames(unknown, auditCheckNames),
    });
  return readCommand((context) => audit(context, patterns, flags), { title: "Audit" });
}

async function audit(context: CliContext, patterns: readonly string[], flags: AuditFlags): Promise<Result> {
  const { audit: settings, recordedType: firingType } = context.target?.config ?? {};
  const periodAt = (now: number) => resolvePeriod(flags, now, defaultPeriodDays);
  return withSession(context, async ({ session, origin }) => {
    periodAt(session.run.clock.now());
    const rules = await compileOwnRules(context);
    const runbooks =
      flags.checkLinks === true ? (alerts: readonly Alert[]) => requestRunbooks(context, alerts) : undefined;
    const noisy = { ...defaultNoisy, ...settings?.noisy };
    const audited = await auditEnvironment(session, {
      periodAt,
      noisy,
      firingType,
      rules,
      findDeadRunbooks: runbooks,
    });
    context.setStatus?.("");
    const environment = context.target?.environment?.name;
    const { open, accepted, unused } = applyExceptions(audited.findings, settings, environment);
    const isSelected = selection(patterns, flags.only);
    const unmatched = unmatchedPatterns(patterns, audited.alertNames);
    const problems = [...audited.problems, ...unused, ...unmatched];
    const findings = open.filter(isSelected);
    const document = writeAudit(
      { ...audited, problems },
      findings,
      accepted.filter(({ finding }) => isSelected(finding)),
      origin,
    );
    const report = auditReport(document, findings);
    reportProblems(context, problems);
    if (isTextOutput(flags)) {
      printReport(context, report);
      context.err(nextSteps);
    }
    return { code: exitCodeOf(document, flags), document, report };
  });
}

function requestRunbooks({ signal, setStatus }: CliContext, alerts: readonly Alert[]) {
  return findDeadRunbooks(alerts, signal, (requested, total) => {
    setStatus?.(`Requested ${requested} of ${formatCount(total, "runbook")}`);
  });
}

function auditReport(document: AuditDocument, findings: readonly AuditFinding[]): Report {
  const { alerts, hosts, destinations, from, until, exceptions = [], problems } = document;
  return {
    kind: "audit",
    title: "Audit",
    ...readOrigin(document),
    alerts,
    findings: findings.map(findingOf),
    notes: [
      `${formatCount(alerts, "alert")}, ${formatCount(hosts, "host")}, ${formatCount(destinations, "destination")}, events of the last ${formatPeriod((Date.parse(until) - Date.parse(from)) / 1000)}.`,
      ...exceptions.map(({ check, message, reason }) => `Accepted (${check}): ${message} ${reason}`),
    ],
    problems,
  };
}

function findingOf({ alert, severity, ...finding }: AuditFinding): AuditReportFinding {
  return { kind: "audit", ...finding, severity: severity === "info" ? "notice" : severity, id: alert?.id };
}

function exitCodeOf({ findings, problems }: AuditDocument, { failOn }: AuditFlags): ExitCode {
  if (problems.some(isError)) return exitCodes.error;
  const failing = failOn === undefined ? [] : failOn === "error" ? ["error"] : ["error", "warning"];
  return findings.some(({ severity }) => failing.includes(severity)) ? exitCodes.changes : exitCodes.done;
}

function selection(
  patterns: readonly string[],
  checks: readonly string[] | undefined,
): (finding: AuditFinding) => boolean {
  const matches = nameMatcher(patterns);
  return ({ check, alert }) =>
    (checks === undefined || checks.includes(check)) &&
    (patterns.length === 0 || (alert !== undefined && matches(alert.name)));
}

function unmatchedPatterns(patterns: readonly string[], names: readonly string[]): Problem[] {
  const unmatched = patterns.filter((pattern) => !names.some(nameMatcher([pattern])));
  return unmatched.map((pattern) =>
    warningOf("pattern-unmatched", `No alert matches ${quote(pattern)}.`, {
      remedy: hintForFewNames(pattern, names),
    }),
  );
}

interface CheckedFindings {
  readonly open: readonly AuditFinding[];
  readonly accepted: readonly AcceptedFinding[];
  readonly unused: readonly Problem[];
}

function applyExceptions(
  findings: readonly AuditFinding[],
  settings: AuditSettings | undefined,
  environment: string | undefined,
): CheckedFindings {
  const exceptions = (settings?.except ?? [])
    .filter(
      ({ environments: patterns }) => patterns === undefined || nameMatcher(patterns)(environment ?? ""),
    )
    .map((exception) => ({ exception, matches: exceptionMatcher(exception), isUsed: false }));
  const open: AuditFinding[] = [];
  const accepted: AcceptedFinding[] = [];
  for (const finding of findings) {
    const matching = exceptions.filter(({ matches }) => matches(finding));
    for (const one of matching) one.isUsed = true;
    const [first] = matching;
    if (first === undefined) open.push(finding);
    else accepted.push({ finding, reason: first.exception.reason });
  }
  const unused = exceptions
    .filter(({ isUsed }) => !isUsed)
    .map(({ exception }): Problem =>
      warningOf("pattern-unmatched", `The exception of the check ${exception.check} accepts no finding.`, {
        where: exception.place,
        remedy: "Correct its names, or remove it.",
      }),
    );
  return { open, accepted, unused };
}

function exceptionMatcher({
  check,
  alerts,
  hosts,
  destinations,
}: AuditSettings["except"][number]): (finding: AuditFinding) => boolean {
  const selects = (patterns: readonly string[] | undefined, object: AuditFinding["alert"]) =>
    patterns === undefined || (object !== undefined && nameMatcher(patterns)(object.name));
  return (finding) =>
    finding.check === check &&
    selects(alerts, finding.alert) &&
    selects(hosts, finding.host) &&
    selects(destinations, finding.destination);
}
