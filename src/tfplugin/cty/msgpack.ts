/**
 * Reads and writes MessagePack. No library fits: the reader must allocate nothing for the lengths in untrusted bytes, keep all keys and
 * exact numbers, and accept every extension. Numbers are written as decimal text, because Terraform gives integers and doubles another
 * precision, and would show a difference to the state file as drift.
 */
import { Decimal } from "./decimal";
import { CodecError, type CtyValue, isArray, maxDepth, UNKNOWN } from "./value";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function readMsgpack(bytes: Uint8Array): CtyValue {
  return new Reader(bytes).read();
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): CtyValue {
    const value = this.#value(0);
    if (this.#position === this.#bytes.length) return value;
    throw new CodecError("Malformed MessagePack: unexpected bytes after the value.");
  }

  #value(depth: number): CtyValue {
    if (depth > maxDepth) throw new CodecError("The MessagePack is nested too deeply.");
    const head = this.#unsigned(1);
    if (head <= 0x7f) return integer(head);
    if (head <= 0x8f) return this.#map(head & 0x0f, depth);
    if (head <= 0x9f) return this.#array(head & 0x0f, depth);
    if (head <= 0xbf) return this.#string(head & 0x1f);
    if (head >= 0xe0) return integer(head - 0x100);
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return head === 0xc3;
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#extension(this.#unsigned(1 << (head - 0xc7)));
      case 0xca:
        return double(this.#view.getFloat32(this.#advance(4)));
      case 0xcb:
        return double(this.#view.getFloat64(this.#advance(8)));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return integer(this.#unsigned(1 << (head - 0xcc)));
      case 0xcf:
        return integer(this.#view.getBigUint64(this.#advance(8)));
      case 0xd0:
        return integer(this.#view.getInt8(this.#advance(1)));
      case 0xd1:
        return integer(this.#view.getInt16(this.#advance(2)));
      case 0xd2:
        return integer(this.#view.getInt32(this.#advance(4)));
      case 0xd3:
        return integer(this.#view.getBigInt64(this.#advance(8)));
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
        return this.#array(this.#unsigned(2 << (head - 0xdc)), depth);
      case 0xde:
      case 0xdf:
        return this.#map(this.#unsigned(2 << (head - 0xde)), depth);
      default:
        throw new CodecError("Malformed MessagePack: bytes that are not a value of Terraform.");
    }
  }

  #array(length: number, depth: number): CtyValue {
    const elements: CtyValue[] = [];
    for (let index = 0; index < length; index++) elements.push(this.#value(depth + 1));
    return elements;
  }

  #map(length: number, depth: number): CtyValue {
    const members = new Map<string, CtyValue>();
    for (let index = 0; index < length; index++) {
      const key = this.#value(depth + 1);
      if (typeof key !== "string") throw new CodecError("Expected a string key.");
      if (members.has(key)) throw new CodecError(`The key ${JSON.stringify(key)} is not unique.`);
      members.set(key, this.#value(depth + 1));
    }
    return members;
  }

  /** Extensions are unknown values. Providers may ignore their refinements. */
  #extension(length: number): CtyValue {
    this.#advance(1 + length);
    return UNKNOWN;
  }

  #string(length: number): string {
    const at = this.#advance(length);
    try {
      return utf8.decode(this.#bytes.subarray(at, at + length));
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

function integer(value: number | bigint): Decimal {
  return requireDecimal(Decimal.parse(String(value)), value);
}

function double(value: number): Decimal {
  return requireDecimal(Decimal.ofExactDouble(value), value);
}

function requireDecimal(decimal: Decimal | undefined, value: number | bigint): Decimal {
  if (decimal === undefined) throw new CodecError(`${value} is not a number that Terraform can store.`);
  return decimal;
}

export function encodeMsgpack(value: CtyValue): Buffer {
  const chunks: Buffer[] = [];
  encode(chunks, value);
  return Buffer.concat(chunks);
}

const nil = Buffer.of(0xc0);
const falseByte = Buffer.of(0xc2);
const trueByte = Buffer.of(0xc3);
/** Extension 0 with one byte that readers ignore. */
const unknown = Buffer.of(0xd4, 0, 0);

function encode(out: Buffer[], value: CtyValue): void {
  if (value === null) out.push(nil);
  else if (value === UNKNOWN) out.push(unknown);
  else if (typeof value === "boolean") out.push(value ? trueByte : falseByte);
  else if (typeof value === "string") pushString(out, value);
  else if (value instanceof Decimal) pushString(out, value.text);
  else if (isArray(value)) {
    out.push(head(value.length, 0x90, 16, undefined, 0xdc));
    for (const element of value) encode(out, element);
  } else {
    out.push(head(value.size, 0x80, 16, undefined, 0xde));
    for (const [key, part] of value) {
      pushString(out, key);
      encode(out, part);
    }
  }
}

function pushString(out: Buffer[], text: string): void {
  const bytes = Buffer.from(text, "utf8");
  out.push(head(bytes.length, 0xa0, 32, 0xd9, 0xda), bytes);
}

/** The shortest header for the length: in the type byte itself, or in the following 8, 16 or 32 bits. */
function head(
  length: number,
  fixed: number,
  fixedLimit: number,
  mark8: number | undefined,
  mark16: number,
): Buffer {
  if (length < fixedLimit) return Buffer.of(fixed | length);
  if (mark8 !== undefined && length <= 0xff) return Buffer.of(mark8, length);
  if (length <= 0xffff) return Buffer.of(mark16, length >> 8, length & 0xff);
  const long = Buffer.alloc(5);
  long.writeUInt8(mark16 + 1);
  long.writeUInt32BE(length, 1);
  return long;
}
