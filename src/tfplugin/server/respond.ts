/**
 * Runs the handler of a request and converts exceptions to diagnostics, so that neither a bug in a handler nor invalid bytes end
 * the process. Terraform would report that only as "Plugin did not respond".
 */
import { ProblemError } from "../../diagnostics";
import { CodecError } from "../cty/codec-error";
import { Diagnostics, DiagnosticsError } from "../diagnostics";
import { type Awaitable, type Log } from "../author/handler-context";
import { type ObjectType } from "../cty/type";
import { type Handlers } from "../grpc/service";
import { type Diagnostic as WireDiagnostic, type ProviderDefinition } from "../protocol/generated/tfplugin6";
import { type Entry, type Instance } from "./instance";
import { toWireDiagnostics } from "./wire-diagnostics";

type Calls = Handlers<ProviderDefinition>;

/** Handles a call of the plugin protocol. A streaming call has a second argument, which sends its responses. */
export type Rpc<Name extends keyof Calls> = (
  instance: Instance,
  ...call: Parameters<Calls[Name]>
) => ReturnType<Calls[Name]>;

/** For diagnostics without a path. */
export const noAttributes: ObjectType = { kind: "object", fields: {} };

/**
 * Responds with the result of `work` and its diagnostics. After an exception, also for a type name that the provider does not have, the
 * response is `failed`.
 * @param operation for messages, for example "Creating pantry_jar"
 */
export async function respond<D, Response extends { readonly diagnostics: readonly WireDiagnostic[] }>(
  { log }: { readonly log: Log },
  operation: string,
  find: () => Entry<D>,
  failed: Omit<Response, "diagnostics">,
  work: (entry: Entry<D>, diagnostics: Diagnostics) => Awaitable<Omit<Response, "diagnostics">>,
): Promise<Response> {
  const diagnostics = new Diagnostics();
  let attributeType = noAttributes;
  let response = failed;
  try {
    const entry = find();
    ({ attributeType } = entry);
    response = await work(entry, diagnostics);
  } catch (error) {
    addException(error, operation, diagnostics, log);
  }
  // `response` has every other field of the response by its type, but the compiler cannot combine the two.
  return {
    ...response,
    diagnostics: toWireDiagnostics(diagnostics.all, attributeType),
  } as unknown as Response;
}

export function addException(error: unknown, operation: string, diagnostics: Diagnostics, log: Log): void {
  if (error instanceof DiagnosticsError) {
    for (const diagnostic of error.diagnostics) diagnostics.add(diagnostic);
    return;
  }
  if (error instanceof ProblemError) {
    diagnostics.addProblems(error);
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

/** Waits until the work ends or the signal aborts. An aborted signal does not end the work. */
export async function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  if (signal.aborted) return;
  let end: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    end = resolve;
  });
  signal.addEventListener("abort", end, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
