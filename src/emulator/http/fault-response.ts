import { type Socket } from "node:net";
import { type Fault, type FaultResponse, isResponseChange, type ResponseChange } from "../faults";
import { type AppContext, jsonText } from "./context";

interface Replacement {
  readonly response: Response;
  /** The status that the client receives; undefined if it receives no response. */
  readonly status: number | undefined;
}

/** @returns undefined if the service's own response is sent, possibly after a delay */
export async function faultResponse(context: AppContext, fault: Fault): Promise<Replacement | undefined> {
  const { latencyMs, answer } = fault;
  const { socket } = context.env.incoming;
  if (latencyMs !== undefined) await waitForClose(socket, latencyMs);
  // The client disconnected or the emulator stopped. In that case the store can be closed already.
  if (socket.destroyed) return noResponse();
  if (answer === undefined) return undefined;
  if (answer === "cut") {
    socket.destroy();
    return noResponse();
  }
  if (answer === "hang") {
    await waitForClose(socket);
    return noResponse();
  }
  if (answer === "cut-in-body") {
    const { status } = context.res;
    await sendFirstHalf(context);
    return { ...noResponse(), status };
  }
  const response = isResponseChange(answer)
    ? await changedResponse(context, answer)
    : configuredResponse(answer);
  return { response, status: response.status };
}

/** Waits until the client or the emulator closes the connection. @param maxMs maximum wait in milliseconds */
function waitForClose(socket: Socket, maxMs?: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      socket.off("close", end);
      resolve();
    };
    const timer = maxMs === undefined ? undefined : setTimeout(end, maxMs);
    if (socket.destroyed) end();
    else socket.once("close", end);
  });
}

/** Announces the length of the whole body and closes the connection after the first half. */
async function sendFirstHalf({ env: { incoming, outgoing }, res }: AppContext): Promise<void> {
  const body = Buffer.from(await res.arrayBuffer());
  outgoing.writeHead(res.status, { ...Object.fromEntries(res.headers), "content-length": body.byteLength });
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, body.byteLength / 2));
  incoming.socket.destroySoon();
}

/** A response that makes the server adapter send nothing. */
function noResponse(): Replacement {
  const response = new Response(null, { headers: { "x-hono-already-sent": "true" } });
  return { response, status: undefined };
}

const bodilessStatuses: readonly number[] = [204, 205, 304];

function configuredResponse({ status, headers = {}, body }: FaultResponse): Response {
  const isText = typeof body === "string";
  const type = isText ? "text/plain; charset=utf-8" : "application/json";
  const content = isText ? body : (JSON.stringify(body) as string | undefined);
  const allHeaders = new Headers(content === undefined ? {} : { "content-type": type });
  for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value);
  return new Response(bodilessStatuses.includes(status) ? null : content, { status, headers: allHeaders });
}

type CompleteChange = Exclude<ResponseChange, "cut-in-body">;

/** Changes the body of the service's response. A response without a body is not changed. */
async function changedResponse(context: AppContext, change: CompleteChange): Promise<Response> {
  const { status, headers } = context.res;
  const body = Buffer.from(await context.res.arrayBuffer());
  if (body.byteLength === 0) return new Response(null, { status, headers });
  const changed = changedBody(context, change, body);
  const changedHeaders = new Headers(headers);
  changedHeaders.set("content-length", String(changed.byteLength));
  return new Response(changed, { status, headers: changedHeaders });
}

/** Neither JSON nor valid UTF-8. */
const garbage = Buffer.from("\u0000\u00ff\u00fe{\u0080<\u00c3(", "latin1");

function changedBody(context: AppContext, change: CompleteChange, body: Buffer): Buffer {
  switch (change) {
    case "truncated":
      return body.subarray(0, body.byteLength / 2);
    case "garbage":
      return garbage;
    default: {
      const value: unknown = JSON.parse(body.toString());
      return isList(value)
        ? Buffer.from(jsonText(context, { ...value, data: value.data.slice(0, change.keep) }))
        : body;
    }
  }
}

function isList(value: unknown): value is { readonly data: readonly unknown[] } {
  return typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);
}
