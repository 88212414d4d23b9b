/**
 * What Terraform and a plugin process tell each other before the first call: environment variables one way, a single
 * line on stdout the other. Format of go-plugin: CORE|PROTOCOL|NETWORK|ADDRESS|TRANSPORT|CERTIFICATE.
 */

/** Public constants of Terraform's plugins: a check that a process was started by Terraform, not a secret. */
const cookieName = "TF_PLUGIN_MAGIC_COOKIE";
const cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

const coreVersion = 1;
const protocolVersion = 6;

export type Environment = Readonly<Record<string, string | undefined>>;

export type Invitation =
  | { readonly kind: "refused"; readonly reason: string }
  | {
      readonly kind: "accepted";
      /** The only certificate that may connect, as PEM; undefined where TLS is off. */
      readonly clientCertificate: string | undefined;
      /** Where Terraform wants the socket to be, if it says so. */
      readonly socketFolder: string | undefined;
    };

/** Reads who started this process, and on what terms. */
export function readInvitation(environment: Environment, providerName: string): Invitation {
  if (environment[cookieName] !== cookie) return { kind: "refused", reason: startedByHand(providerName) };
  const versions = environment.PLUGIN_PROTOCOL_VERSIONS ?? String(protocolVersion);
  if (!versions.split(",").some((version) => Number(version) === protocolVersion)) {
    return {
      kind: "refused",
      reason:
        `This provider speaks version ${protocolVersion} of Terraform's plugin protocol, but the Terraform that ` +
        `started it offers only ${versions}. Terraform 1.0 or later is needed.`,
    };
  }
  const isPlain = environment.TF_DISABLE_PLUGIN_TLS !== undefined && environment.TF_DISABLE_PLUGIN_TLS !== "";
  return {
    kind: "accepted",
    clientCertificate: isPlain ? undefined : nonEmpty(environment.PLUGIN_CLIENT_CERT),
    socketFolder: nonEmpty(environment.PLUGIN_UNIX_SOCKET_DIR),
  };
}

function startedByHand(providerName: string): string {
  return (
    `This is the "${providerName}" provider for Terraform. It is not run by hand: Terraform starts it when a ` +
    `configuration requires it.\nSee https://developer.hashicorp.com/terraform/language/providers/requirements.`
  );
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

export type Address =
  { readonly network: "unix"; readonly path: string } | { readonly network: "tcp"; readonly port: number };

/** The line that ends the start: after it Terraform connects. */
export function handshakeLine(address: Address, certificate: Buffer | undefined): string {
  const where = address.network === "unix" ? address.path : `127.0.0.1:${address.port}`;
  const encoded = certificate?.toString("base64").replace(/=+$/, "") ?? "";
  return `${[coreVersion, protocolVersion, address.network, where, "grpc", encoded].join("|")}\n`;
}
