/** A minimal HTTP client with keep-alive connections. */
import { Agent, request } from "node:http";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** @throws Error for a status other than 2xx */
export type Caller = (call: Call) => Promise<string>;

export function createCaller(url: string, token: string, concurrency: number): Caller & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency, maxFreeSockets: concurrency });
  const call: Caller = ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length }),
      };
      const sent = request(url + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("end", () => {
          const text = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 0) < 300) resolve(text);
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

/** Sends the same call `count` times. @returns milliseconds */
export async function sendRepeatedly(
  send: Caller,
  call: Call,
  count: number,
  concurrency: number,
): Promise<number> {
  const startedAt = performance.now();
  let remaining = count;
  const work = async () => {
    while (remaining-- > 0) await send(call);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return performance.now() - startedAt;
}
