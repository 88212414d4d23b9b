/**
 * Runs a provider that Terraform does not start but connects to, for debuggers and for reading its log. Terraform and OpenTofu find it
 * by TF_REATTACH_PROVIDERS.
 */
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { pluginNetwork } from "../../platform";
import { type Provider } from "../provider";
import { type CallServer } from "./call-server";
import { type SocketAddress } from "./handshake";
import { listen } from "./listen";
import { createLogger, exit, reportStartErrors, StartError, writeError, writeOut } from "./stdio";

export interface ReattachOptions {
  /** Source addresses of the provider, with host: "registry.terraform.io/example/pantry". */
  readonly addresses: readonly string[];
  /** Printed to stderr before the line on stdout. */
  readonly greeting: string;
}

/**
 * Serves a provider until SIGINT or SIGTERM to every Terraform command that has the printed line in its environment. It uses no TLS,
 * because the line cannot contain certificates. Only this user can enter the socket's folder. On Windows, which has no such
 * socket, it prints an error and exits with code 1.
 * @example void serveForReattach(pantry, { addresses: ["registry.terraform.io/example/pantry"], greeting: "" });
 */
export async function serveForReattach(
  provider: Provider,
  { addresses, greeting }: ReattachOptions,
  platform = process.platform,
): Promise<void> {
  await reportStartErrors(async () => {
    if (pluginNetwork(platform) !== "unix") {
      throw new StartError(
        "Serving a provider is not supported on Windows, which has no socket that only this user can access.\n" +
          "Let Terraform start the provider, or use WSL.",
      );
    }
    const log = createLogger(`provider.${provider.name}`);
    const { createCallServer } = await import("./call-server.js");
    const servers = new Set<CallServer>();
    // Terraform opens one connection per phase of a command and per `provider` block, where it would otherwise start a process. Each
    // connection gets its own instance, so that no session outlives its command or serves another block.
    const listener = createServer((socket) => {
      const server = createCallServer(provider, log, () => undefined);
      servers.add(server);
      socket.once("close", () => void server.close().then(() => servers.delete(server)));
      server.addConnection(socket);
    });
    const { address, remove } = await listen(listener, tmpdir(), "unix");
    let isStopping = false;
    const shutDown = async () => {
      isStopping = true;
      // Before waiting, so that no client connects, and a second Ctrl-C leaves no socket behind.
      remove();
      await Promise.all([...servers].map((server) => server.close()));
      exit(0);
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (isStopping) exit(1);
        else void shutDown();
      });
    }
    // The parent process closed its IPC channel or ended.
    process.once("disconnect", () => {
      if (!isStopping) void shutDown();
    });
    writeError(greeting);
    if (!writeOut(reattachLine(addresses, address))) await shutDown();
  });
}

/** A shell assignment with the keys that Terraform reads. `Test` prevents Terraform from stopping the process. */
function reattachLine(addresses: readonly string[], { network, location }: SocketAddress): string {
  const provider = {
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: process.pid,
    Test: true,
    Addr: { Network: network, String: location },
  };
  const json = JSON.stringify(Object.fromEntries(addresses.map((address) => [address, provider])));
  return `TF_REATTACH_PROVIDERS='${json.replaceAll("'", "'\\''")}'\n`;
}
