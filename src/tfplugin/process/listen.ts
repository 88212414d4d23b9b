/**
 * Listens for Terraform's connections on a unix socket in a folder of this user, or on a loopback port. TLS accepts exactly one client
 * certificate.
 */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { maxSocketPathBytes } from "../../platform";
import { type Log } from "../diagnostics";
import { type ServerCertificate } from "./certificate";
import { type Network, networkVariable, type SocketAddress } from "./handshake";
import { StartError } from "./stdio";

export interface Security {
  readonly server: ServerCertificate;
  /** The only accepted client certificate, in PEM. */
  readonly client: string;
}

/** Creates a server that passes each accepted connection to `onConnection`. Without `security` it uses no TLS. */
export async function createListener(
  security: Security | undefined,
  log: Log,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  if (security === undefined) return createServer(onConnection);
  const tls = await import("node:tls");
  const allowed = readCertificate(security.client);
  return tls.createServer(
    {
      cert: security.server.certificatePem,
      key: security.server.keyPem,
      minVersion: "TLSv1.2",
      ALPNProtocols: ["h2"],
      requestCert: true,
      // The client certificate is self-signed and compared below.
      rejectUnauthorized: false,
      // Without a list, Node.js parses all its root certificates, which takes as long as the start of Node.js.
      ca: [],
    },
    (socket) => {
      if (socket.getPeerX509Certificate()?.raw.equals(allowed) === true) {
        onConnection(socket);
        return;
      }
      log.warn("refused a client without Terraform's certificate");
      socket.destroy();
    },
  );
}

function readCertificate(pem: string): Buffer {
  try {
    return new X509Certificate(pem).raw;
  } catch (error) {
    throw new StartError("Invalid certificate in PLUGIN_CLIENT_CERT, which Terraform sets:", error);
  }
}

export interface ListeningSocket {
  readonly address: SocketAddress;
  /** Removes the socket and its folder synchronously, so that it works right before the process exits. */
  readonly remove: () => void;
}

/** @throws StartError if the socket cannot be created in the folder */
export async function listen(server: Server, folder: string, network: Network): Promise<ListeningSocket> {
  if (network === "tcp") {
    await once(server.listen({ host: "127.0.0.1", port: 0 }), "listening");
    const bound = server.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;
    return { address: { network, location: `127.0.0.1:${port}` }, remove: () => undefined };
  }
  let socketFolder: string | undefined;
  const remove = () => {
    if (socketFolder !== undefined) rmSync(socketFolder, { recursive: true, force: true });
  };
  try {
    socketFolder = mkdtempSync(join(folder, "tfplugin-"));
    const path = join(socketFolder, "socket");
    const maxPathBytes = maxSocketPathBytes(process.platform);
    // Node truncates a longer path silently, and Terraform would not find the socket.
    if (Buffer.byteLength(path) > maxPathBytes)
      throw new Error(`The path ${path} is too long for a socket (max ${maxPathBytes} bytes).`);
    await once(server.listen({ path }), "listening");
    return { address: { network, location: path }, remove };
  } catch (error) {
    remove();
    const remedy = `Set TMPDIR to a writable folder with a short path, or set ${networkVariable}=tcp.`;
    throw new StartError(`Cannot create a socket in ${folder}. ${remedy}`, error);
  }
}
