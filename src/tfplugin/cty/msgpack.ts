/**
 * Reads and writes MessagePack. No library fits: the reader must allocate nothing for the lengths in untrusted bytes, keep all keys and
 * exact numbers, and accept every extension. Numbers are written as decimal text, because Terraform gives integers and doubles another
 * precision, and would show a difference to the state file as drift.
 */
import { isUtf8 } from "node:buffer";
import { Decimal, exactDouble, parseExactNumber, textOfNumber } from "./decimal";
import {
  type AttributeType,
  CodecError,
  type CtyValue,
  fieldOf,
  inPart,
  isArray,
  mapMembers,
  numberOfType,
  type ObjectType,
  sortSetElements,
  typeMismatch,
  UNKNOWN,
} from "./value";

/** Sets missing attributes to null. @throws CodecError for bytes that are not a value of the type */
export function decodeMsgpack(bytes: Uint8Array, type: AttributeType): CtyValue {
  const reader = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const value = reader.read(type);
  if (reader.isAtEnd) return value;
  throw new CodecError("Malformed MessagePack: unexpected bytes after the value.");
}

/** The depth of a value is that of its type. */
class Reader {
  private position = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  read(type: AttributeType): CtyValue {
    const head = this.byte();
    if (head === 0xc0) return null;
    if (head === 0xc2 || head === 0xc3)
      return type.kind === "boolean" ? head === 0xc3 : typeMismatch(type, "boolean");
    if ((head & 0xe0) === 0xa0) return this.text(type, head & 0x1f);
    if (head >= 0xd9 && head <= 0xdb) return this.text(type, this.unsigned(1 << (head - 0xd9)));
    if ((head & 0xf0) === 0x90) return this.array(type, head & 0x0f);
    if (head === 0xdc || head === 0xdd) return this.array(type, this.unsigned(2 << (head - 0xdc)));
    if ((head & 0xf0) === 0x80) return this.map(type, head & 0x0f);
    if (head === 0xde || head === 0xdf) return this.map(type, this.unsigned(2 << (head - 0xde)));
    // Extensions are unknown values. Providers may ignore their refinements.
    if (head >= 0xd4 && head <= 0xd8) return this.extension(1 << (head - 0xd4));
    if (head >= 0xc7 && head <= 0xc9) return this.extension(this.unsigned(1 << (head - 0xc7)));
    return numberOfType(this.number(head), type, "number");
  }

  /** Undefined for a double that is not a number. */
  private number(head: number): number | Decimal | undefined {
    if (head <= 0x7f) return head;
    if (head >= 0xe0) return head - 0x100;
    const { bytes } = this;
    switch (head) {
      case 0xca:
        return exactDouble(bytes.readFloatBE(this.advance(4)));
      case 0xcb:
        return exactDouble(bytes.readDoubleBE(this.advance(8)));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.unsigned(1 << (head - 0xcc));
      case 0xcf:
        return parseExactNumber(bytes.readBigUInt64BE(this.advance(8)).toString());
      case 0xd0:
      case 0xd1:
      case 0xd2: {
        const width = 1 << (head - 0xd0);
        return bytes.readIntBE(this.advance(width), width);
      }
      case 0xd3:
        return parseExactNumber(bytes.readBigInt64BE(this.advance(8)).toString());
      default:
        throw new CodecError("Malformed MessagePack: bytes that are not a value of Terraform.");
    }
  }

  private text(type: AttributeType, length: number): CtyValue {
    const text = this.string(length);
    if (type.kind === "string") return text;
    // Terraform writes long numbers as strings.
    return numberOfType(type.kind === "number" ? parseExactNumber(text) : undefined, type, "string");
  }

  private string(length: number): string {
    const start = this.advance(length);
    const text = this.bytes.toString("utf8", start, start + length);
    // Node.js replaces invalid bytes with this character, which a valid text can have too.
    if (text.includes("\uFFFD") && !isUtf8(this.bytes.subarray(start, start + length)))
      throw new CodecError("Malformed MessagePack: string is not UTF-8.");
    return text;
  }

  private array(type: AttributeType, length: number): CtyValue {
    if (type.kind !== "list" && type.kind !== "set") return typeMismatch(type, "array");
    const elements: CtyValue[] = [];
    try {
      while (elements.length < length) elements.push(this.read(type.element));
    } catch (error) {
      throw inPart(elements.length, error);
    }
    return type.kind === "set" ? sortSetElements(elements) : elements;
  }

