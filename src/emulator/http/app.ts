/** The HTTP app: the service under /api/v2, the control endpoints and the page. */
import { type Hono, type MiddlewareHandler } from "hono";
import { groupBy } from "../../diagnostics";
import { apiPrefix, type Endpoint, endpoints, payloadQueryHeader } from "../../service";
import { serveControl } from "../control/serve-control";
import { serveEnvironment } from "../control/serve-environment";
import { type OptionalDependencies } from "../optional-dependencies";
import { servePage } from "../page/serve-page";
import { routes } from "../routes";
import { type Call, type Route } from "../routes/route";
import { type Principal, type TokenKind } from "../tokens";
import { type AppContext, type AppEnv, type AppParts, errorResponse, jsonResponse } from "./context";
import { ApiError } from "./input";
import { authenticate, logAndFault, refuseOtherSites, requireToken } from "./middleware";
import { parseJsonBody, parseQueryBody } from "./read-body";

export function createApp({ Hono }: Pick<OptionalDependencies, "Hono">, parts: AppParts) {
  const app = new Hono<AppEnv>({ strict: false });
  app.onError((error, context) => errorResponse(context, error));
  app.notFound((context) =>
    jsonResponse(context, 404, { error: `The path ${context.req.path} does not exist.` }),
  );

  app.use(refuseOtherSites(parts));
  serveControl(app, parts);
  serveEnvironment(app, parts);
  servePage(app);

  app.use(`${apiPrefix}/*`, authenticate(parts), logAndFault(parts), requireToken);
  serveEndpoints(app, parts);
  return app;
}

/** Registers a handler for each endpoint of the service. Other methods of their paths respond with 405. */
function serveEndpoints(app: Hono<AppEnv>, parts: AppParts): void {
  // Object.keys returns string[]; the keys of this object are endpoint names.
  const handlers = (Object.keys(endpoints) as (keyof typeof endpoints)[]).map((name) => {
    const endpoint: Endpoint = endpoints[name];
    const handle = (context: AppContext) => serve(context, endpoint, routes[name], parts);
    return { endpoint, path: appPath(endpoint), handle };
  });
  // Registered first, because a path can have both a POST endpoint and a read that is sent as POST.
  for (const { endpoint, path, handle } of handlers) {
    if (endpoint.method === "GET") app.post(path, onPayloadRead(handle));
  }
  for (const { endpoint, path, handle } of handlers) app.on(endpoint.method, path, handle);
  for (const [path, group] of groupBy(handlers, (handler) => handler.path)) {
    const methods = group.map(({ endpoint }) => endpoint.method);
    app.all(path, (context) => {
      const error = `The method ${context.req.method} is not allowed here. Use ${methods.join(" or ")}.`;
      return jsonResponse(context, 405, { error }, { allow: methods.join(", ") });
    });
  }
}

/** Handles a read that is sent as POST with its query parameters in the body, for parameters too long for a URL. */
function onPayloadRead(read: (context: AppContext) => Response): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (context.req.header(payloadQueryHeader) !== "1") {
      await next();
      return;
    }
    context.set("isPayloadRead", true);
    return read(context);
  };
}

/** The parameters of the URL, then those of the body. The first value of a parameter is used. */
function queryOf(context: AppContext): URLSearchParams {
  const parameters = new URL(context.req.url).searchParams;
  if (context.get("isPayloadRead") !== true) return parameters;
  return new URLSearchParams([...parameters, ...parseQueryBody(context.get("rawBody"))]);
}

function serve(context: AppContext, endpoint: Endpoint, route: Route, parts: AppParts): Response {
  const principal = context.get("principal");
  if (principal === undefined) throw new Error("the request has no token");
  const evaluation = parts.evaluations.get(principal.environment);
  if (evaluation === undefined) throw new Error(`environment ${principal.environment} does not exist`);
  const isWrite = endpoint.method !== "GET";
  if (isWrite) checkTokenKind(principal, endpoint);
  const call: Omit<Call, "raise"> = {
    environment: evaluation.store,
    clock: parts.clock,
    rules: parts.rules,
    pathId: context.req.param("alert_id") ?? context.req.param("query_id"),
    query: queryOf(context),
    body: endpoint.body && parseJsonBody(context.get("rawBody"), context.req.raw.headers),
  };
  evaluation.catchUp();
  const response = isWrite
    ? evaluation.write(({ raise }) => route({ ...call, raise }))
    : route({ ...call, raise: refuseToRaise });
  if (response.status === 204) return new Response(null, { status: 204 });
  return jsonResponse(context, response.status, response.body, response.headers);
}

function refuseToRaise(): never {
  throw new Error("a read cannot raise an event");
}

/** AUTH-2: agent tokens create events, and API tokens write alerts. */
function checkTokenKind({ kind }: Principal, { token }: Endpoint): void {
  const required: TokenKind = token ?? "api";
  if (kind === required) return;
  throw new ApiError(
    403,
    kind === "agent"
      ? "An agent token can read and create events, but cannot write alerts. Use an API token."
      : "An API token cannot create events. Use the token of an agent that runs in the environment.",
  );
}

function appPath(endpoint: Endpoint): string {
  return apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, ":$1");
}
