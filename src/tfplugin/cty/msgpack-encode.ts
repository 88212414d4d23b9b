/**
 * Encodes MessagePack. Numbers are encoded as decimal text, because Terraform gives integers and doubles another precision, and would
 * show a difference to the state file as drift.
 */
import { Decimal } from "./decimal";
import { UNKNOWN, isArray, type CtyValue } from "./value";

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
