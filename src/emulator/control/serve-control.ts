/** Control endpoints of the whole emulator: health, clock, request log and faults. */
import { type Hono } from "hono";
import * as z from "zod";
import { badField } from "../http/api-error";
import { type AppContext, type AppEnv, type AppParts } from "../http/app-context";
import { jsonResponse } from "../http/json-response";
import { parseJsonBody, readRawBody } from "../http/read-body";
import { checkBody } from "../http/validate-input";
import { describeFault, faultJson, faultOf } from "./fault-json";

const clockBody = z.strictObject({
  advance: z.number().nonnegative().optional(),
  set: z.number().positive().optional(),
  running: z.boolean().optional(),
});

export function serveControl(app: Hono<AppEnv>, { requests, faults, clock }: AppParts): void {
  app.get("/_emulator/health", (context) => jsonResponse(context, 200, { status: "ok" }));

  const clockResponse = (context: AppContext) =>
    jsonResponse(context, 200, { now: clock.now() / 1000, running: clock.isRunning });
  app.get("/_emulator/clock", clockResponse);
  app.post("/_emulator/clock", async (context) => {
    const body = parseJsonBody(await readRawBody(context.req.raw), context.req.raw.headers);
    const { advance, set, running } = checkBody(clockBody, body);
    if (set !== undefined && set * 1000 < clock.now()) {
      throw badField(
        ["set"],
        `is before the current time ${clock.now() / 1000}. The clock cannot be set back`,
      );
    }
    if (running === false) clock.hold();
    if (set !== undefined) clock.set(set);
    if (advance !== undefined) clock.advance(advance);
    if (running === true) clock.run();
    return clockResponse(context);
  });

  app.get("/_emulator/requests", (context) => jsonResponse(context, 200, { data: requests.list() }));
  app.delete("/_emulator/requests", () => {
    requests.clear();
    return new Response(null, { status: 204 });
  });

  app.get("/_emulator/faults", (context) =>
    jsonResponse(context, 200, { data: faults.list().map(describeFault) }),
  );
  app.post("/_emulator/faults", async (context) => {
    const body = parseJsonBody(await readRawBody(context.req.raw), context.req.raw.headers);
    const { id } = faults.add(faultOf(checkBody(faultJson, body)));
    return jsonResponse(context, 201, { id });
  });
  app.delete("/_emulator/faults", () => {
    faults.clear();
    return new Response(null, { status: 204 });
  });
}
