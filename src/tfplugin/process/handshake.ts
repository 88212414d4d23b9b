/**
 * The go-plugin handshake. Terraform passes environment variables, and the plugin responds with one line on stdout:
 * CORE|PROTOCOL|NETWORK|ADDRESS|TRANSPORT|CERTIFICATE.
 */
import { pluginNetwork } from "../../platform";
import { StartError } from "./stdio";

/** Public constants that show that Terraform started the process. They are not secrets. */
const cookieName = "TF_PLUGIN_MAGIC_COOKIE";
const cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

const coreVersion = 1;
const protocolVersion = 6;

/** A variable of this framework: "tcp" selects a loopback port instead of a unix socket. On Windows, TCP is the default. */
export const networkVariable = "TFPLUGIN_NETWORK";

export type Network = "unix" | "tcp";

export interface Handshake {
  /** The only client certificate that is accepted, in PEM; undefined if TLS is off. */
  readonly clientCertificate: string | undefined;
  /** Folder for the socket, if Terraform sets one. */
  readonly socketFolder: string | undefined;
  readonly network: Network;
}

/** Reads the handshake from the environment variables of the process. @throws StartError */
export function readHandshake(environment: NodeJS.ProcessEnv, providerName: string): Handshake {
  if (environment[cookieName] !== cookie) {
    throw new StartError(
      `This is the "${providerName}" provider for Terraform. Do not run it directly: Terraform starts it when a ` +
        `configuration requires it.\nSee https://developer.hashicorp.com/terraform/language/providers/requirements.`,
    );
  }
  const versions = environment.PLUGIN_PROTOCOL_VERSIONS ?? String(protocolVersion);
  if (!versions.split(",").some((version) => Number(version) === protocolVersion)) {
    throw new StartError(
      `Unsupported plugin protocol: this provider supports version ${protocolVersion}, and Terraform offers ` +
        `"${versions}". Use Terraform 1.0 or later.`,
    );
  }
  const network = nonEmpty(environment[networkVariable]) ?? pluginNetwork(process.platform);
  if (network !== "unix" && network !== "tcp") {
    throw new StartError(`Invalid ${networkVariable}: "${network}". Set it to "unix" or "tcp", or unset it.`);
  }
  const isPlain = nonEmpty(environment.TF_DISABLE_PLUGIN_TLS) !== undefined;
  const clientCertificate = isPlain ? undefined : nonEmpty(environment.PLUGIN_CLIENT_CERT);
  // Every user of the machine can connect to a port.
  if (network === "tcp" && clientCertificate === undefined) {
    throw new StartError(
      "A provider on a TCP port needs mutual TLS. Unset TF_DISABLE_PLUGIN_TLS, or use a Unix socket.",
    );
  }
  return {
    clientCertificate,
    socketFolder: nonEmpty(environment.PLUGIN_UNIX_SOCKET_DIR),
    network,
  };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

export interface SocketAddress {
  readonly network: Network;
  /** The path of the socket, or the host and the port. */
  readonly location: string;
}

/** Terraform connects as soon as it reads this line. */
export function handshakeLine({ network, location }: SocketAddress, certificate: Buffer | undefined): string {
  const encoded = certificate?.toString("base64").replace(/=+$/, "") ?? "";
  return `${[coreVersion, protocolVersion, network, location, "grpc", encoded].join("|")}\n`;
}
