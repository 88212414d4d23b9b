/** JSON responses, including errors in the format that docs/emulator.md describes. */
import { ApiError } from "./api-error";
import { type AppContext } from "./app-context";

export function jsonResponse(
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

/** GEN-5: a read with the header X-Indent is indented. */
export function jsonText(context: AppContext, body: unknown): string {
  const { method } = context.req;
  const isRead = method === "GET" || method === "HEAD" || context.get("isPayloadRead") === true;
  const isIndented = isRead && context.req.header("x-indent")?.toLowerCase() === "true";
  return JSON.stringify(body, null, isIndented ? 2 : 0);
}

export function errorResponse(context: AppContext, error: unknown): Response {
  if (!(error instanceof ApiError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return jsonResponse(context, 500, { error: `Internal error of the emulator: ${reason}` });
  }
  const { status, message, field } = error;
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : undefined;
  return jsonResponse(
    context,
    status,
    { error: message, ...(field === undefined ? {} : { field }) },
    headers,
  );
}
