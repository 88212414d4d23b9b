/**
 * Control endpoints need no token, so they answer only to programs of this machine. A web page that the user happens
 * to have open is one, too: its origin gives it away, or, after a DNS trick, the host that it believes to talk to.
 */
import { type MiddlewareHandler } from "hono";
import { ApiError } from "../http/api-error";
import { type AppEnv } from "../http/app-context";
import { isLoopbackAddress, isLoopbackHost } from "../loopback";

export const guardControl: MiddlewareHandler<AppEnv> = async (context, next) => {
  const host = context.req.header("host") ?? "";
  const origin = context.req.header("origin");
  const isAllowed =
    isLoopbackAddress(context.env.incoming.socket.remoteAddress ?? "") &&
    isLoopbackHost(host) &&
    (origin === undefined || origin === `http://${host}`);
  if (!isAllowed)
    throw new ApiError(403, "Control endpoints answer only to this machine, and to no other site's page.");
  await next();
};
