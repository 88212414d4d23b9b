/**
 * Encodes MessagePack by type. Numbers are encoded as decimal text, because Terraform gives integers and doubles another precision,
 * and would show a difference to the state file as drift.
 */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { type AttributeType, fieldOf } from "./type";
import { UNKNOWN, sortSetElements, isArray, isObject, type CtyValue } from "./value";

/** @throws CodecError for a value that is not of the type */
export function encodeMsgpack(value: CtyValue, type: AttributeType): Buffer {
  const chunks: Buffer[] = [];
  encode(chunks, value, type);
  return Buffer.concat(chunks);
}

const nil = Buffer.of(0xc0);
const falseByte = Buffer.of(0xc2);
const trueByte = Buffer.of(0xc3);
/** Extension 0 with one byte that readers ignore. */
const unknown = Buffer.of(0xd4, 0, 0);

function encode(out: Buffer[], value: CtyValue, type: AttributeType): void {
  if (value === null) out.push(nil);
  else if (value === UNKNOWN) out.push(unknown);
  else encodeKnown(out, value, type);
}

function encodeKnown(
  out: Buffer[],
  value: Exclude<CtyValue, null | typeof UNKNOWN>,
  type: AttributeType,
): void {
  switch (type.kind) {
    case "string":
      if (typeof value !== "string") return typeMismatch(type);
      pushString(out, value);
      return;
    case "boolean":
      if (typeof value !== "boolean") return typeMismatch(type);
      out.push(value ? trueByte : falseByte);
      return;
    case "number":
      if (!(value instanceof Decimal)) return typeMismatch(type);
      pushString(out, value.text);
      return;
    case "list":
      if (!isArray(value)) return typeMismatch(type);
      pushElements(out, value, type.element);
      return;
    case "set":
      if (!isArray(value)) return typeMismatch(type);
      pushElements(out, sortSetElements(value, type.element), type.element);
      return;
    case "map":
      if (!isObject(value)) return typeMismatch(type);
      pushEntries(
        out,
        [...value].map(([key, part]) => [key, part, type.element] as const),
      );
      return;
    case "object":
      if (!isObject(value) || [...value.keys()].some((name) => fieldOf(type, name) === undefined))
        return typeMismatch(type);
      pushEntries(
        out,
        Object.entries(type.fields).map(([name, part]) => [name, value.get(name) ?? null, part] as const),
      );
      return;
  }
}

function pushElements(out: Buffer[], elements: readonly CtyValue[], type: AttributeType): void {
  out.push(head(elements.length, 0x90, 16, undefined, 0xdc));
  elements.forEach((element, index) => {
    within(index, () => {
      encode(out, element, type);
    });
  });
}

function pushEntries(out: Buffer[], entries: readonly (readonly [string, CtyValue, AttributeType])[]): void {
  out.push(head(entries.length, 0x80, 16, undefined, 0xde));
  for (const [key, value, type] of entries) {
    pushString(out, key);
    within(key, () => {
      encode(out, value, type);
    });
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

function typeMismatch(type: AttributeType): never {
  throw new CodecError(`The value is not of type ${type.kind}.`);
}
