/** The control endpoints: what an emulator offers beyond the service, for tests and for people. */
import { type Hono } from "hono";
import { checkBody } from "../http/check-body";
import { type AppEnv, type AppParts } from "../http/app-context";
import { jsonAnswer } from "../http/json-answer";
import { parseJsonBody, readRawBody } from "../http/read-body";
import { describeFault, faultJson, faultOf } from "./fault-json";

export function serveControl(app: Hono<AppEnv>, { requests, faults }: AppParts): void {
  app.get("/_emulator/health", (context) => jsonAnswer(context, 200, { status: "ok" }));

  app.get("/_emulator/requests", (context) => jsonAnswer(context, 200, { data: requests.list() }));
  app.delete("/_emulator/requests", () => {
    requests.clear();
    return new Response(null, { status: 204 });
  });

  app.get("/_emulator/faults", (context) =>
    jsonAnswer(context, 200, { data: faults.list().map(describeFault) }),
  );
  app.post("/_emulator/faults", async (context) => {
    const body = parseJsonBody(await readRawBody(context.req.raw), context.req.raw.headers);
    const { id } = faults.add(faultOf(checkBody(faultJson, body)));
    return jsonAnswer(context, 201, { id });
  });
  app.delete("/_emulator/faults", () => {
    faults.clear();
    return new Response(null, { status: 204 });
  });
}
