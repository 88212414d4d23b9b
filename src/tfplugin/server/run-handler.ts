/**
 * Runs the handler of a request and converts exceptions to diagnostics, so that neither a bug in a handler nor invalid bytes end
 * the process. Terraform would report that only as "Plugin did not respond".
 */
import { CodecError } from "../cty/codec-error";
import { Diagnostics, DiagnosticsError } from "../diagnostics";
import { type Log } from "../author/handler-context";

export interface HandlerResult<T> {
  /** Undefined if the handler failed. */
  readonly result: T | undefined;
  readonly diagnostics: Diagnostics;
}

/** @param operation for messages, for example "Creating pantry_jar" */
export async function runHandler<T>(
  operation: string,
  log: Log,
  work: (diagnostics: Diagnostics) => T | Promise<T>,
): Promise<HandlerResult<T>> {
  const diagnostics = new Diagnostics();
  try {
    return { result: await work(diagnostics), diagnostics };
  } catch (error) {
    addException(error, operation, diagnostics, log);
    return { result: undefined, diagnostics };
  }
}

/** Converts the exception of a handler to diagnostics. */
export function addException(error: unknown, operation: string, diagnostics: Diagnostics, log: Log): void {
  if (error instanceof DiagnosticsError) {
    for (const diagnostic of error.diagnostics) diagnostics.add(diagnostic);
    return;
  }
  if (error instanceof CodecError) {
    diagnostics.error({
      path: error.path,
      summary: "Value does not match the schema",
      detail: `${operation} failed: ${error.message}`,
    });
    return;
  }
  // The message of an unexpected exception may contain secrets, so only the debug log contains it.
  const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: undefined };
  log.debug("unexpected exception", { operation, exception: name, stack: stack ?? String(error) });
  diagnostics.error({
    summary: "The provider has a bug",
    detail:
      `${operation} failed with an unexpected ${name}. This is a bug in the provider, not in your configuration. ` +
      "Run again with TF_LOG=debug to log the stack trace, and report the bug to the authors of the provider.",
  });
}
