/** Puts the service's table of endpoints on an HTTP app: one handler each, and 405 for the rest of a path's methods. */
import { type Hono } from "hono";
import { apiPrefix, type Endpoint, endpoints } from "../../service";
import { routes } from "../routes";
import { type Call, type Route } from "../routes/route";
import { type Principal, type TokenKind } from "../tokens";
import { ApiError } from "./api-error";
import { type AppContext, type AppEnv, type AppParts } from "./app-context";
import { jsonAnswer } from "./json-answer";
import { onPayloadRead, queryOf } from "./payload-read";
import { parseJsonBody } from "./read-body";

export function serveEndpoints(app: Hono<AppEnv>, parts: AppParts): void {
  // Object.keys gives texts; those of this object are its endpoints' names.
  const all = (Object.keys(endpoints) as (keyof typeof endpoints)[]).map((name) => {
    const endpoint: Endpoint = endpoints[name];
    const handle = (context: AppContext) => serve(context, endpoint, routes[name], parts);
    return { endpoint, path: appPath(endpoint), handle };
  });
  // First, because the same path may have a POST of its own.
  for (const { endpoint, path, handle } of all) {
    if (endpoint.method === "GET") app.post(path, onPayloadRead(handle));
  }
  for (const { endpoint, path, handle } of all) app.on(endpoint.method, path, handle);
  for (const [path, methods] of methodsByPath()) {
    app.all(path, (context) => {
      const error = `The method ${context.req.method} is not served here. Use ${methods.join(" or ")}.`;
      return jsonAnswer(context, 405, { error }, { allow: methods.join(", ") });
    });
  }
}

function serve(context: AppContext, endpoint: Endpoint, route: Route, parts: AppParts): Response {
  const principal = context.get("principal");
  const monitor = parts.monitors.get(principal.environment);
  if (monitor === undefined) throw new Error(`no environment is named ${principal.environment}`);
  const writes = endpoint.method !== "GET";
  if (writes) checkKind(principal, endpoint);
  const call: Omit<Call, "raise"> = {
    environment: monitor.store,
    clock: parts.clock,
    rules: parts.rules,
    pathId: context.req.param("alert_id") ?? context.req.param("query_id"),
    query: queryOf(context),
    body: endpoint.body && parseJsonBody(context.get("rawBody"), context.req.raw.headers),
  };
  monitor.catchUp();
  const answer = writes
    ? monitor.write(({ raise }) => route({ ...call, raise }))
    : route({ ...call, raise: refuseToRaise });
  if (answer.status === 204) return new Response(null, { status: 204 });
  return jsonAnswer(context, answer.status, answer.body, answer.headers);
}

function refuseToRaise(): never {
  throw new Error("a read lets no event happen");
}

/** AUTH-2: events are an agent's to create; alerts are not. */
function checkKind({ kind }: Principal, { token }: Endpoint): void {
  const wanted: TokenKind = token ?? "api";
  if (kind === wanted) return;
  throw new ApiError(
    403,
    kind === "agent"
      ? "An agent's token can read and create events, but not write alerts; use an API token."
      : "Events are created with the token of an agent that runs in the environment; this is an API token.",
  );
}

function appPath(endpoint: Endpoint): string {
  return apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, ":$1");
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const endpoint of Object.values(endpoints)) {
    const path = appPath(endpoint);
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  }
  return methods;
}
