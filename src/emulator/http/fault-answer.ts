/** Carries out a fault on a connection. */
import { once } from "node:events";
import { type Fault, type FaultAnswer } from "../faults";
import { type AppContext } from "./app-context";

export async function faultAnswer(context: AppContext, answer: Fault["answer"]): Promise<Response> {
  const { incoming, outgoing } = context.env;
  switch (answer) {
    case "cut":
      incoming.socket.destroy();
      return noAnswer();
    case "hang":
      if (!incoming.socket.destroyed) await once(outgoing, "close");
      return noAnswer();
    default:
      return madeUp(answer);
  }
}

/** Tells the server that there is nothing to send. */
function noAnswer(): Response {
  return new Response(null, { headers: { "x-hono-already-sent": "true" } });
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
