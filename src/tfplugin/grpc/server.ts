/**
 * Implements the part of gRPC that a Terraform provider needs, on node:http2: unary calls, and streams without messages. Loading
 * the @grpc/grpc-js library takes longer than the rest of a provider's start, and one plan starts a provider three times.
 * Specification: grpc/doc/PROTOCOL-HTTP2.md.
 */
import { constants, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { type RunningCalls } from "./running-calls";
import { frame, MessageCollector, MessageTooLargeError } from "./framing";
import { type ByteMethod } from "./service";
import { type Log } from "../author/handler-context";

/** The gRPC status codes in use. */
const status = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;
type Status = (typeof status)[keyof typeof status];

export interface GrpcServerOptions {
  readonly methods: ReadonlyMap<string, ByteMethod>;
  /** Max size of a request. */
  readonly maxMessageBytes: number;
  /** Tracks unary calls until their responses are sent. */
  readonly runningCalls: RunningCalls;
  readonly log: Log;
}

/** Serves gRPC calls on an HTTP/2 server, with or without TLS. */
export function serveGrpc(server: Http2Server, options: GrpcServerOptions): void {
  server.on("stream", (stream, headers) => {
    // A client may disconnect during a call.
    stream.on("error", (error) => {
      options.log.trace("call canceled by the client", { error: error.message });
    });
    void handleStream(stream, headers, options);
  });
}

async function handleStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: GrpcServerOptions,
): Promise<void> {
  const path = headers[":path"] ?? "";
  const method = options.methods.get(path);
  if (method === undefined) {
    refuse(stream, status.unimplemented, `${path} is not implemented`);
    return;
  }
  if (method === "silent") {
    stream.respond(responseHeaders);
    stream.resume();
    return;
  }
  await options.runningCalls.track(() => handleUnaryCall(stream, path, method, options));
}

async function handleUnaryCall(
  stream: ServerHttp2Stream,
  path: string,
  method: Exclude<ByteMethod, "silent">,
  { maxMessageBytes, log }: GrpcServerOptions,
): Promise<void> {
  const closed = new Promise((resolve) => stream.once("close", resolve));
  try {
    const response = await method(await receive(stream, maxMessageBytes));
    reply(stream, response);
  } catch (error) {
    // Handlers report their failures as diagnostics, so this is a message that cannot be decoded or encoded.
    log.debug("call failed", { path, error: error instanceof Error ? error.stack : String(error) });
    const code = error instanceof MessageTooLargeError ? status.resourceExhausted : status.internal;
    refuse(stream, code, error instanceof Error ? error.name : "unexpected failure");
  }
  await closed;
}

const responseHeaders = {
  [constants.HTTP2_HEADER_STATUS]: 200,
  [constants.HTTP2_HEADER_CONTENT_TYPE]: "application/grpc+proto",
};

/** @throws Error if the call is canceled, too large or malformed */
async function receive(stream: ServerHttp2Stream, limit: number): Promise<Uint8Array> {
  const collector = new MessageCollector(limit);
  // The stream must survive an error, because the error response is sent on it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    // A stream without an encoding yields buffers.
    collector.add(chunk as Buffer);
  }
  return collector.message();
}

function reply(stream: ServerHttp2Stream, message: Uint8Array): void {
  if (stream.destroyed) return;
  stream.respond(responseHeaders, { waitForTrailers: true });
  stream.once("wantTrailers", () => {
    stream.sendTrailers({ "grpc-status": String(status.ok) });
  });
  stream.end(frame(message));
}

/** Sends a trailers-only response, and closes the stream if the client is still sending. */
function refuse(stream: ServerHttp2Stream, code: Status, message: string): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond(
    { ...responseHeaders, "grpc-status": String(code), "grpc-message": encodeURI(message) },
    { endStream: true },
  );
  stream.resume();
  // Node 22.23 drops the response if the stream is closed in the same turn of the event loop.
  setImmediate(() => {
    if (!stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}
