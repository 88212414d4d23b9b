/** With --json, stdout is one document whatever happens: a failure, too, is told in it. */
import { ProblemError } from "../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "./context";

export function printJson(context: CliContext, document: object): void {
  context.out(JSON.stringify(document, undefined, 2));
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
    if (!(error instanceof ProblemError)) throw error;
    printJson(context, { version: 1, problems: error.problems });
    return exitCodes.error;
  }
}
