/** A client that sends HTTP/2 frames and arbitrary bytes. */
import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect as connectSocket } from "node:net";

interface RawResponse {
  /** gRPC status; undefined if the stream was closed without one. */
  readonly status: number | undefined;
  readonly message: string;
}

export class RawClient {
  static async open(socket: string): Promise<RawClient> {
    const session = connectHttp2("http://localhost", {
      createConnection: () => connectSocket(socket),
      // Megabytes. Data that waits to be sent counts, and beyond this limit the client receives nothing.
      maxSessionMemory: 1024,
    });
    await once(session, "connect");
    return new RawClient(session);
  }

  private constructor(readonly session: ClientHttp2Session) {}

  begin(path: string) {
    return this.session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
    });
  }

  /** @param body pieces of the body; the last one ends it */
  async send(path: string, ...body: readonly Uint8Array[]): Promise<RawResponse> {
    const stream = this.begin(path);
    for (const piece of body) stream.write(piece);
    stream.end();
    return await responseOf(stream);
  }

  close(): void {
    this.session.destroy();
  }
}

type Stream = ReturnType<RawClient["begin"]>;

export function responseOf(stream: Stream): Promise<RawResponse> {
  return new Promise((done) => {
    let head: Readonly<Record<string, unknown>> = {};
    const take = (headers: object) => (head = { ...head, ...headers });
    stream.on("response", take).on("trailers", take);
    // Node's client continues to send after the server has responded.
    stream.on("error", () => undefined).once("end", () => stream.destroy());
    stream.resume();
    stream.once("close", () => {
      const { "grpc-status": status, "grpc-message": message = "" } = head;
      done({
        status: status === undefined ? undefined : Number(status),
        message: decodeURI(String(message)),
      });
    });
  });
}

/** Sends bytes that are not HTTP/2. @returns after a GOAWAY or the end of the connection */
export async function refused(path: string, bytes: Uint8Array | string): Promise<void> {
  const socket = connectSocket(path);
  // once() of node:events would reject on an error.
  const closed = new Promise((done) => socket.once("close", done));
  let received = Buffer.alloc(0);
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (frameTypes(received).includes(0x07)) socket.destroy();
    });
  socket.write(bytes);
  await closed;
}

function frameTypes(bytes: Buffer): number[] {
  const types = [];
  for (let at = 0; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3))
    types.push(bytes.readUInt8(at + 3));
  return types;
}

/** The gRPC prefix of five bytes. */
export function prefix(length: number, compressed = 0): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(compressed, 0);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}
