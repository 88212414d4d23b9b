/** Middleware: restriction to this machine, authentication, request log and faults, and token check. */
import { type MiddlewareHandler } from "hono";
import { isLoopbackHost } from "../evaluator/webhooks";
import { type AppEnv, type AppParts } from "./context";
import { faultResponse } from "./fault-response";
import { ApiError } from "./input";
import { readRawBody } from "./read-body";

type Middleware = MiddlewareHandler<AppEnv>;

/** AUTH-1: identifies the environment of the request. Requests without a valid token continue, so that they are logged. */
export function authenticate({ tokens }: AppParts): Middleware {
  return async (context, next) => {
    context.set("principal", tokens.authenticate(context.req.header("authorization")));
    await next();
  };
}

/** Logs the request, without its body if it has no valid token. Applies at most one fault, before or after the inner handlers. */
export function logAndFault({ requests, faults, clock }: AppParts): Middleware {
  return async (context, next) => {
    // The context's path has no trailing slash. The log contains the path as sent.
    const { method, path } = context.req;
    const { pathname, search } = new URL(context.req.url);
    const time = clock.now();
    const rawBody = method === "GET" || method === "HEAD" ? emptyBody : await readRawBody(context.req.raw);
    context.set("rawBody", rawBody);
    const isAuthenticated = context.get("principal") !== undefined;
    const body = isAuthenticated && rawBody.kind === "bytes" ? rawBody.bytes : undefined;
    const outcome = requests.add({ method, path: pathname, query: search, time }, body);

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
export const requireToken: Middleware = async (context, next) => {
  if (context.get("principal") === undefined) {
    throw new ApiError(401, "The request requires a valid token: Authorization: Bearer <API_TOKEN>.");
  }
  await next();
};

/**
 * Refuses requests from a page of another site in a browser: because of the Origin header, or, after DNS rebinding, because of the Host
 * header, which browsers always send. An emulator for other machines has names that it does not know.
 */
export function refuseOtherSites({ isLocal }: AppParts): Middleware {
  return async (context, next) => {
    const host = context.req.header("host");
    const origin = context.req.header("origin");
    const isFromThisMachine =
      isLoopbackAddress(context.env.incoming.socket.remoteAddress ?? "") &&
      (host === undefined || isLoopbackHost(host));
    if (isLocal && !isFromThisMachine) {
      throw new ApiError(
        403,
        "The emulator accepts only requests from this machine, with a Host header that names it.",
      );
    }
    if (origin !== undefined && origin !== `http://${host ?? ""}`) {
      throw new ApiError(403, "The emulator accepts no requests from pages of another site.");
    }
    await next();
  };
}

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
}
