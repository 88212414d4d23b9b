/**
 * Creates the self-signed certificate of a plugin process. go-plugin reads it from the handshake line, trusts only it, and connects
 * to the name "localhost". X.509 v3 (RFC 5280), ECDSA with P-256 and SHA-256, in DER (X.690). Loading a library would take longer than
 * loading the rest of the provider.
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface ServerCertificate {
  readonly certificate: Buffer;
  /** In PEM, for node:tls. */
  readonly certificatePem: string;
  readonly keyPem: string;
}

const day = 24 * 60 * 60 * 1000;

/** Valid from one day before `now`, to tolerate clock differences, until one year after it. */
export function selfSignedCertificate(now: Date): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = der.sequence(der.set(der.sequence(der.oid("2.5.4.3"), der.utf8("localhost"))));
  const algorithm = der.sequence(der.oid("1.2.840.10045.4.3.2"));
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.of(2))),
    der.integer(serialNumber()),
    algorithm,
    name,
    der.sequence(
      der.utcTime(new Date(now.getTime() - day)),
      der.utcTime(new Date(now.getTime() + 365 * day)),
    ),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der.explicit(3, der.sequence(...extensions())),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = der.sequence(toBeSigned, algorithm, der.bitString(signature));
  return {
    certificate,
    certificatePem: pem("CERTIFICATE", certificate),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0); // positive, with full length
  return bytes;
}

function extensions(): Buffer[] {
  const serverAuth = der.oid("1.3.6.1.5.5.7.3.1");
  const clientAuth = der.oid("1.3.6.1.5.5.7.3.2");
  return [
    // Basic constraints: a certificate authority, because it signs itself.
    der.sequence(der.oid("2.5.29.19"), der.true(), der.octetString(der.sequence(der.true()))),
    // Bits 0 digitalSignature, 4 keyAgreement, 5 keyCertSign.
    der.sequence(der.oid("2.5.29.15"), der.true(), der.octetString(der.bitString(Buffer.of(0b1000_1100), 2))),
    der.sequence(der.oid("2.5.29.37"), der.octetString(der.sequence(serverAuth, clientAuth))),
    der.sequence(der.oid("2.5.29.17"), der.octetString(der.sequence(der.implicitText(2, "localhost")))),
  ];
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

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

const der = {
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
