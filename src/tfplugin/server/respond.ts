/**
 * Runs the handler of a request and converts exceptions to diagnostics, so that neither a bug in a handler nor invalid bytes end
 * the process. Terraform would report that only as "Plugin did not respond".
 */
import { once } from "node:events";
import { ProblemError, toSafeLine, toSafeLines } from "../../diagnostics";
import { type AttributeType, CodecError, fieldOf, type ObjectType } from "../cty/value";
import {
  type Awaitable,
  type Diagnostic,
  Diagnostics,
  DiagnosticsError,
  type HandlerContext,
  type Log,
  type ValueLocation,
} from "../diagnostics";
import { type ResponseStream } from "../grpc/server";
import {
  type AttributePath,
  type AttributePath_Step,
  type Diagnostic as WireDiagnostic,
  Diagnostic_Severity,
  type ProviderDefinition,
} from "../protocol/generated/tfplugin6";
import { type Schema } from "../schema/schema";
import { type ProviderInstance } from "./provider-instance";

type Methods = ProviderDefinition["methods"];
type MessageOf<C> = C extends { decode(bytes: Uint8Array): infer T } ? T : never;

/** The calls of the plugin protocol. A streaming call has a second argument, which sends its responses, and ends when it returns. */
export type Calls = {
  readonly [Name in keyof Methods]: Methods[Name]["responseStream"] extends true
    ? (
        request: MessageOf<Methods[Name]["requestType"]>,
        responses: ResponseStream<MessageOf<Methods[Name]["responseType"]>>,
      ) => Promise<void>
    : (
        request: MessageOf<Methods[Name]["requestType"]>,
      ) => Awaitable<MessageOf<Methods[Name]["responseType"]>>;
};

/** Handles a call for an instance. */
export type Rpc<Name extends keyof Calls> = (
  instance: ProviderInstance,
  ...call: Parameters<Calls[Name]>
) => ReturnType<Calls[Name]>;

/** For diagnostics without a path. */
export const noAttributes: ObjectType = { kind: "object", fields: {} };

/**
 * Responds with the result of `work` and its diagnostics. After an exception, also for a type name that the provider does not have, the
 * response is `failed`.
 * @param operation for messages, for example "Creating pantry_jar"
 */
export async function respond<
  D extends { readonly schema: Schema },
  Response extends { readonly diagnostics: readonly WireDiagnostic[] },
>(
  { log, signal }: ProviderInstance,
  operation: string,
  find: () => D,
  failed: Omit<Response, "diagnostics">,
  work: (definition: D, context: HandlerContext) => Awaitable<Omit<Response, "diagnostics">>,
): Promise<Response> {
  const diagnostics = new Diagnostics();
  let attributeType = noAttributes;
  let response = failed;
  try {
    const definition = find();
    ({ attributeType } = definition.schema);
    response = await work(definition, { diagnostics, log, signal });
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
    diagnostics.error(error.problem);
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

/** Sanitizes untrusted text. */
export function toWireDiagnostics(
  diagnostics: readonly Diagnostic[],
  attributeType: AttributeType,
): WireDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail = "", path = [] }) => {
    const attribute = path.length === 0 ? undefined : toWirePath(path, attributeType);
    return {
      severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
      summary: toSafeLine(summary),
      detail: toSafeLines([detail, nestedPathHint(attribute)].filter((text) => text !== "").join("\n\n")),
      attribute,
    };
  });
}

/**
 * Names nested attributes in the detail text. For a path inside of an attribute, Terraform up to version 1.11 shows only the first line
 * of the block.
 */
function nestedPathHint(attribute: AttributePath | undefined): string {
  if (attribute === undefined || attribute.steps.length < 2) return "";
  const steps = attribute.steps.map(({ selector }) => {
    if (selector?.$case === "attributeName") return `.${selector.attributeName}`;
    return selector?.$case === "elementKeyInt" ? `[${selector.elementKeyInt}]` : "";
  });
  return `Attribute: ${steps.join("").slice(1)}`;
}

/** Converts the path up to a set, whose elements have no address, or up to an unknown name. */
export function toWirePath(path: ValueLocation, attributeType: AttributeType): AttributePath {
  const steps: AttributePath_Step[] = [];
  let current = attributeType;
  for (const part of path) {
    if (current.kind === "object") {
      const attributeName = String(part);
      const field = fieldOf(current, attributeName);
      if (field === undefined) break;
      steps.push({ selector: { $case: "attributeName", attributeName } });
      current = field;
    } else if (current.kind === "list" && typeof part === "number") {
      steps.push({ selector: { $case: "elementKeyInt", elementKeyInt: part } });
      current = current.element;
    } else break;
  }
  return { steps };
}

/** Waits until the work ends or the signal aborts. An aborted signal does not end the work. */
export async function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  if (signal.aborted) return;
  const ended = new AbortController();
  const aborted = once(signal, "abort", { signal: ended.signal }).catch(() => undefined);
  try {
    await Promise.race([work, aborted]);
  } finally {
    ended.abort();
  }
}
