/**
 * Reads MessagePack tokens. No library fits: the decoder needs a stream of tokens without an intermediate tree, no allocation for the
 * lengths in untrusted bytes, all map keys, and a distinction between integers, doubles and extensions.
 */
import { CodecError } from "./codec-error";

export type Token =
  | { readonly kind: "nil" | "extension" | "bytes" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  /** The elements, or alternating keys and values, follow as tokens. */
  | { readonly kind: "array" | "map"; readonly length: number };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  next(): Token {
    const head = this.#unsigned(1);
    if (head <= 0x7f) return { kind: "integer", value: BigInt(head) };
    if (head <= 0x8f) return { kind: "map", length: head & 0x0f };
    if (head <= 0x9f) return { kind: "array", length: head & 0x0f };
    if (head <= 0xbf) return this.#string(head & 0x1f);
    if (head >= 0xe0) return { kind: "integer", value: BigInt(head - 0x100) };
    return this.#marked(head);
  }

  #marked(head: number): Token {
    switch (head) {
      case 0xc0:
        return { kind: "nil" };
      case 0xc2:
      case 0xc3:
        return { kind: "boolean", value: head === 0xc3 };
      case 0xc4:
      case 0xc5:
      case 0xc6:
        this.#advance(this.#unsigned(1 << (head - 0xc4)));
        return { kind: "bytes" };
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#extension(this.#unsigned(1 << (head - 0xc7)));
      case 0xca:
        return { kind: "double", value: this.#view.getFloat32(this.#advance(4)) };
      case 0xcb:
        return { kind: "double", value: this.#view.getFloat64(this.#advance(8)) };
      case 0xcc:
      case 0xcd:
      case 0xce:
        return { kind: "integer", value: BigInt(this.#unsigned(1 << (head - 0xcc))) };
      case 0xcf:
        return { kind: "integer", value: this.#view.getBigUint64(this.#advance(8)) };
      case 0xd0:
        return { kind: "integer", value: BigInt(this.#view.getInt8(this.#advance(1))) };
      case 0xd1:
        return { kind: "integer", value: BigInt(this.#view.getInt16(this.#advance(2))) };
      case 0xd2:
        return { kind: "integer", value: BigInt(this.#view.getInt32(this.#advance(4))) };
      case 0xd3:
        return { kind: "integer", value: this.#view.getBigInt64(this.#advance(8)) };
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#extension(1 << (head - 0xd4));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#string(this.#unsigned(1 << (head - 0xd9)));
      case 0xdc:
      case 0xdd:
        return { kind: "array", length: this.#unsigned(2 << (head - 0xdc)) };
      case 0xde:
      case 0xdf:
        return { kind: "map", length: this.#unsigned(2 << (head - 0xde)) };
      default:
        throw new CodecError("Malformed MessagePack: reserved type byte.");
    }
  }

  /** Extensions are unknown values. Providers may ignore their refinements. */
  #extension(length: number): Token {
    this.#advance(1 + length);
    return { kind: "extension" };
  }

  #string(length: number): Token {
    const at = this.#advance(length);
    try {
      return { kind: "string", value: utf8.decode(this.#bytes.subarray(at, at + length)) };
    } catch {
      throw new CodecError("Malformed MessagePack: string is not UTF-8.");
    }
  }

  #unsigned(width: number): number {
    const at = this.#advance(width);
    if (width === 1) return this.#view.getUint8(at);
    return width === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  #advance(length: number): number {
    const at = this.#position;
    if (at + length > this.#bytes.length) throw new CodecError("Malformed MessagePack: unexpected end.");
    this.#position = at + length;
    return at;
  }
}
