/** The framing of gRPC: messages with a prefix of five bytes (compression flag and length), headers and trailers. */
import { once } from "node:events";
import { constants, type ServerHttp2Stream } from "node:http2";

const prefixLength = 5;

export class MessageTooLargeError extends Error {
  override readonly name = "MessageTooLargeError";
}

/** Assembles the message of a unary call from chunks. */
export class MessageCollector {
  readonly #chunks: Buffer[] = [];
  #arrived = 0;
  /** Length of message and prefix; undefined until the prefix is complete. */
  #expected: number | undefined;

  constructor(private readonly limit: number) {}

  /** Fails as early as possible, so that invalid data is not buffered. @throws MessageTooLargeError if the length exceeds the limit */
  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#arrived += chunk.length;
    this.#expected ??= this.#readPrefix();
    if (this.#expected !== undefined && this.#arrived > this.#expected) throw notOneMessage();
  }

  message(): Uint8Array {
    if (this.#arrived !== this.#expected) throw notOneMessage();
    return this.#concatenated().subarray(prefixLength);
  }

  #readPrefix(): number | undefined {
    if (this.#arrived < prefixLength) return undefined;
    const prefix = this.#concatenated();
    if (prefix.readUInt8(0) !== 0) throw new Error("The message is compressed, which is not supported.");
    const length = prefix.readUInt32BE(1);
    if (length > this.limit) throw new MessageTooLargeError(`The message exceeds ${this.limit} bytes.`);
    return prefixLength + length;
  }

  #concatenated(): Buffer {
    const [first, second] = this.#chunks;
    return first !== undefined && second === undefined ? first : Buffer.concat(this.#chunks);
  }
}

function notOneMessage(): Error {
  return new Error("A unary call must contain exactly one message.");
}

export const status = { ok: 0, resourceExhausted: 8, unimplemented: 12, internal: 13 } as const;
export type Status = (typeof status)[keyof typeof status];

export const responseHeaders = {
  [constants.HTTP2_HEADER_STATUS]: 200,
  [constants.HTTP2_HEADER_CONTENT_TYPE]: "application/grpc+proto",
};

export function statusTrailers(code: Status, message = ""): Readonly<Record<string, string>> {
  return {
    "grpc-status": String(code),
    ...(message === "" ? {} : { "grpc-message": encodeURI(message) }),
  };
}

/** Writes the responses of a call, at the speed at which the client reads them. */
export class ResponseWriter {
  readonly #canceled = new AbortController();
  #outcome: Readonly<Record<string, string>> = statusTrailers(status.ok);
  #isEnded = false;

  constructor(private readonly stream: ServerHttp2Stream) {
    stream.once("close", () => {
      if (!this.#isEnded) this.#canceled.abort(new Error("The client canceled the call."));
    });
  }

  get signal(): AbortSignal {
    return this.#canceled.signal;
  }

  readonly send = async (message: Uint8Array): Promise<void> => {
    if (this.stream.destroyed) return;
    this.#respond();
    const prefix = Buffer.alloc(prefixLength);
    prefix.writeUInt32BE(message.length, 1);
    // Node buffers data beyond the client's flow control window, and reports that as a full buffer.
    if (this.stream.write(Buffer.concat([prefix, message]))) return;
    // It may disconnect instead.
    await once(this.stream, "drain", { signal: this.signal }).catch(() => undefined);
  };

  /** Ends the call. Responses that were sent before a failure stay valid. */
  end(code: Status = status.ok, message = ""): void {
    this.#isEnded = true;
    if (this.stream.destroyed) return;
    this.#outcome = statusTrailers(code, message);
    this.#respond();
    this.stream.end();
  }

  #respond(): void {
    if (this.stream.headersSent) return;
    this.stream.respond(responseHeaders, { waitForTrailers: true });
    this.stream.once("wantTrailers", () => {
      this.stream.sendTrailers(this.#outcome);
    });
  }
}
