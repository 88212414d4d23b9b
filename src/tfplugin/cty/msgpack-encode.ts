/**
 * Encodes MessagePack by type. Numbers are encoded as decimal text, because Terraform gives integers and doubles another precision,
 * and would show a difference to the state file as drift.
 */
import { CodecError, within } from "./codec-error";
import { Decimal } from "./decimal";
import { typeToJson, type CtyType } from "./type";
import { UNKNOWN } from "./unknown";
import { DynamicallyTyped, sortSetElements, isArray, isObject, type CtyValue } from "./value";

/** @throws CodecError for a value that is not of the type */
export function encodeMsgpack(value: CtyValue, type: CtyType): Buffer {
  const chunks: Buffer[] = [];
  encode(chunks, value, type);
  return Buffer.concat(chunks);
}

const nil = Buffer.of(0xc0);
const falseByte = Buffer.of(0xc2);
const trueByte = Buffer.of(0xc3);
/** Extension 0 with one byte that readers ignore. */
const unknown = Buffer.of(0xd4, 0, 0);

function encode(out: Buffer[], value: CtyValue, type: CtyType): void {
  if (value === null) out.push(nil);
  else if (value === UNKNOWN) out.push(unknown);
  else encodeKnown(out, value, type);
}

function encodeKnown(out: Buffer[], value: Exclude<CtyValue, null | typeof UNKNOWN>, type: CtyType): void {
  switch (type.kind) {
    case "string":
      if (typeof value !== "string") return typeMismatch(type);
      pushString(out, value);
      return;
    case "bool":
      if (typeof value !== "boolean") return typeMismatch(type);
      out.push(value ? trueByte : falseByte);
      return;
    case "number":
      if (!(value instanceof Decimal)) return typeMismatch(type);
      pushString(out, value.text);
      return;
    case "list":
      if (!isArray(value)) return typeMismatch(type);
      pushElements(out, value, () => type.element);
      return;
    case "set":
      if (!isArray(value)) return typeMismatch(type);
      pushElements(out, sortSetElements(value, type.element), () => type.element);
      return;
    case "tuple":
      if (!isArray(value) || value.length !== type.elements.length) return typeMismatch(type);
      pushElements(out, value, (index) => type.elements[index] ?? { kind: "dynamic" });
      return;
    case "map":
      if (!isObject(value)) return typeMismatch(type);
      pushEntries(
        out,
        [...value].map(([key, part]) => [key, part, type.element] as const),
      );
      return;
    case "object":
      if (!isObject(value) || [...value.keys()].some((name) => !type.attributes.has(name)))
        return typeMismatch(type);
      pushEntries(
        out,
        [...type.attributes].map(([name, part]) => [name, value.get(name) ?? null, part] as const),
      );
      return;
    case "dynamic":
      if (!(value instanceof DynamicallyTyped)) return typeMismatch(type);
      out.push(Buffer.of(0x92));
      pushBytes(out, Buffer.from(typeToJson(value.type), "utf8"));
      encode(out, value.value, value.type);
      return;
  }
}

function pushElements(
  out: Buffer[],
  elements: readonly CtyValue[],
  typeAt: (index: number) => CtyType,
): void {
  out.push(head(elements.length, 0x90, 16, undefined, 0xdc));
  elements.forEach((element, index) => {
    within(index, () => {
      encode(out, element, typeAt(index));
    });
  });
}

function pushEntries(out: Buffer[], entries: readonly (readonly [string, CtyValue, CtyType])[]): void {
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

function pushBytes(out: Buffer[], bytes: Buffer): void {
  out.push(head(bytes.length, 0, 0, 0xc4, 0xc5), bytes);
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

function typeMismatch(type: CtyType): never {
  throw new CodecError(`The value is not of type ${type.kind}.`);
}
