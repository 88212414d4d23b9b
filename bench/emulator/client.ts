/** Calls over kept-alive connections, as cheap as node makes them. */
import { Agent, request } from "node:http";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** @throws for an answer that is no success */
export type Caller = (call: Call) => Promise<string>;

export function callerOf(url: string, token: string, atOnce: number): Caller & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, maxFreeSockets: atOnce });
  const call: Caller = ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length }),
      };
      const sent = request(url + path, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("end", () => {
          const text = Buffer.concat(chunks).toString();
          if ((answer.statusCode ?? 0) < 300) resolve(text);
          else reject(new Error(`${method} ${path}: ${text}`));
        });
      });
      sent.once("error", reject).end(body);
    });
  const close = () => {
    agent.destroy();
  };
  return Object.assign(call, { close });
}

/** Milliseconds that so many of the calls take. */
export async function burst(call: Caller, one: Call, count: number, atOnce: number): Promise<number> {
  const begun = performance.now();
  let left = count;
  const work = async () => {
    while (left-- > 0) await call(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return performance.now() - begun;
}
