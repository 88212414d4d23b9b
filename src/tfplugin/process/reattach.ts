/**
 * Runs a provider that Terraform does not start but connects to, for debuggers and for reading its log. Terraform and OpenTofu find it
 * by TF_REATTACH_PROVIDERS.
 */
import { createServer, type Socket } from "node:net";
import { pluginNetwork } from "../../platform";
import { type Address } from "./handshake";
import { logUnhandledRejections, nodeHost, type Host, reportStartErrors } from "./host";
import { listen } from "./listen";
import { createLogger } from "./logger";
import { type Provider } from "../author/provider";
import { RunningCalls } from "../grpc/running-calls";
import { type CallServer } from "./call-server";

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
  options: ReattachOptions,
  host: Host = nodeHost(),
): Promise<void> {
  await reportStartErrors(host, () => serveUntilSignal(provider, options, host));
}

async function serveUntilSignal(
  provider: Provider,
  { addresses, greeting }: ReattachOptions,
  host: Host,
): Promise<void> {
  if (pluginNetwork(host.platform) !== "unix") {
    host.writeError(
      "Serving a provider is not supported on Windows, which has no socket that only this user can access.\n" +
        "Let Terraform start the provider, or use WSL.\n",
    );
    host.exit(1);
    return;
  }
  const log = createLogger(host, `provider.${provider.name}`);
  logUnhandledRejections(host, log);
  const { createCallServer } = await import("./call-server.js");
  const runningCalls = new RunningCalls();
  const { environment } = host;
  const connections = new Connections(runningCalls, () =>
    createCallServer(provider, { environment, log, runningCalls, shutdown: () => undefined }),
  );
  const listener = createServer((socket) => {
    connections.add(socket);
  });
  const { address, remove } = await listen(listener, host.temporaryFolder, {
    platform: host.platform,
    network: "unix",
  });
  let isStopping = false;
  const shutDown = async () => {
    isStopping = true;
    // Before waiting, so that no client connects, and a second Ctrl-C leaves no socket behind.
    remove();
    await connections.close();
    host.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    host.onSignal(signal, () => {
      if (isStopping) host.exit(1);
      else void shutDown();
    });
  }
  host.onDisconnect(() => {
    if (!isStopping) void shutDown();
  });
  host.writeError(greeting);
  if (!host.writeOut(reattachLine(addresses, address, host.processId))) await shutDown();
}

/** A shell assignment with the keys that Terraform reads. `Test` prevents Terraform from stopping the process. */
function reattachLine(addresses: readonly string[], address: Address, processId: number): string {
  const provider = {
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: processId,
    Test: true,
    Addr: {
      Network: address.network,
      String: address.network === "unix" ? address.path : `127.0.0.1:${address.port}`,
    },
  };
  const json = JSON.stringify(Object.fromEntries(addresses.map((address) => [address, provider])));
  return `TF_REATTACH_PROVIDERS='${json.replaceAll("'", "'\\''")}'\n`;
}

/**
 * Terraform opens one connection per phase of a command and per `provider` block, where it would otherwise start a process. Each
 * connection gets its own instance, so that no session outlives its command or serves another block.
 */
class Connections {
  readonly #servers = new Set<CallServer>();

  constructor(
    private readonly runningCalls: RunningCalls,
    private readonly createServer: () => CallServer,
  ) {}

  add(socket: Socket): void {
    const server = this.createServer();
    this.#servers.add(server);
    socket.once("close", () => {
      server.stop();
      this.#servers.delete(server);
    });
    server.addConnection(socket);
  }

  /** Running calls complete first, so that no write is left incomplete. */
  async close(): Promise<void> {
    for (const server of this.#servers) server.stop();
    await this.runningCalls.whenIdle();
  }
}
