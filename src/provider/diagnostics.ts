/** Converts problems to Terraform diagnostics. */
import { formatField, type Problem, ProblemError, quote } from "../diagnostics";
import { type Diagnostic, type Diagnostics, DiagnosticsError } from "../tfplugin";

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

/** Adds the problems of an error about the subject. */
export function addProblems(error: ProblemError, subject: string, diagnostics: Diagnostics): void {
  for (const diagnostic of diagnosticsOf(error, subject)) diagnostics.add(diagnostic);
}

export function diagnosticsOf(error: ProblemError, subject?: string): Diagnostic[] {
  return error.problems.map((problem) =>
    toDiagnostic(subject === undefined ? problem : { ...problem, where: { subject, ...problem.where } }),
  );
}
