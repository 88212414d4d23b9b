/**
 * Implements the part of gRPC that a Terraform provider needs, on node:http2: unary calls, streams of responses, and streams without
 * messages. Loading the @grpc/grpc-js library takes longer than the rest of a provider's start, and one plan starts a provider three
 * times.
 * Specification: grpc/doc/PROTOCOL-HTTP2.md.
 */
import {
  constants,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { type Log } from "../diagnostics";
import {
  MessageCollector,
  MessageTooLargeError,
  responseHeaders,
  ResponseWriter,
  type Status,
  status,
  statusTrailers,
} from "./framing";

/** The responses of a call. */
export interface ResponseStream<T> {
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /**
   * Sends a response. Resolves when the client can receive another one, so a handler that awaits it never buffers more than one
   * message. Does nothing after the call was canceled.
   */
  readonly send: (message: T) => Promise<void>;
}

/** Handles a call with encoded messages. Returns the only response, or undefined after it sent all responses. */
export type MethodCall = (
  request: Uint8Array,
  responses: ResponseStream<Uint8Array>,
) => Promise<Uint8Array | undefined>;

/** By HTTP path. A silent method keeps its stream open without messages. */
export type Methods = ReadonlyMap<string, MethodCall | "silent">;

/** Max delay of the exit by a client that does not respond. */
const deliveryTimeoutMs = 1_000;

/** Serves gRPC calls on an HTTP/2 server, with or without TLS. */
export class GrpcServer {
  readonly #running = new Set<Promise<void>>();
  readonly #sessions = new Set<ServerHttp2Session>();

  /** @param maxMessageBytes of a request */
  constructor(
    server: Http2Server,
    private readonly methods: Methods,
    private readonly maxMessageBytes: number,
    private readonly log: Log,
  ) {
    server.on("stream", (stream, headers) => {
      // A client may disconnect during a call.
      stream.on("error", (error) => {
        log.trace("call canceled by the client", { error: error.message });
      });
      this.#handleStream(stream, headers);
    });
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
    });
  }

  /**
   * Resolves when no call is running, and each client has read all responses or closed its connection, so that a shutdown loses none.
   * node:http2 closes a stream when its last bytes are written to the socket, and a process that exits then loses them. A client
   * acknowledges a PING only after it has read everything before it.
   */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    await Promise.all([...this.#sessions].map(acknowledged));
  }

  #handleStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const path = headers[":path"] ?? "";
    const method = this.methods.get(path);
    if (method === undefined) {
      refuse(stream, status.unimplemented, `${path} is not implemented`);
    } else if (method === "silent") {
      stream.respond(responseHeaders);
      stream.resume();
    } else {
      const running = this.#handleCall(stream, path, method).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  /** Handlers report their failures as diagnostics, so an exception is about a message that cannot be decoded or encoded. */
  async #handleCall(stream: ServerHttp2Stream, path: string, call: MethodCall): Promise<void> {
    const closed = new Promise((resolve) => stream.once("close", resolve));
    const responses = new ResponseWriter(stream);
    try {
      responses.end(await call(await receive(stream, this.maxMessageBytes), responses));
    } catch (error) {
      this.log.debug("call failed", { path, error: error instanceof Error ? error.stack : String(error) });
      const code = error instanceof MessageTooLargeError ? status.resourceExhausted : status.internal;
      const message = error instanceof Error ? error.name : "unexpected failure";
      if (stream.headersSent) responses.end(undefined, code, message);
      else refuse(stream, code, message);
    }
    await closed;
  }
}

function acknowledged(session: ServerHttp2Session): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, deliveryTimeoutMs);
    session.once("close", end);
    if (session.destroyed || !session.ping(end)) end();
  });
}

/** The stream stays open after an error, because the error response is sent on it. */
async function receive(stream: ServerHttp2Stream, limit: number): Promise<Uint8Array> {
  const collector = new MessageCollector(limit);
  await new Promise<void>((resolve, reject) => {
    const add = (chunk: Buffer) => {
      const problem = collector.add(chunk);
      if (problem === undefined) return;
      stream.off("data", add).pause();
      reject(problem);
    };
    stream.on("data", add);
    stream.once("end", resolve);
    stream.once("close", () => {
      reject(new Error("The client canceled the call."));
    });
  });
  return collector.message();
}

/** Sends a trailers-only response, and closes the stream if the client is still sending. */
function refuse(stream: ServerHttp2Stream, code: Status, message: string): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond({ ...responseHeaders, ...statusTrailers(code, message) }, { endStream: true });
  stream.resume();
  // Node 22.23 drops the response if the stream is closed in the same turn of the event loop.
  setImmediate(() => {
    if (!stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}
