/** Answers as JSON, and refusals in the form that docs/emulator.md gives. */
import { ApiError } from "./api-error";
import { type AppContext } from "./app-context";

export function jsonAnswer(
  context: AppContext,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  const reads = context.req.method === "GET" || context.req.method === "HEAD";
  const indented = reads && context.req.header("x-indent")?.toLowerCase() === "true";
  return new Response(JSON.stringify(body, null, indented ? 2 : 0), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
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
