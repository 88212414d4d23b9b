/** Reads one file of a zip archive, whose checksum has been verified. */
const { inflateRawSync } = require("node:zlib");

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const deflated = 8;

/** @param maxLength in bytes, of the uncompressed file */
function readZipEntry(archive, name, maxLength) {
  const end = archive.length - endLength;
  if (end < 0 || archive.readUInt32LE(end) !== endSignature)
    throw new Error("The archive is not a zip file.");
  let offset = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.readUInt32LE(offset) !== entrySignature) break;
    const nameLength = archive.readUInt16LE(offset + 28);
    const extraLength = archive.readUInt16LE(offset + 30);
    const commentLength = archive.readUInt16LE(offset + 32);
    if (archive.toString("utf8", offset + 46, offset + 46 + nameLength) === name) {
      return contentAt(archive, offset, maxLength);
    }
    offset += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`The archive has no file ${name}.`);
}

function contentAt(archive, entry, maxLength) {
  const method = archive.readUInt16LE(entry + 10);
  const length = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const content = archive.subarray(start, start + length);
  return method === deflated ? inflateRawSync(content, { maxOutputLength: maxLength }) : content;
}

module.exports = { readZipEntry };
