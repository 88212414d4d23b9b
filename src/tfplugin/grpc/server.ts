/**
 * Implements the part of gRPC that a Terraform provider needs, on node:http2: unary calls, streams of responses, and streams without
 * messages. Loading the @grpc/grpc-js library takes longer than the rest of a provider's start, and one plan starts a provider three
 * times.
 * Specification: grpc/doc/PROTOCOL-HTTP2.md.
 */
import { constants, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { type RunningCalls } from "./running-calls";
import {
  MessageCollector,
  MessageTooLargeError,
  responseHeaders,
  status,
  statusTrailers,
  type Status,
} from "./framing";
import { ResponseWriter } from "./response-writer";
import { type ByteMethod, type MethodCall } from "./service";
import { type Log } from "../author/handler-context";

export interface GrpcServerOptions {
  readonly methods: ReadonlyMap<string, ByteMethod>;
  /** Max size of a request. */
  readonly maxMessageBytes: number;
  /** Tracks calls until their responses are sent. */
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
  if (method.kind === "silent") {
    stream.respond(responseHeaders);
    stream.resume();
    return;
  }
  await options.runningCalls.track(() => handleCall(stream, path, method.call, options));
}

async function handleCall(
  stream: ServerHttp2Stream,
  path: string,
  call: MethodCall,
  { maxMessageBytes, log }: GrpcServerOptions,
): Promise<void> {
  const closed = new Promise((resolve) => stream.once("close", resolve));
  const responses = new ResponseWriter(stream);
  try {
    await call(await receive(stream, maxMessageBytes), responses);
    responses.end();
  } catch (error) {
    const { code, message } = failureOf(error, path, log);
    if (stream.headersSent) responses.end(code, message);
    else refuse(stream, code, message);
  }
  await closed;
}

/** Handlers report their failures as diagnostics, so this is a message that cannot be decoded or encoded. */
function failureOf(error: unknown, path: string, log: Log): { code: Status; message: string } {
  log.debug("call failed", { path, error: error instanceof Error ? error.stack : String(error) });
  return {
    code: error instanceof MessageTooLargeError ? status.resourceExhausted : status.internal,
    message: error instanceof Error ? error.name : "unexpected failure",
  };
}

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
