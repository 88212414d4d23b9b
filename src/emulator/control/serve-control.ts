/** Control endpoints of the whole emulator: health, clock, request log and faults. */
import { type Hono } from "hono";
import * as z from "zod";
import { omitUndefined } from "../../diagnostics";
import { type ActiveFault, faultSchema } from "../faults";
import { type AppContext, type AppEnv, type AppParts, jsonResponse } from "../http/context";
import { badField, checkBody } from "../http/input";
import { readJsonBody } from "../http/read-body";

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
    const { advance, set, running } = checkBody(clockBody, await readJsonBody(context.req.raw));
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
    const { id } = faults.add(checkBody(faultSchema, await readJsonBody(context.req.raw)));
    return jsonResponse(context, 201, { id });
  });
  app.delete("/_emulator/faults", () => {
    faults.clear();
    return new Response(null, { status: 204 });
  });
}

/** Omits the body and headers of the response. */
function describeFault({ id, fault, remaining }: ActiveFault) {
  const { answer, ...rest } = fault;
  const shown = typeof answer === "object" && "status" in answer ? { status: answer.status } : answer;
  return omitUndefined({ id, ...rest, remaining, answer: shown });
}
