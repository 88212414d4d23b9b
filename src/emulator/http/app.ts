/** The whole HTTP app: the service under /api/v2, the control endpoints, and the page for people. */
import { apiPrefix } from "../../service";
import { guardControl } from "../control/guard";
import { serveControl } from "../control/serve-control";
import { serveEnvironment } from "../control/serve-environment";
import { type OptionalDependencies } from "../optional-dependencies";
import { servePage } from "../page/serve-page";
import { type AppEnv, type AppParts } from "./app-context";
import { logAndFault, requireToken } from "./around-api";
import { errorAnswer, jsonAnswer } from "./json-answer";
import { serveEndpoints } from "./serve-endpoints";

export function createApp({ Hono }: Pick<OptionalDependencies, "Hono">, parts: AppParts) {
  const app = new Hono<AppEnv>({ strict: false });
  app.onError((error, context) => errorAnswer(context, error));
  app.notFound((context) => jsonAnswer(context, 404, { error: `There is nothing at ${context.req.path}.` }));

  app.use("/_emulator/*", guardControl);
  serveControl(app, parts);
  serveEnvironment(app, parts);
  servePage(app);

  app.use(`${apiPrefix}/*`, logAndFault(parts));
  app.use(`${apiPrefix}/*`, requireToken(parts));
  serveEndpoints(app, parts);
  return app;
}
