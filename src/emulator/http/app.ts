/** The HTTP app: the service under /api/v2, the control endpoints and the page. */
import { apiPrefix } from "../../service";
import { serveControl } from "../control/serve-control";
import { serveEnvironment } from "../control/serve-environment";
import { type OptionalDependencies } from "../optional-dependencies";
import { servePage } from "../page/serve-page";
import { type AppEnv, type AppParts } from "./app-context";
import { errorResponse, jsonResponse } from "./json-response";
import { authenticate, logAndFault, requireLoopback, requireToken } from "./middleware";
import { serveEndpoints } from "./serve-endpoints";

export function createApp({ Hono }: Pick<OptionalDependencies, "Hono">, parts: AppParts) {
  const app = new Hono<AppEnv>({ strict: false });
  app.onError((error, context) => errorResponse(context, error));
  app.notFound((context) =>
    jsonResponse(context, 404, { error: `The path ${context.req.path} does not exist.` }),
  );

  app.use("/_emulator/*", requireLoopback);
  serveControl(app, parts);
  serveEnvironment(app, parts);
  servePage(app);

  app.use(`${apiPrefix}/*`, requireLoopback, authenticate(parts), logAndFault(parts), requireToken);
  serveEndpoints(app, parts);
  return app;
}
