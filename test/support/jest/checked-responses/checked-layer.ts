/** Wraps the emulator's middleware that logs requests, and validates each response that no injected fault changed. */
import { type ServerResponse } from "node:http";
import { type logAndFault } from "../../../../src/emulator/http/middleware";
import { type Outcome, type RequestLog } from "../../../../src/emulator/request-log";
import { payloadQueryHeader } from "../../../../src/service";
import { type CheckedResponse, ResponseCheck } from "./response-check";

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

interface SentResponse {
  readonly status: number;
  /** Names are lowercase. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

type Method = "writeHead" | "write" | "end";

/** Records the response after all middleware. @param onEnd called at the end of the response, before the client can have received all of it */
function watchResponse(response: ServerResponse, onEnd: (sent: SentResponse) => void): void {
  const headers = new Map<string, string>();
  const chunks: Uint8Array[] = [];
  const recordHeaders = (given: object) => {
    for (const [name, value] of Object.entries<unknown>({ ...given })) {
      headers.set(name.toLowerCase(), String(value));
    }
  };
  const recordChunk = (chunk: unknown) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk));
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  };

  intercept(response, "writeHead", (given) => {
    const last = given.at(-1);
    if (typeof last === "object" && last !== null) recordHeaders(last);
  });
  intercept(response, "write", ([chunk]) => {
    recordChunk(chunk);
  });
  intercept(response, "end", ([chunk]) => {
    recordChunk(chunk);
    recordHeaders(response.getHeaders());
    onEnd({ status: response.statusCode, headers, body: Buffer.concat(chunks).toString() });
  });
}

/** Object.assign accepts the replacement, which has the type of none of the method's overloads. */
function intercept(
  response: ServerResponse,
  name: Method,
  observe: (given: readonly unknown[]) => void,
): void {
  const original: unknown = Reflect.get(response, name);
  if (typeof original !== "function") throw new Error(`The response has no method ${name}.`);
  Object.assign(response, {
    [name]: (...given: readonly unknown[]): unknown => {
      observe(given);
      return Reflect.apply(original, response, given) as unknown;
    },
  });
}
