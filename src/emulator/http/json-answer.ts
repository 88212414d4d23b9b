/** Answers as JSON, and refusals in the form that docs/emulator.md gives. */
import { ApiError } from "./api-error";
import { type AppContext } from "./app-context";

export function jsonAnswer(
  context: AppContext,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(jsonText(context, body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** GEN-5: indented where a read asks for it. */
export function jsonText(context: AppContext, body: unknown): string {
  const { method } = context.req;
  const reads = method === "GET" || method === "HEAD" || context.get("isPayloadRead") === true;
  const indented = reads && context.req.header("x-indent")?.toLowerCase() === "true";
  return JSON.stringify(body, null, indented ? 2 : 0);
}

export function errorAnswer(context: AppContext, error: unknown): Response {
  if (!(error instanceof ApiError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return jsonAnswer(context, 500, { error: `The emulator failed, which is a defect of it: ${reason}` });
  }
  const { status, message, field } = error;
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : undefined;
  return jsonAnswer(context, status, { error: message, ...(field === undefined ? {} : { field }) }, headers);
}
