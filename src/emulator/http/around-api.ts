/** What happens to every request below /api/v2, from the outside in: the log, faults, the token check. */
import { type MiddlewareHandler } from "hono";
import { ApiError } from "./api-error";
import { type AppEnv, type AppParts } from "./app-context";
import { faultAnswer } from "./fault-answer";
import { readRawBody } from "./read-body";

type Middleware = MiddlewareHandler<AppEnv>;

/** Notes the request and, around the inner handlers, lets faults take their place. */
export function logAndFault({ requests, faults, clock }: AppParts): Middleware {
  return async (context, next) => {
    // The path of the context has no slash at its end; the log gives the one that was sent.
    const { method, path } = context.req;
    const { pathname, search } = new URL(context.req.url);
    const time = clock.now();
    const rawBody = method === "GET" || method === "HEAD" ? noBody : await readRawBody(context.req.raw);
    context.set("rawBody", rawBody);
    const text = rawBody.kind === "bytes" ? new TextDecoder().decode(rawBody.bytes) : "";
    const outcome = requests.add({ method, path: pathname, query: search, time }, text);

    const before = faults.take("before", method, path);
    if (before === undefined) await next();
    const after = before ?? (context.res.ok ? faults.take("after-commit", method, path) : undefined);
    if (after !== undefined) {
      outcome.fault = after.id;
      const answer = await faultAnswer(context, after.fault.answer);
      // Emptied first, because the framework would give the new answer the headers of the old one.
      context.res = undefined;
      context.res = answer;
      if (typeof after.fault.answer === "string") return;
    }
    outcome.status = context.res.status;
  };
}

const noBody = { kind: "bytes", bytes: new Uint8Array() } as const;

/** AUTH-1: who has no token learns nothing, not even which paths exist. */
export function requireToken({ tokens }: AppParts): Middleware {
  return async (context, next) => {
    const principal = tokens.bearerOf(context.req.header("authorization"));
    if (principal === undefined) {
      throw new ApiError(401, "The request needs a valid token: Authorization: Bearer <API_TOKEN>.");
    }
    context.set("principal", principal);
    await next();
  };
}
