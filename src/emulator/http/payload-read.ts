/** Reads that are sent with POST, their query parameters in the body: for clients whose parameters outgrow an address. */
import { type MiddlewareHandler } from "hono";
import { payloadQueryHeader } from "../../service";
import { type AppContext, type AppEnv } from "./app-context";
import { parseQueryBody } from "./read-body";

/** Lets a read answer a POST that stands for it, and leaves every other POST to whoever comes next. */
export function onPayloadRead(read: (context: AppContext) => Response): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (context.req.header(payloadQueryHeader) !== "1") {
      await next();
      return;
    }
    context.set("isPayloadRead", true);
    return read(context);
  };
}

/** The parameters of the address, then those of the body: where one is given twice, the first counts. */
export function queryOf(context: AppContext): URLSearchParams {
  const parameters = new URL(context.req.url).searchParams;
  if (context.get("isPayloadRead") !== true) return parameters;
  return new URLSearchParams([...parameters, ...parseQueryBody(context.get("rawBody"))]);
}
