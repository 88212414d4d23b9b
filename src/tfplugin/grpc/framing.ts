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
  #arrived = 0;
  /** Of the message with its prefix; undefined until the prefix is there. */
  #expected: number | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Throws as soon as what has arrived cannot become the one message, so that nothing is kept of it: MessageTooLarge by what
   * the prefix claims.
   */
  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#arrived += chunk.length;
    this.#expected ??= this.#readPrefix();
    if (this.#expected !== undefined && this.#arrived > this.#expected) throw notOneMessage();
  }

  /** Throws when what has arrived is not the whole message. */
  message(): Uint8Array {
    if (this.#arrived !== this.#expected) throw notOneMessage();
    return this.#together().subarray(prefixLength);
  }

  #readPrefix(): number | undefined {
    if (this.#arrived < prefixLength) return undefined;
    const begun = this.#together();
    if (begun.readUInt8(0) !== 0) throw new Error("A message is compressed, which was not agreed.");
    const length = begun.readUInt32BE(1);
    if (length > this.#limit) throw new MessageTooLarge(this.#limit);
    return prefixLength + length;
  }

  #together(): Buffer {
    const [first, second] = this.#chunks;
    return first !== undefined && second === undefined ? first : Buffer.concat(this.#chunks);
  }
}

function notOneMessage(): Error {
  return new Error("A call did not hold exactly one message.");
}
