/** Encodes the subset of DER (X.690) that a certificate needs. A library would take longer to load than the rest of the provider. */

type Part = Buffer;

function tagged(tag: number, ...contents: readonly Part[]): Part {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Part {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

function oid(dotted: string): Part {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** UTCTime, which ends with the year 2049. */
function utcTime(date: Date): Part {
  const digits = date.toISOString().replace(/\D/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`, "ascii"));
}

export const der = {
  sequence: (...parts: readonly Part[]) => tagged(0x30, ...parts),
  set: (...parts: readonly Part[]) => tagged(0x31, ...parts),
  /** A positive integer from its big-endian bytes. */
  integer: (bytes: Buffer) =>
    tagged(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes),
  true: () => tagged(0x01, Buffer.of(0xff)),
  bitString: (bytes: Buffer, unusedBits = 0) => tagged(0x03, Buffer.of(unusedBits), bytes),
  octetString: (...parts: readonly Part[]) => tagged(0x04, ...parts),
  utf8: (text: string) => tagged(0x0c, Buffer.from(text, "utf8")),
  /** Explicit tag [number]. */
  explicit: (number: number, ...parts: readonly Part[]) => tagged(0xa0 | number, ...parts),
  /** Implicit tag [number], which replaces the tag of the text. */
  implicitText: (number: number, text: string) => tagged(0x80 | number, Buffer.from(text, "ascii")),
  oid,
  utcTime,
};
