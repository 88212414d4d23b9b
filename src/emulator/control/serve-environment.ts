/** Control endpoints of one environment: add, edit and remove objects, and list metrics, firings and notifications. */
import { type Hono } from "hono";
import * as z from "zod";
import { type AlertConfigWire, type AlertWire } from "../../service";
import { type AlertEvaluation } from "../alert-evaluation";
import { type AppContext, type AppEnv, type AppParts, jsonResponse } from "../http/context";
import { ApiError, checkBody } from "../http/input";
import { readJsonBody } from "../http/read-body";
import { defaultEnvironment } from "../options";
import { routes } from "../routes";
import { alertOfPath, type Call } from "../routes/route";
import { limits } from "../rules/checks";
import { EnvironmentControl, removableObjectKinds } from "./environment-control";
import { type ControlObjectKind, controlObjectKinds } from "./object-kinds";
import { overviewOf } from "./overview";

export function serveEnvironment(app: Hono<AppEnv>, parts: AppParts): void {
  const monitorOf = (context: AppContext) => {
    const name = context.req.query("environment") ?? defaultEnvironment;
    const evaluation = parts.evaluations.get(name);
    if (evaluation !== undefined) return evaluation;
    const names = [...parts.evaluations.keys()].join(", ");
    throw new ApiError(
      404,
      `Environment ${JSON.stringify(name)} does not exist. Existing environments: ${names}.`,
      "environment",
    );
  };
  const controlOf = (context: AppContext) => new EnvironmentControl(monitorOf(context), parts.clock);

  // Object.keys returns string[]; the keys of this object are object kinds.
  for (const kind of Object.keys(controlObjectKinds) as ControlObjectKind[]) {
    app.post(`/_emulator/${kind}`, async (context) => {
      const control = controlOf(context);
      const body = await readJsonBody(context.req.raw, limits.controlBodyBytes);
      const data = control.addUnchecked(kind, Array.isArray(body) ? body : [body]);
      return jsonResponse(context, 201, { data });
    });
  }
  for (const kind of removableObjectKinds) {
    app.delete(`/_emulator/${kind}/:id`, (context) => {
      const id = z.coerce.number().int().positive().safeParse(context.req.param("id")).data;
      if (id === undefined || !controlOf(context).remove(kind, id)) {
        throw new ApiError(404, `The object ${context.req.path} does not exist.`, "id");
      }
      return new Response(null, { status: 204 });
    });
  }
  app.patch("/_emulator/alerts/:id", async (context) => {
    const body = await readJsonBody(context.req.raw);
    return jsonResponse(context, 200, editAlert(monitorOf(context), parts, context.req.param("id"), body));
  });
  for (const list of ["metrics", "firings", "outbox"] as const) {
    app.get(`/_emulator/${list}`, (context) =>
      jsonResponse(context, 200, { data: controlOf(context)[list]() }),
    );
  }
  app.get("/_emulator/overview", (context) =>
    jsonResponse(context, 200, overviewOf(monitorOf(context), parts)),
  );
}

const fields = z.record(z.string(), z.unknown());
const alertEdit = z.strictObject({ alert: fields.optional(), config: fields.optional() });

/**
 * Changes the alert, its configuration, or both, or nothing if a field is invalid.
 * @param pathId ID of the alert as sent
 * @throws ApiError 400, 404 or 409
 */
function editAlert(
  evaluation: AlertEvaluation,
  { clock, rules }: Pick<AppParts, "clock" | "rules">,
  pathId: string,
  body: unknown,
): AlertWire & { readonly config: AlertConfigWire | null } {
  const { alert, config } = checkBody(alertEdit, body);
  const environment = evaluation.store;
  return evaluation.write(({ raise }) => {
    const query = new URLSearchParams();
    const call: Call = { environment, clock, rules, pathId, query, body: undefined, raise };
    const current = alertOfPath(call);
    if (alert !== undefined) routes.updateAlert({ ...call, body: { ...current, ...alert } });
    if (config !== undefined) {
      const currentConfig = environment.alerts.config(current.id);
      routes.writeAlertConfig({ ...call, body: { ...currentConfig, ...config } });
    }
    return { ...alertOfPath(call), config: environment.alerts.config(current.id) ?? null };
  });
}
