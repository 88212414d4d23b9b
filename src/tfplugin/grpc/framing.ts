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

  /** @returns an error as early as possible, so that invalid data is not buffered */
  add(chunk: Buffer): Error | undefined {
    this.#chunks.push(chunk);
    this.#arrived += chunk.length;
    if (this.#expected === undefined && this.#arrived >= prefixLength) {
      const prefix = this.#concatenated();
      if (prefix.readUInt8(0) !== 0) return new Error("The message is compressed, which is not supported.");
      const length = prefix.readUInt32BE(1);
      if (length > this.limit) return new MessageTooLargeError(`The message exceeds ${this.limit} bytes.`);
      this.#expected = prefixLength + length;
    }
    return this.#expected !== undefined && this.#arrived > this.#expected ? notOneMessage() : undefined;
  }

  message(): Uint8Array {
    if (this.#arrived !== this.#expected) throw notOneMessage();
    return this.#concatenated().subarray(prefixLength);
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
  #canceled: AbortController | undefined;
  #outcome: Readonly<Record<string, string>> = statusTrailers(status.ok);
  #isEnded = false;

  constructor(private readonly stream: ServerHttp2Stream) {}

  /** Created on first use, because only streams of responses need it. */
  get signal(): AbortSignal {
    return (this.#canceled ??= this.#abortOnClose()).signal;
  }

  readonly send = async (message: Uint8Array): Promise<void> => {
    if (this.stream.destroyed) return;
    this.#respond();
    // Node buffers data beyond the client's flow control window, and reports that as a full buffer.
    if (this.stream.write(framed(message))) return;
    // It may disconnect instead.
    await once(this.stream, "drain", { signal: this.signal }).catch(() => undefined);
  };

  /** Ends the call, with a last message if it has one. Responses that were sent before a failure stay valid. */
  end(message: Uint8Array | undefined, code: Status = status.ok, problem = ""): void {
    this.#isEnded = true;
    if (this.stream.destroyed) return;
    this.#outcome = statusTrailers(code, problem);
    this.#respond();
    this.stream.end(message && framed(message));
  }

  #respond(): void {
    if (this.stream.headersSent) return;
    this.stream.respond(responseHeaders, { waitForTrailers: true });
    this.stream.once("wantTrailers", () => {
      this.stream.sendTrailers(this.#outcome);
    });
  }

  #abortOnClose(): AbortController {
    const canceled = new AbortController();
    this.stream.once("close", () => {
      if (!this.#isEnded) canceled.abort(new Error("The client canceled the call."));
    });
    return canceled;
  }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefixLength + message.length);
  frame.writeUInt8(0);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixLength);
  return frame;
}