  private map(type: AttributeType, length: number): CtyValue {
    if (type.kind !== "map" && type.kind !== "object") return typeMismatch(type, "object");
    const members = new Map<string, CtyValue>();
    for (let index = 0; index < length; index++) {
      const name = this.read(keyType);
      if (typeof name !== "string") throw new CodecError("Expected a string key.");
      if (members.has(name)) throw new CodecError(`The key ${JSON.stringify(name)} is not unique.`);
      const memberType = "element" in type ? type.element : requireField(type, name);
      try {
        members.set(name, this.read(memberType));
      } catch (error) {
        throw inPart(name, error);
      }
    }
    // All objects of a type have their members in the same order.
    if (type.kind === "object") return mapMembers(type.fields, (_, name) => members.get(name) ?? null);
    return Object.fromEntries(members);
  }

  private extension(length: number): CtyValue {
    this.advance(1 + length);
    return UNKNOWN;
  }

  private unsigned(width: number): number {
    return width === 1 ? this.byte() : this.bytes.readUIntBE(this.advance(width), width);
  }

  /** Faster than the methods of Buffer, for the many heads and short strings. */
  private byte(): number {
    const byte = this.bytes[this.position];
    if (byte === undefined) throw new CodecError("Malformed MessagePack: unexpected end.");
    this.position += 1;
    return byte;
  }

  private advance(length: number): number {
    const start = this.position;
    if (start + length > this.bytes.length) throw new CodecError("Malformed MessagePack: unexpected end.");
    this.position = start + length;
    return start;
  }
}

const keyType: AttributeType = { kind: "string" };

function requireField(type: ObjectType, name: string): AttributeType {
  const field = fieldOf(type, name);
  if (field === undefined) throw new CodecError("The object has an attribute that is not in its type.");
  return field;
}

export function encodeMsgpack(value: CtyValue): Buffer {
  const writer = new Writer();
  writer.write(value);
  return writer.written;
}

const stringHead = 0xa0;

class Writer {
  private bytes = Buffer.allocUnsafe(1024);
  private length = 0;

  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  write(value: CtyValue): void {
    if (typeof value === "string") this.text(value);
    else if (value === null) this.byte(0xc0);
    else if (typeof value === "number" || value instanceof Decimal) this.text(textOfNumber(value));
    else if (typeof value === "boolean") this.byte(value ? 0xc3 : 0xc2);
    else if (value === UNKNOWN) {
      // Extension 0 with one byte that readers ignore.
      this.byte(0xd4);
      this.byte(0);
      this.byte(0);
    } else if (isArray(value)) {
      this.head(value.length, 0x90, 16, 0xdc);
      for (const element of value) this.write(element);
    } else {
      const entries = Object.entries(value);
      this.head(entries.length, 0x80, 16, 0xde);
      for (const [name, member] of entries) {
        this.text(name);
        this.write(member);
      }
    }
  }

  private text(text: string): void {
    if (this.ascii(text)) return;
    const length = Buffer.byteLength(text);
    this.head(length, stringHead, 32, 0xda);
    this.reserve(length);
    this.length += this.bytes.write(text, this.length, "utf8");
  }

  /** Writes a short ASCII string, as most strings are. Faster than the methods of Buffer. @returns whether it is one */
  private ascii(text: string): boolean {
    const { length } = text;
    if (length >= 32) return false;
    this.reserve(1 + length);
    const { bytes } = this;
    const start = this.length;
    bytes[start] = stringHead | length;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      bytes[start + 1 + index] = code;
    }
    this.length = start + 1 + length;
    return true;
  }

  /** The shortest header for the length: in the type byte itself, or in the following 8 (only of strings), 16 or 32 bits. */
  private head(length: number, fixed: number, fixedLimit: number, mark16: number): void {
    if (length < fixedLimit) {
      this.byte(fixed | length);
      return;
    }
    const width = fixed === stringHead && length <= 0xff ? 1 : length <= 0xffff ? 2 : 4;
    this.byte(mark16 + (width >> 1) - 1);
    this.reserve(width);
    this.length = this.bytes.writeUIntBE(length, this.length, width);
  }

  private byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  private reserve(length: number): void {
    const needed = this.length + length;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
