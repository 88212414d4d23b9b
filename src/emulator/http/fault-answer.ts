/** Carries out a fault on a connection. */
import { type Socket } from "node:net";
import { type Fault, type FaultAnswer, isChange } from "../faults";
import { type AppContext } from "./app-context";
import { changedAnswer } from "./changed-answer";

/** What takes the place of the service's answer. */
export interface InPlace {
  readonly response: Response;
  /** What the client gets to see; undefined where it gets no answer. */
  readonly status: number | undefined;
}

/** @returns undefined where it is the service's own answer that comes, if late */
export async function faultAnswer(context: AppContext, fault: Fault): Promise<InPlace | undefined> {
  const { latencyMs, answer } = fault;
  const { socket } = context.env.incoming;
  if (latencyMs !== undefined) await endOf(socket, latencyMs);
  // Nobody waits for the answer any more, and the store may have been closed.
  if (socket.destroyed) return noAnswer();
  if (answer === undefined) return undefined;
  if (answer === "cut") {
    socket.destroy();
    return noAnswer();
  }
  if (answer === "hang") {
    await endOf(socket);
    return noAnswer();
  }
  if (answer === "cut-in-body") {
    const { status } = context.res;
    await sendHalf(context);
    return { ...noAnswer(), status };
  }
  const response = isChange(answer) ? await changedAnswer(context, answer) : madeUp(answer);
  return { response, status: response.status };
}

/** Waits until the client or the emulator's stop ends the connection. @param milliseconds to wait at most */
function endOf(socket: Socket, milliseconds?: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      socket.off("close", end);
      resolve();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
    if (socket.destroyed) end();
    else socket.once("close", end);
  });
}

/** Promises the whole body, and goes away after half of it. */
async function sendHalf({ env: { incoming, outgoing }, res }: AppContext): Promise<void> {
  const body = Buffer.from(await res.arrayBuffer());
  outgoing.writeHead(res.status, { ...Object.fromEntries(res.headers), "content-length": body.byteLength });
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, body.byteLength / 2));
  incoming.socket.destroySoon();
}

/** Tells the server that there is nothing to send. */
function noAnswer(): InPlace {
  const response = new Response(null, { headers: { "x-hono-already-sent": "true" } });
  return { response, status: undefined };
}

const bodiless: readonly number[] = [204, 205, 304];

function madeUp({ status, headers = {}, body }: FaultAnswer): Response {
  const isText = typeof body === "string";
  const type = isText ? "text/plain; charset=utf-8" : "application/json";
  const content = isText ? body : (JSON.stringify(body) as string | undefined);
  const all = new Headers(content === undefined ? {} : { "content-type": type });
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(bodiless.includes(status) ? null : content, { status, headers: all });
}
