/** With --json, stdout is one document whatever happens: a failure, too, is told in it. */
import { ProblemError } from "../diagnostics";
import { type CliContext, type ExitCode } from "./context";
import { jsonText } from "./lists/json-text";

/** @param members beside the version of the document's form */
export function printJson(context: CliContext, members: Readonly<Record<string, unknown>>): void {
  context.out(jsonText(members));
}

/** Runs a command; its problems go to the document as well, where there is to be one. */
export async function withJson(
  context: CliContext,
  isJson: boolean,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!isJson) return work();
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) printJson(context, { problems: error.problems });
    // People are told as well, on stderr.
    throw error;
  }
}
