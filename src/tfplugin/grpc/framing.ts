/** gRPC puts five bytes in front of a message: whether it is compressed, and its length. */

const prefixLength = 5;

export class MessageTooLarge extends Error {
  constructor(limit: number) {
    super(`A message is longer than ${limit} bytes.`);
    this.name = "MessageTooLarge";
  }
}

export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(prefixLength + message.length);
  framed.writeUInt8(0, 0);
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, prefixLength);
  return framed;
}

/** Puts the one message of a unary call together from the pieces in which it arrives. */
export class MessageCollector {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws MessageTooLarge as soon as too much has come, whatever length the prefix claims. */
  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.#limit + prefixLength) {
      this.#chunks.length = 0;
      throw new MessageTooLarge(this.#limit);
    }
    this.#chunks.push(chunk);
  }

  /** Throws when what has arrived is not exactly one uncompressed message. */
  message(): Uint8Array {
    const all =
      this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    if (all.length < prefixLength || all.readUInt32BE(1) !== all.length - prefixLength) {
      throw new Error("A call did not hold exactly one message.");
    }
    if (all.readUInt8(0) !== 0) throw new Error("A message is compressed, which was not agreed.");
    return all.subarray(prefixLength);
  }
}
