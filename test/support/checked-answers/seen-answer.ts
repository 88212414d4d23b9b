/** Sees what a server sends on one connection, on its way out: what was really sent, whatever layers made it. */
import { type ServerResponse } from "node:http";

export interface SentAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

type Method = "writeHead" | "write" | "end";

/** @param onEnd called as the end of the answer is handed over, and so before anybody can have received all of it */
export function watchAnswer(response: ServerResponse, onEnd: (answer: SentAnswer) => void): void {
  const headers = new Map<string, string>();
  const chunks: Uint8Array[] = [];
  const keepHeaders = (given: object) => {
    for (const [name, value] of Object.entries<unknown>({ ...given })) {
      headers.set(name.toLowerCase(), String(value));
    }
  };
  const keepChunk = (chunk: unknown) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk));
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  };

  intercept(response, "writeHead", (given) => {
    const last = given.at(-1);
    if (typeof last === "object" && last !== null) keepHeaders(last);
  });
  intercept(response, "write", ([chunk]) => {
    keepChunk(chunk);
  });
  intercept(response, "end", ([chunk]) => {
    keepChunk(chunk);
    keepHeaders(response.getHeaders());
    onEnd({ status: response.statusCode, headers, body: Buffer.concat(chunks).toString() });
  });
}

/** Assigned without its type: a function of any arguments is not one of the method's overloads. */
function intercept(response: ServerResponse, name: Method, look: (given: readonly unknown[]) => void): void {
  const original: unknown = Reflect.get(response, name);
  if (typeof original !== "function") throw new Error(`a response has no method ${name}`);
  Object.assign(response, {
    [name]: (...given: readonly unknown[]): unknown => {
      look(given);
      return Reflect.apply(original, response, given) as unknown;
    },
  });
}
