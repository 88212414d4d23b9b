/** Records the response that a server sends, after all middleware. */
import { type ServerResponse } from "node:http";

export interface SentResponse {
  readonly status: number;
  /** Names are lowercase. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

type Method = "writeHead" | "write" | "end";

/** @param onEnd called at the end of the response, before the client can have received all of it */
export function watchResponse(response: ServerResponse, onEnd: (sent: SentResponse) => void): void {
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
