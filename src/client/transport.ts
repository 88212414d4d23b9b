/**
 * One HTTP exchange over kept-alive connections. Knows nothing of the service: it gives the answer, or says whether
 * the request can have reached the other side.
 */
import * as http from "node:http";
import * as https from "node:https";

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Why there is no answer. `unreachable` alone means that the other side cannot have seen the request. */
export type NoAnswerReason = "unreachable" | "interrupted" | "timeout" | "too-large";

export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  constructor(
    readonly reason: NoAnswerReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An answer above this is refused: 20,000 query digests of a kilobyte each fit three times over. */
const largestAnswer = 64 * 1024 * 1024;

export class Transport {
  readonly #agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor(maxConnections: number) {
    const options = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections };
    this.#agents = { http: new http.Agent(options), https: new https.Agent(options) };
  }

  /** @throws NoAnswer, or the signal's reason once it aborts. */
  async send(exchange: Exchange): Promise<Answer> {
    exchange.signal?.throwIfAborted();
    const isHttps = exchange.url.protocol === "https:";
    const headers = { ...exchange.headers };
    if (exchange.body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(exchange.body));
    return new Promise<Answer>((resolve, reject) => {
      const request = (isHttps ? https : http).request(exchange.url, {
        method: exchange.method,
        headers,
        agent: isHttps ? this.#agents.https : this.#agents.http,
      });
      let connected = false;
      const timer = setTimeout(() => {
        fail(new NoAnswer(connected ? "timeout" : "unreachable", `no answer within ${exchange.timeout} ms`));
      }, exchange.timeout);
      const onAbort = () => {
        fail(exchange.signal?.reason);
      };
      const settle = () => {
        clearTimeout(timer);
        exchange.signal?.removeEventListener("abort", onAbort);
      };
      const fail = (error: unknown) => {
        settle();
        request.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const failWith = (error: NodeJS.ErrnoException) => {
        const reason = error.code ?? error.message;
        fail(new NoAnswer(connected ? "interrupted" : "unreachable", reason, { cause: error }));
      };
      exchange.signal?.addEventListener("abort", onAbort, { once: true });
      request.on("socket", (socket) => {
        const onConnected = () => (connected = true);
        if (socket.connecting) socket.once(isHttps ? "secureConnect" : "connect", onConnected);
        else onConnected();
      });
      request.on("error", failWith);
      request.on("response", (response) => {
        collect(response, (result) => {
          if (result instanceof NoAnswer) {
            fail(result);
            return;
          }
          settle();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: result });
        });
      });
      request.end(exchange.body);
    });
  }

  /** Closes every connection, those in use included, so that the process can end. */
  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

function collect(response: http.IncomingMessage, done: (result: string | NoAnswer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > largestAnswer)
      done(new NoAnswer("too-large", `the answer is larger than ${largestAnswer} bytes`));
    else chunks.push(chunk);
  });
  response.on("error", (error) => {
    done(new NoAnswer("interrupted", error.message, { cause: error }));
  });
  response.on("end", () => {
    done(Buffer.concat(chunks).toString("utf8"));
  });
}
