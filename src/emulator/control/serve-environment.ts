/** The control endpoints of one environment: objects are added and removed, and what came of it is listed. */
import { type Hono } from "hono";
import * as z from "zod";
import { ApiError } from "../http/api-error";
import { type AppContext, type AppEnv, type AppParts } from "../http/app-context";
import { jsonAnswer } from "../http/json-answer";
import { parseJsonBody, readRawBody } from "../http/read-body";
import { limits } from "../limits";
import { defaultEnvironment } from "../options";
import { EnvironmentControl, removableNouns } from "./environment-control";
import { type ControlNounName, controlNouns } from "./nouns";
import { overviewOf } from "./overview";

export function serveEnvironment(app: Hono<AppEnv>, parts: AppParts): void {
  const monitorOf = (context: AppContext) => {
    const name = context.req.query("environment") ?? defaultEnvironment;
    const monitor = parts.monitors.get(name);
    if (monitor !== undefined) return monitor;
    const known = [...parts.monitors.keys()].join(", ");
    throw new ApiError(
      404,
      `There is no environment ${JSON.stringify(name)}. There is: ${known}.`,
      "environment",
    );
  };
  const controlOf = (context: AppContext) => new EnvironmentControl(monitorOf(context), parts.clock);

  // Object.keys gives texts; those of this object are its nouns.
  for (const noun of Object.keys(controlNouns) as ControlNounName[]) {
    app.post(`/_emulator/${noun}`, async (context) => {
      const control = controlOf(context);
      const raw = await readRawBody(context.req.raw, limits.controlBodyBytes);
      const body = parseJsonBody(raw, context.req.raw.headers);
      const data = control.addUnchecked(noun, Array.isArray(body) ? body : [body]);
      return jsonAnswer(context, 201, { data });
    });
  }
  for (const noun of removableNouns) {
    app.delete(`/_emulator/${noun}/:id`, (context) => {
      const id = z.coerce.number().int().positive().safeParse(context.req.param("id")).data;
      if (id === undefined || !controlOf(context).remove(noun, id)) {
        throw new ApiError(404, `There is nothing at ${context.req.path}.`, "id");
      }
      return new Response(null, { status: 204 });
    });
  }
  app.get("/_emulator/metrics", (context) =>
    jsonAnswer(context, 200, { data: controlOf(context).metrics() }),
  );
  app.get("/_emulator/firings", (context) =>
    jsonAnswer(context, 200, { data: controlOf(context).firings() }),
  );
  app.get("/_emulator/outbox", (context) => jsonAnswer(context, 200, { data: controlOf(context).outbox() }));
  app.get("/_emulator/overview", (context) =>
    jsonAnswer(context, 200, {
      ...overviewOf(monitorOf(context), parts.clock),
      environments: [...parts.monitors.keys()],
    }),
  );
}
