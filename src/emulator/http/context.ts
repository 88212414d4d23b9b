/** The parts of the HTTP app, the variables of a request, and JSON responses. docs/internals/emulator.md describes the format of errors. */
import { type HttpBindings } from "@hono/node-server";
import { type Context } from "hono";
import { type AlertEvaluation } from "../alert-evaluation";
import { type ServiceClock } from "../clock";
import { type Faults } from "../faults";
import { type RequestLog } from "../request-log";
import { type ServiceRules } from "../routes/route";
import { type Principal, type TokenBook } from "../tokens";
import { ApiError } from "./input";
import { type RawBody } from "./read-body";

export interface AppParts {
  readonly tokens: TokenBook;
  /** By name of the environment. */
  readonly evaluations: ReadonlyMap<string, AlertEvaluation>;
  readonly clock: ServiceClock;
  readonly rules: ServiceRules;
  readonly requests: RequestLog;
  readonly faults: Faults;
  /** Whether only this machine can connect. */
  readonly isLocal: boolean;
}

export interface AppEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    readonly rawBody: RawBody;
    /** Undefined if the request has no valid token. */
    readonly principal: Principal | undefined;
    /** Set if the request is a POST that reads, with its query parameters in the body. */
    readonly isPayloadRead?: true;
  };
}

export type AppContext = Context<AppEnv>;

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
