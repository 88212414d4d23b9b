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

    const meeting = faults.meet(method, path);
    const before = meeting.before();
    if (before !== undefined) outcome.fault = before.id;
    let inPlace = before && (await faultAnswer(context, before.fault));
    if (inPlace === undefined) await next();

    const after = before === undefined && context.res.ok ? meeting.afterCommit() : undefined;
    if (after !== undefined) {
      outcome.fault = after.id;
      inPlace = await faultAnswer(context, after.fault);
    }
    if (inPlace !== undefined) {
      // Emptied first, because the framework would give the new answer the headers of the old one.
      context.res = undefined;
      context.res = inPlace.response;
    }
    const status = inPlace === undefined ? context.res.status : inPlace.status;
    if (status !== undefined) outcome.status = status;
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
