/** Runs a plugin process: handshake, calls, and a shutdown that removes its socket. */
import { type Socket } from "node:net";
import { tmpdir } from "node:os";
import { setFlagsFromString } from "node:v8";
import { type Log } from "../diagnostics";
import { type Provider } from "../provider";
import { type CallServer } from "./call-server";
import { selfSignedCertificate } from "./certificate";
import { type Handshake, handshakeLine, readHandshake } from "./handshake";
import { createListener, listen, type Security } from "./listen";
import { createLogger, exit, reportStartErrors, writeOut } from "./stdio";

/** A provider whose code is loaded after the handshake, while Terraform connects. */
export interface LazyProvider {
  readonly name: string;
  readonly load: () => Promise<Provider>;
}

/**
 * Serves a provider to the Terraform process that started this process. Call it once, at the end of the entry file, and write
 * nothing to stdout. Without Terraform it prints an explanation to stderr and exits with code 1.
 * @example void serve(pantry);
 * @example void serve({ name: "pantry", load: async () => (await import("./pantry.js")).pantry });
 */
export async function serve(provider: Provider | LazyProvider): Promise<void> {
  await reportStartErrors(async () => {
    const handshake = readHandshake(process.env, provider.name);
    const load = "load" in provider ? provider.load : () => Promise.resolve(provider);
    await new PluginProcess(load, createLogger(`provider.${provider.name}`)).open(handshake);
  });
}

class PluginProcess {
  readonly #connections = new Set<Socket>();
  #server: Promise<CallServer> | undefined;
  #removeSocket: () => void = () => undefined;
  #isStopping = false;

  constructor(
    private readonly loadProvider: () => Promise<Provider>,
    private readonly log: Log,
  ) {}

  async open({ clientCertificate, socketFolder, network }: Handshake): Promise<void> {
    const security: Security | undefined =
      clientCertificate === undefined
        ? undefined
        : { server: selfSignedCertificate(new Date()), client: clientCertificate };
    const listener = await createListener(security, this.log, (socket) => void this.#addConnection(socket));
    this.#installSignalHandlers();
    const { address, remove } = await listen(listener, socketFolder ?? tmpdir(), network);
    this.#removeSocket = remove;
    const isSent = writeOut(handshakeLine(address, security?.server.certificate));
    // Without stdout, Terraform never learns the address of the socket.
    await (isSent ? this.#loadServer() : this.#shutDown());
  }

  /** Loads the provider and the server. This takes most of the time of a start, and the handshake does not need them. */
  #loadServer(): Promise<CallServer> {
    const load = async () => {
      const provider = await this.loadProvider();
      const { createCallServer } = await import("./call-server.js");
      // Fewer optimizations in a process that ends soon (docs/decisions/0003). Node.js compiles modules of its own again that it loads after a flag.
      if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=1000000");
      return createCallServer(provider, this.log, () => void this.#shutDown());
    };
    this.#server ??= load();
    return this.#server;
  }

  /**
   * A Terraform that was killed cannot call Shutdown, so the end of the last connection has the same effect. While Terraform runs,
   * its StreamStdio call keeps the connection open.
   */
  async #addConnection(socket: Socket): Promise<void> {
    this.#connections.add(socket);
    socket.once("close", () => {
      this.#connections.delete(socket);
      if (this.#connections.size === 0) void this.#shutDown();
    });
    const server = await this.#loadServer();
    if (!socket.destroyed) server.addConnection(socket);
  }

  #installSignalHandlers(): void {
    // A terminal sends SIGINT to all its processes. Terraform then calls StopProvider.
    process.on("SIGINT", () => undefined);
    process.on("SIGTERM", () => {
      if (!this.#isStopping) {
        void this.#shutDown();
        return;
      }
      // A second SIGTERM does not wait for running calls.
      this.#removeSocket();
      exit(1);
    });
  }

  /** Running calls, including Shutdown itself, complete first, so that no write is left incomplete. */
  async #shutDown(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await (await this.#server)?.close();
    this.#removeSocket();
    exit(0);
  }
}
