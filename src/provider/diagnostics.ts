/** Converts problems to Terraform diagnostics. */
import { type CallSettings, UnauthorizedError } from "../client";
import { formatField, type Problem, ProblemError, quote } from "../diagnostics";
import { type Diagnostic, DiagnosticsError } from "../tfplugin";

/** The summary states what failed and where. The detail is the remedy. */
export function toDiagnostic(problem: Problem): Diagnostic {
  const { severity, what, where, remedy } = problem;
  const subject = where?.subject === undefined ? "" : `${quote(where.subject)}: `;
  const field = where?.field ?? [];
  const prefix = field.length === 0 ? subject : `${subject}${formatField(field)}: `;
  return {
    severity,
    summary: prefix + what,
    ...(remedy === undefined ? {} : { detail: remedy }),
    ...(field.length === 0 ? {} : { path: field }),
  };
}

/** Converts problems that `work` throws to diagnostics about the subject. @throws DiagnosticsError */
export async function withDiagnostics<T>(subject: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError)
      throw new DiagnosticsError(diagnosticsOf(error, subject), { cause: error });
    throw error;
  }
}

/** Tokens whose refusal was reported. */
const reportedTokens = new WeakSet<CallSettings>();

/** Only the first error about a refused token is complete (docs/decisions/0009-connection-check.md). */
export function diagnosticsOf(error: ProblemError, subject?: string): Diagnostic[] {
  return problemsOf(error).map((problem) =>
    toDiagnostic(subject === undefined ? problem : { ...problem, where: { subject, ...problem.where } }),
  );
}

function problemsOf(error: ProblemError): readonly Problem[] {
  if (!(error instanceof UnauthorizedError)) return error.problems;
  const { settings } = error.call;
  if (reportedTokens.has(settings))
    return [
      {
        severity: "error",
        what: "The service refused the token, as another error reports.",
        remedy: "Fix that error first.",
      },
    ];
  reportedTokens.add(settings);
  return error.problems;
}
