/**
 * The door of a plugin process: a unix socket in a folder that only this user can enter (a loopback port on Windows),
 * and TLS that lets in exactly one certificate.
 */
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { type ServerCertificate } from "./certificate";
import { type Address } from "./handshake";
import { StartError } from "./start-error";
import { type Log } from "../log";

export interface Security {
  readonly own: ServerCertificate;
  /** PEM. */
  readonly client: string;
}

/** Makes a server that hands on every connection that may come in. Plain when there is no security. */
export async function createListener(
  security: Security | undefined,
  log: Log,
  admit: (socket: Socket) => void,
): Promise<Server> {
  if (security === undefined) return createServer(admit);
  const tls = await import("node:tls");
  const allowed = readCertificate(security.client);
  return tls.createServer(
    {
      cert: security.own.certificatePem,
      key: security.own.keyPem,
      minVersion: "TLSv1.2",
      ALPNProtocols: ["h2"],
      requestCert: true,
      // The client's certificate is no authority's: it is compared below. (A `ca` list would say the same at the cost
      // of parsing every root certificate that Node brings along.)
      rejectUnauthorized: false,
    },
    (socket) => {
      if (socket.getPeerX509Certificate()?.raw.equals(allowed) === true) {
        admit(socket);
        return;
      }
      log.warn("a client without Terraform's certificate was turned away");
      socket.destroy();
    },
  );
}

/** @throws StartError */
function readCertificate(pem: string): Buffer {
  try {
    return new X509Certificate(pem).raw;
  } catch (error) {
    throw new StartError(
      "The certificate in PLUGIN_CLIENT_CERT, which Terraform sets, cannot be read:",
      error,
    );
  }
}

export interface ListeningSocket {
  readonly address: Address;
  /** Removes the socket and its folder, at once: there may be no time for more. */
  readonly remove: () => void;
}

/** @throws StartError where no socket can be made in the folder */
export async function openDoor(
  server: Server,
  folder: string,
  platform: NodeJS.Platform,
): Promise<ListeningSocket> {
  if (platform === "win32") {
    await listening(server, { host: "127.0.0.1", port: 0 });
    const bound = server.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;
    return { address: { network: "tcp", port }, remove: () => undefined };
  }
  let own: string | undefined;
  const remove = () => {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  };
  try {
    own = mkdtempSync(join(folder, "tfplugin-"));
    const path = join(own, "socket");
    const longest = platform === "linux" ? 107 : 103;
    // Node cuts a longer one off without a word, and Terraform would look for the socket in vain.
    if (Buffer.byteLength(path) > longest) throw new Error(`The path ${path} is too long for a socket.`);
    await listening(server, { path });
    return { address: { network: "unix", path }, remove };
  } catch (error) {
    remove();
    const remedy = "Set TMPDIR to a folder that exists, can be written to and has a short path.";
    throw new StartError(`The provider cannot make its socket in ${folder}. ${remedy}`, error);
  }
}

function listening(server: Server, where: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
