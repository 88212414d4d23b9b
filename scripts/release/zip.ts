/**
 * Zip archives that are the same bytes for the same entries: no times, no order but the given one, and nothing compressed,
 * because what deflate makes of its input differs between versions of zlib and between processors. Format: PKWARE's
 * APPNOTE.TXT; as much of it as files below 4 GiB need.
 */

export interface ZipEntry {
  /** In ASCII, without folders. */
  readonly name: string;
  readonly content: Buffer;
  /** Permissions, as in 0o755. */
  readonly mode: number;
}

/** 1980-01-01, 00:00: the first time that a zip archive can name. */
const time = 0x0021_0000;
const versionNeeded = 10;
const unix = 3 << 8;
const regularFile = 0o100_000;

export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, "ascii");
    const shared = sharedFields(entry.content, name);
    const file = Buffer.concat([u32(0x0403_4b50), shared, name, entry.content]);
    directory.push(
      Buffer.concat([
        u32(0x0201_4b50),
        u16(unix | versionNeeded),
        shared,
        // No comment, first disk, no internal attributes.
        Buffer.alloc(6),
        u32((regularFile | entry.mode) * 0x1_0000),
        u32(offset),
        name,
      ]),
    );
    files.push(file);
    offset += file.length;
  }
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  const count = u16(entries.length);
  const end = [u32(0x0605_4b50), u32(0), count, count, u32(directorySize), u32(offset), u16(0)];
  return Buffer.concat([...files, ...directory, ...end]);
}

/** What a file's own header and its line in the directory have in common. */
function sharedFields(content: Buffer, name: Buffer): Buffer {
  const size = u32(content.length);
  // No flags, stored as it is; last, no extra field.
  return Buffer.concat([
    u16(versionNeeded),
    u32(0),
    u32(time),
    u32(crc32(content)),
    size,
    size,
    u16(name.length),
    u16(0),
  ]);
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** Of node:zlib only from Node 22 on. */
function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
