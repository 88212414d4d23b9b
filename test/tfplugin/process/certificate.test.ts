import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { selfSignedCertificate } from "../../../src/tfplugin/process/certificate";

describe("the certificate that a process makes for itself", () => {
  const now = new Date("2031-12-31T23:59:58.500Z");
  const made = selfSignedCertificate(now);
  const read = new X509Certificate(made.certificate);

  test("is signed with its own key, on the curve P-256", () => {
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(made.keyPem))).toBe(true);
    expect(createPublicKey(made.keyPem).asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  });

  test("names localhost, and is a server, client and authority certificate", () => {
    expect(read.subjectAltName).toBe("DNS:localhost");
    expect(read.subject).toBe("CN=localhost");
    expect(read.ca).toBe(true);
    expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  });

  test("is valid from the day before for a year", () => {
    expect(read.validFrom).toBe("Dec 30 23:59:58 2031 GMT");
    expect(read.validTo).toBe("Dec 30 23:59:58 2032 GMT");
  });

  test("is unique", () => {
    const other = new X509Certificate(selfSignedCertificate(now).certificate);
    expect(other.serialNumber).not.toBe(read.serialNumber);
    expect(read.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  test("is the same in PEM and DER", () => {
    expect(new X509Certificate(made.certificatePem).raw.equals(made.certificate)).toBe(true);
  });
});
