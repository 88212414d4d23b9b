/** Reports the failure of a command. */
import { ClientClosedError } from "../../../client";
import { type Problem, ProblemError } from "../../../diagnostics";
import { type CliContext } from "../context";
import { jsonText } from "./json-text";
import { reportProblems } from "./output";
import { SessionError } from "../service/session";

/**
 * Prints problems to stderr, and with `--json` also as a document to stdout.
 * @param usageError a message that Commander has already printed to stderr
 */
export function reportFailure(context: CliContext, error: unknown, usageError: string | undefined): void {
  const problems = usageError === undefined ? problemsOf(error) : errorProblem(usageError);
  if (usageError === undefined) reportProblems(context, problems);
  if (context.args.includes("--json")) context.out(jsonText({ ...baseUrlOf(error), problems }));
}

/** The service of a failed session. */
export function baseUrlOf(error: unknown): { readonly base_url?: string } {
  return error instanceof SessionError ? { base_url: error.baseUrl } : {};
}

/** The problems of a caught error. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ProblemError) return error.problems;
  if (error instanceof ClientClosedError) return errorProblem("Interrupted. Nothing was written.");
  if (isMissingWorkingDirectory(error)) {
    return errorProblem("The current folder does not exist.", "Change to an existing folder and run again.");
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return errorProblem(`dbmon has a bug: ${details}`);
}

function errorProblem(what: string, remedy?: string): readonly Problem[] {
  return [{ severity: "error", what, ...(remedy === undefined ? {} : { remedy }) }];
}

function isMissingWorkingDirectory(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
