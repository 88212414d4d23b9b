/** How a command that has failed tells why. */
import { ClientClosedError } from "../../client";
import { type Problem, ProblemError } from "../../diagnostics";
import { type CliContext } from "../context";
import { jsonText } from "../json-text";
import { reportProblems } from "../output";

/**
 * Tells people, and programs too where they were promised one JSON document on stdout.
 * @param told what people were told already
 */
export function reportFailure(context: CliContext, error: unknown, told: string | undefined): void {
  const problems = told === undefined ? allProblems(error) : only(told);
  if (told === undefined) reportProblems(context, problems);
  if (context.args.includes("--json")) context.out(jsonText({ problems }));
}

function allProblems(error: unknown): readonly Problem[] {
  if (error instanceof ProblemError) return error.problems;
  if (error instanceof ClientClosedError) return only("Interrupted; nothing was written.");
  if (isFolderGone(error))
    return only("The current folder does not exist any more.", "Go to one that does, and run again.");
  return only(`dbmon has a bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function only(what: string, remedy?: string): readonly Problem[] {
  return [{ severity: "error", what, ...(remedy === undefined ? {} : { remedy }) }];
}

function isFolderGone(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
