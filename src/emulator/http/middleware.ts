/** Middleware: request log and faults, token check, and the restriction of control endpoints to this machine. */
import { type MiddlewareHandler } from "hono";
import { isLoopbackHost } from "../evaluator/webhook";
import { ApiError } from "./api-error";
import { type AppEnv, type AppParts } from "./app-context";
import { faultResponse } from "./fault-response";
import { readRawBody } from "./read-body";

type Middleware = MiddlewareHandler<AppEnv>;

/** Logs the request and applies at most one fault, before or after the inner handlers. */
export function logAndFault({ requests, faults, clock }: AppParts): Middleware {
  return async (context, next) => {
    // The context's path has no trailing slash. The log contains the path as sent.
    const { method, path } = context.req;
    const { pathname, search } = new URL(context.req.url);
    const time = clock.now();
    const rawBody = method === "GET" || method === "HEAD" ? emptyBody : await readRawBody(context.req.raw);
    context.set("rawBody", rawBody);
    const text = rawBody.kind === "bytes" ? new TextDecoder().decode(rawBody.bytes) : "";
    const outcome = requests.add({ method, path: pathname, query: search, time }, text);

    const match = faults.match(method, path);
    const before = match.before();
    if (before !== undefined) outcome.fault = before.id;
    let replacement = before && (await faultResponse(context, before.fault));
    if (replacement === undefined) await next();

    const after = before === undefined && context.res.ok ? match.afterCommit() : undefined;
    if (after !== undefined) {
      outcome.fault = after.id;
      replacement = await faultResponse(context, after.fault);
    }
    if (replacement !== undefined) {
      // Cleared first, because hono copies the headers of the previous response to the new one.
      context.res = undefined;
      context.res = replacement.response;
    }
    const status = replacement === undefined ? context.res.status : replacement.status;
    if (status !== undefined) outcome.status = status;
  };
}

const emptyBody = { kind: "bytes", bytes: new Uint8Array() } as const;

/** AUTH-1: without a valid token, every path responds with 401, including unknown paths. */
export function requireToken({ tokens }: AppParts): Middleware {
  return async (context, next) => {
    const principal = tokens.authenticate(context.req.header("authorization"));
    if (principal === undefined) {
      throw new ApiError(401, "The request requires a valid token: Authorization: Bearer <API_TOKEN>.");
    }
    context.set("principal", principal);
    await next();
  };
}

/**
 * Protects endpoints that require no token. A page of another site in a browser on this machine is refused because of
 * its Origin header, or, after DNS rebinding, because of its Host header.
 */
export const requireLoopback: Middleware = async (context, next) => {
  const host = context.req.header("host") ?? "";
  const origin = context.req.header("origin");
  const isAllowed =
    isLoopbackAddress(context.env.incoming.socket.remoteAddress ?? "") &&
    isLoopbackHost(host) &&
    (origin === undefined || origin === `http://${host}`);
  if (!isAllowed) {
    throw new ApiError(403, "Control endpoints accept only same-origin requests from this machine.");
  }
  await next();
};

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}
