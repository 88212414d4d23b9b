/** Wraps the emulator's middleware that logs requests, and validates each response that no injected fault changed. */
import { type ServerResponse } from "node:http";
import { type logAndFault } from "../../../src/emulator/http/middleware";
import { type Outcome, type RequestLog } from "../../../src/emulator/request-log";
import { payloadQueryHeader } from "../../../src/service";
import { type CheckedResponse, ResponseCheck } from "./response-check";
import { watchResponse } from "./sent-response";

type Layer = typeof logAndFault;

export function checkedLayer(layer: Layer, problems: string[]): Layer {
  let check: ResponseCheck | undefined;
  const problemWith = (response: CheckedResponse): string | undefined => {
    try {
      // Created for the first response, because most test files have no emulator.
      check ??= new ResponseCheck();
      return check.problemWith(response);
    } catch (error) {
      // A thrown error would change the response.
      return `${response.method} ${response.path} cannot be checked: ${String(error)}`;
    }
  };
  return (parts) => (context, next) => {
    const { req: request, env } = context;
    let outcome: Outcome | undefined;
    watchResponse(env.outgoing, (sent) => {
      if (outcome?.fault !== undefined || !isReceived(env.outgoing)) return;
      const { method, path } = request;
      const isPayloadRead = method === "POST" && request.header(payloadQueryHeader) === "1";
      const problem = problemWith({ ...sent, method, path, isPayloadRead });
      if (problem !== undefined) problems.push(problem);
    });
    const requests = withAdd(parts.requests, (...request) => (outcome = parts.requests.add(...request)));
    return layer({ ...parts, requests })(context, next);
  };
}

/** Whether the client can receive the response. The HTTP server itself responds to a request that ends within its body. */
function isReceived({ socket }: ServerResponse): boolean {
  return socket?.writable === true;
}

/** The request log with another `add`, which relates a log entry to its response. */
function withAdd(log: RequestLog, add: RequestLog["add"]): RequestLog {
  return new Proxy(log, {
    get: (target, name): unknown => (name === "add" ? add : Reflect.get(target, name)),
  });
}
