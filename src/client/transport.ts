/** Sends requests to one server over keep-alive connections. A failure states whether the request may have reached the server. */
import { setMaxListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { type Dispatcher, type Pool } from "undici";
import { type Proxy } from "./connection";

export interface HttpRequest {
  readonly method: Dispatcher.HttpMethod;
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
  readonly headers: ResponseHeaders;
  readonly body: string;
  readonly bytes: number;
}

/** The headers of a response, decoded on demand because few are read. */
export class ResponseHeaders {
  /** @param pairs alternating names and values */
  constructor(private readonly pairs: readonly Buffer[]) {}

  /** The first value of the header. @param name in lower case */
  get(name: string): string | undefined {
    return this.getAll(name)[0];
  }

  /** @param name in lower case */
  getAll(name: string): string[] {
    const values: string[] = [];
    for (let index = 0; index < this.pairs.length; index += 2) {
      const [key, value] = [this.pairs[index], this.pairs[index + 1]];
      if (key?.length === name.length && key.toString("latin1").toLowerCase() === name)
        values.push(value?.toString("latin1") ?? "");
    }
    return values;
  }
}

/** Only `unreachable` proves that the server did not receive the request. */
export type TransportFailure = "unreachable" | "connection-lost" | "timeout" | "too-large";

export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    readonly reason: TransportFailure,
    message: string,
    /** For logs: the code of the system error, for example `ECONNREFUSED`, or the reason. */
    readonly code: string = reason,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Three times the size of a full page of 20,000 query digests at one kilobyte each. */
const maxResponseBytes = 64 * 1024 * 1024;

/** Codes of undici's failures, and the codes of Node.js for the same failures. */
const nodeCodes: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: "ECONNRESET",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "ECONNRESET",
  UND_ERR_HEADERS_OVERFLOW: "HPE_HEADER_OVERFLOW",
};

export class Transport {
  /** Aborts when the transport is closed. */
  readonly #closing = new AbortController();
  #pool: Promise<Pool> | undefined;

  /** @param server any URL of the server; only its origin is used */
  constructor(
    private readonly server: URL,
    private readonly maxConnections: number,
    private readonly proxy?: Proxy,
  ) {
    // Every connection listens to this signal. Node reports more than 10 listeners as a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /** @throws TransportError, or the signal's reason when it aborts */
  async send(request: HttpRequest): Promise<HttpResponse> {
    request.signal?.throwIfAborted();
    const pool = await (this.#pool ??= this.#openPool(request.timeout));
    request.signal?.throwIfAborted();
    const response = await new Promise<HttpResponse>((resolve, reject) => {
      pool.dispatch(this.#optionsOf(request), new ResponseHandler(request, resolve, reject));
    });
    if (response.status !== 407 || this.proxy === undefined) return response;
    const { ProxyError } = await import("./proxy-connector.js");
    const refusal = ProxyError.ofStatus(this.proxy, response.status);
    throw new TransportError("unreachable", refusal.message, "407", { cause: refusal });
  }

  /** Loads modules that only calls need. @param timeout max milliseconds to connect */
  async #openPool(timeout: number): Promise<Pool> {
    const { buildConnector, Pool } = await import("undici");
    delaySecondCompilation();
    const { signal } = this.#closing;
    const connect =
      this.proxy === undefined
        ? buildConnector({ timeout, signal })
        : (await import("./proxy-connector.js")).createProxyConnector(this.proxy, signal);
    return new Pool(this.server.origin, {
      connections: this.maxConnections,
      connect,
      // The handler of the response limits the time for the request and the response.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  #optionsOf({ method, path, headers, body }: HttpRequest): Dispatcher.DispatchOptions {
    const proxy = this.proxy;
    if (proxy === undefined || this.server.protocol === "https:")
      return { method, path, headers, body: body ?? null };
    // A proxy forwards plain HTTP without a tunnel.
    const { authorization } = proxy;
    return {
      method,
      path: this.server.origin + path,
      headers:
        authorization === undefined ? headers : { ...headers, "Proxy-Authorization": authorization.reveal() },
      body: body ?? null,
    };
  }

  /** Closes all connections, including those in use, so that the process can exit. */
  close(): void {
    this.#closing.abort();
    void this.#pool?.then((pool) => pool.destroy());
  }
}

/** V8 compiles the HTTP parser a second time, which takes longer than hundreds of responses (docs/decisions/0003). */
function delaySecondCompilation(): void {
  if (process.versions.bun === undefined) setFlagsFromString("--wasm-tiering-budget=2000000000");
}

/** One request and its response. undici calls the methods. */
class ResponseHandler implements Dispatcher.DispatchHandlers {
  readonly #timer: NodeJS.Timeout;
  /** Closes the connection. While it is undefined, the server has received nothing. */
  #abort: (() => void) | undefined;
  #isSettled = false;
  #status = 0;
  #headers: readonly Buffer[] = [];
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    private readonly request: HttpRequest,
    private readonly resolve: (response: HttpResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {
    const { timeout, signal } = request;
    this.#timer = setTimeout(() => {
      const reason = this.#abort === undefined ? "unreachable" : "timeout";
      this.#fail(new TransportError(reason, `no response within ${timeout} ms`, "timeout"));
    }, timeout);
    signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  onConnect(abort: () => void): void {
    // Either the exchange failed before it had a connection, or undici repeats the request, which only the caller may do.
    if (this.#isSettled || this.#abort !== undefined) abort();
    else this.#abort = abort;
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    this.#status = status;
    this.#headers = headers;
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes <= maxResponseBytes) this.#chunks.push(chunk);
    else this.#fail(new TransportError("too-large", `the response exceeds ${maxResponseBytes} bytes`));
    return true;
  }

  onComplete(): void {
    this.#settle();
    // undici then releases the connection in an immediate. The call that follows must be able to use it instead of opening another one.
    queueMicrotask(() => {
      setImmediate(() => {
        this.resolve(this.#response());
      });
    });
  }

  onError(error: NodeJS.ErrnoException): void {
    if (error.code === "UND_ERR_INVALID_ARG") {
      this.#fail(error);
      return;
    }
    const reason = this.#abort === undefined ? "unreachable" : "connection-lost";
    const code = nodeCodes[error.code ?? ""] ?? error.code;
    this.#fail(new TransportError(reason, code ?? error.message, code, { cause: error }));
  }

  readonly #onAbort = () => {
    const reason: unknown = this.request.signal?.reason;
    this.#fail(reason instanceof Error ? reason : new Error(String(reason)));
  };

  #response(): HttpResponse {
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    return {
      status: this.#status,
      headers: new ResponseHeaders(this.#headers),
      body: body.toString("utf8"),
      bytes: this.#bytes,
    };
  }

  #fail(error: Error): void {
    if (this.#isSettled) return;
    this.#settle();
    this.reject(error);
    this.#abort?.();
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.request.signal?.removeEventListener("abort", this.#onAbort);
  }
}
