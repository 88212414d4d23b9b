/**
 * The part of gRPC that a Terraform provider needs, on node:http2: unary calls, and streams that stay silent. The
 * @grpc/grpc-js library does the same and much more, and loading it takes longer than all the rest of a provider's
 * start, of which one plan makes three. Specification: grpc/doc/PROTOCOL-HTTP2.md.
 */
import { constants, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { type Activity } from "./activity";
import { frame, MessageCollector, MessageTooLarge } from "./framing";
import { type ByteMethod } from "./service";
import { type Log } from "../log";

/** gRPC's status codes, as far as they are used here. */
const status = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;
type Status = (typeof status)[keyof typeof status];

export interface GrpcServerOptions {
  readonly methods: ReadonlyMap<string, ByteMethod>;
  /** Longest message accepted, in bytes. */
  readonly messageLimit: number;
  /** Is told of every call until its answer has left; silent streams do not count. */
  readonly activity: Activity;
  readonly log: Log;
}

/** Answers gRPC calls on an HTTP/2 server, which may be secure or not. */
export function serveGrpc(server: Http2Server, options: GrpcServerOptions): void {
  server.on("stream", (stream, headers) => {
    // A client that goes away in the middle of a call is no concern of ours.
    stream.on("error", (error) => {
      options.log.trace("a call was broken off", { error: error.message });
    });
    void answer(stream, headers, options);
  });
}

async function answer(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: GrpcServerOptions,
): Promise<void> {
  const path = headers[":path"] ?? "";
  const method = options.methods.get(path);
  if (method === undefined) {
    refuse(stream, status.unimplemented, `${path} is not offered`);
    return;
  }
  if (method === "silent") {
    stream.respond(responseHeaders);
    stream.resume();
    return;
  }
  await options.activity.during(() => answerUnary(stream, path, method, options));
}

async function answerUnary(
  stream: ServerHttp2Stream,
  path: string,
  method: Exclude<ByteMethod, "silent">,
  { messageLimit, log }: GrpcServerOptions,
): Promise<void> {
  const closed = new Promise((resolve) => stream.once("close", resolve));
  try {
    const response = await method(await receive(stream, messageLimit));
    reply(stream, response);
  } catch (error) {
    // Handlers turn their own mistakes into diagnostics: what arrives here is a message that cannot be read or written.
    log.debug("a call failed", { path, error: error instanceof Error ? error.stack : String(error) });
    const code = error instanceof MessageTooLarge ? status.resourceExhausted : status.internal;
    refuse(stream, code, error instanceof Error ? error.name : "unexpected failure");
  }
  await closed;
}

const responseHeaders = {
  [constants.HTTP2_HEADER_STATUS]: 200,
  [constants.HTTP2_HEADER_CONTENT_TYPE]: "application/grpc+proto",
};

/** Rejects for a call that is broken off, too long or malformed. */
async function receive(stream: ServerHttp2Stream, limit: number): Promise<Uint8Array> {
  const collector = new MessageCollector(limit);
  // Not destroyed on the way out: a refusal still has to be sent on it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    // A stream without an encoding gives buffers.
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

/** A response of trailers only, sent as headers. A client that is still sending is told that nobody listens. */
function refuse(stream: ServerHttp2Stream, code: Status, message: string): void {
  if (stream.destroyed || stream.headersSent) return;
  stream.respond(
    { ...responseHeaders, "grpc-status": String(code), "grpc-message": encodeURI(message) },
    { endStream: true },
  );
  stream.resume();
  // Newer versions of Node (22.23) drop the response with the stream where both are sent in one turn.
  setImmediate(() => {
    if (!stream.readableEnded && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}
