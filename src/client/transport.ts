/** Sends requests to one server over keep-alive connections. A failure states whether the request may have reached the server. */
import * as http from "node:http";
import * as https from "node:https";
import { urlToHttpOptions } from "node:url";
import { type Proxy } from "./proxy";
import { ProxyError, requestToProxy, TunnelAgent } from "./proxy-tunnel";

export interface HttpRequest {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Max milliseconds for the request and its response. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Size of the body. */
  readonly bytes: number;
}

/** Only `unreachable` proves that the server did not receive the request. */
export type TransportFailure = "unreachable" | "connection-lost" | "timeout" | "too-large";

export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    readonly reason: TransportFailure,
    message: string,
    /** Code for logs: that of the system error, for example `ECONNREFUSED`, or else the reason. */
    readonly code: string = reason,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Three times the size of a full page of 20,000 query digests at one kilobyte each. */
const maxResponseBytes = 64 * 1024 * 1024;

export class Transport {
  readonly #origin: URL;
  readonly #isHttps: boolean;
  readonly #proxy: Proxy | undefined;
  readonly #agent: http.Agent;
  /** What all requests to the server have in common, if no proxy forwards them. */
  readonly #target: http.RequestOptions;

  /** @param server any URL of the server, of which only the origin is used */
  constructor(server: URL, maxConnections: number, proxy?: Proxy) {
    const options = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections };
    this.#origin = new URL(server.origin);
    this.#isHttps = server.protocol === "https:";
    this.#proxy = proxy;
    // For plain HTTP, the connections are those to the proxy.
    if (!this.#isHttps)
      this.#agent = proxy?.isHttps === true ? new https.Agent(options) : new http.Agent(options);
    else this.#agent = proxy === undefined ? new https.Agent(options) : new TunnelAgent(proxy, options);
    const { protocol, hostname, port } = urlToHttpOptions(this.#origin);
    this.#target = { protocol, hostname, port, agent: this.#agent };
  }

  /** @throws TransportError, or the signal's reason when it aborts */
  send(httpRequest: HttpRequest): Promise<HttpResponse> {
    return new Promise<HttpResponse>((resolve, reject) => {
      httpRequest.signal?.throwIfAborted();
      const request = this.#request(httpRequest);
      let connected = false;
      const timer = setTimeout(() => {
        const reason = connected ? "timeout" : "unreachable";
        fail(new TransportError(reason, `no response within ${httpRequest.timeout} ms`, "timeout"));
      }, httpRequest.timeout);
      const onAbort = () => {
        fail(httpRequest.signal?.reason);
      };
      const settle = () => {
        clearTimeout(timer);
        httpRequest.signal?.removeEventListener("abort", onAbort);
      };
      const fail = (error: unknown) => {
        settle();
        request.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const failWith = (error: NodeJS.ErrnoException) => {
        const reason = connected ? "connection-lost" : "unreachable";
        const message = this.#isHttps || connected ? (error.code ?? error.message) : this.#describe(error);
        fail(new TransportError(reason, message, error.code, { cause: error }));
      };
      httpRequest.signal?.addEventListener("abort", onAbort, { once: true });
      request.on("socket", (socket) => {
        const onConnected = () => (connected = true);
        if (socket.connecting) socket.once(this.#isHttps ? "secureConnect" : "connect", onConnected);
        else onConnected();
      });
      request.on("error", failWith);
      request.on("response", (response) => {
        collect(response, (result) => {
          if (result instanceof TransportError) {
            fail(result);
            return;
          }
          settle();
          const { statusCode: status = 0, headers } = response;
          if (status === 407 && this.#proxy !== undefined) {
            const refusal = ProxyError.ofStatus(this.#proxy, status);
            fail(new TransportError("unreachable", refusal.message, "407", { cause: refusal }));
            return;
          }
          resolve({ status, headers, body: result.toString("utf8"), bytes: result.length });
        });
      });
      request.end(httpRequest.body);
    });
  }

  #request({ method, path, headers: given, body }: HttpRequest): http.ClientRequest {
    const headers =
      body === undefined ? given : { ...given, "Content-Length": String(Buffer.byteLength(body)) };
    if (this.#isHttps) return https.request({ ...this.#target, method, path, headers });
    if (this.#proxy === undefined) return http.request({ ...this.#target, method, path, headers });
    // A proxy forwards plain HTTP without a tunnel.
    return requestToProxy(this.#proxy, {
      method,
      path: this.#origin.origin + path,
      headers: { ...headers, Host: this.#origin.host },
      agent: this.#agent,
    });
  }

  /** A failure to connect with plain HTTP, which concerns the proxy if there is one. */
  #describe(error: NodeJS.ErrnoException): string {
    const reason = error.code ?? error.message;
    return this.#proxy === undefined
      ? reason
      : new ProxyError(this.#proxy, `is unreachable: ${reason}`).message;
  }

  /** Closes all connections, including those in use, so that the process can exit. */
  close(): void {
    this.#agent.destroy();
  }
}

function collect(response: http.IncomingMessage, done: (result: Buffer | TransportError) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxResponseBytes)
      done(new TransportError("too-large", `the response exceeds ${maxResponseBytes} bytes`));
    else chunks.push(chunk);
  });
  response.on("error", (error: NodeJS.ErrnoException) => {
    done(new TransportError("connection-lost", error.message, error.code, { cause: error }));
  });
  response.on("end", () => {
    const [first] = chunks;
    done(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
  });
}
