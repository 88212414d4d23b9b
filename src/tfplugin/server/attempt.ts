/**
 * Every request runs in here: whatever is thrown becomes a diagnostic, so that no mistake of a handler, nor bytes that
 * make no sense, ends the process (Terraform would only say "Plugin did not respond").
 */
import { CodecError } from "../cty/codec-error";
import { Diagnostics, DiagnosticsError } from "../diagnostics";
import { type Log } from "../log";

export interface Outcome<T> {
  /** Undefined when the work did not get to its end. */
  readonly result: T | undefined;
  readonly diagnostics: Diagnostics;
}

/** `what` names the work for a user: "Creating pantry_jar". */
export async function attempt<T>(
  what: string,
  log: Log,
  work: (diagnostics: Diagnostics) => T | Promise<T>,
): Promise<Outcome<T>> {
  const diagnostics = new Diagnostics();
  try {
    return { result: await work(diagnostics), diagnostics };
  } catch (error) {
    explain(error, what, diagnostics, log);
    return { result: undefined, diagnostics };
  }
}

function explain(error: unknown, what: string, diagnostics: Diagnostics, log: Log): void {
  if (error instanceof DiagnosticsError) {
    for (const diagnostic of error.diagnostics) diagnostics.add(diagnostic);
    return;
  }
  if (error instanceof CodecError) {
    diagnostics.error({
      path: error.path,
      summary: "Value does not fit the schema",
      detail: `${what} stopped: ${error.message}`,
    });
    return;
  }
  // The message of an unexpected exception may quote anything, secrets included: it goes to the debug log only.
  const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: undefined };
  log.debug("unexpected exception", { operation: what, exception: name, stack: stack ?? String(error) });
  diagnostics.error({
    summary: "The provider has a bug",
    detail:
      `${what} failed with an unexpected ${name}. This is a mistake in the provider, not in your configuration. ` +
      "Run again with TF_LOG=debug to find its stack trace in the log, and report it to the provider's authors.",
  });
}
