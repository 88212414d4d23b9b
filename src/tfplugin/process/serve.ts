/** Runs a plugin process: handshake, calls, and a shutdown that removes its socket. */
import { type Socket } from "node:net";
import { selfSignedCertificate } from "./certificate";
import { handshakeLine, readHandshake, type Handshake } from "./handshake";
import { logUnhandledRejections, nodeHost, type Host, reportStartErrors } from "./host";
import { createListener, listen, type Security } from "./listen";
import { createLogger } from "./logger";
import { type Provider } from "../author/provider";
import { RunningCalls } from "../grpc/running-calls";
import { type Log } from "../author/handler-context";
import { type CallServer } from "./call-server";

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
export async function serve(provider: Provider | LazyProvider, host: Host = nodeHost()): Promise<void> {
  const handshake = readHandshake(host.environment, { providerName: provider.name, platform: host.platform });
  if (handshake.kind === "refused") {
    host.writeError(`${handshake.reason}\n`);
    host.exit(1);
    return;
  }
  const log = createLogger(host, `provider.${provider.name}`);
  const load = "load" in provider ? provider.load : () => Promise.resolve(provider);
  await reportStartErrors(host, () => new PluginProcess(load, host, log).open(handshake));
}

class PluginProcess {
  readonly #loadProvider: () => Promise<Provider>;
  readonly #host: Host;
  readonly #log: Log;
  readonly #runningCalls = new RunningCalls();
  readonly #connections = new Set<Socket>();
  #service: Promise<CallServer> | undefined;
  #removeSocket: () => void = () => undefined;
  #isStopping = false;

  constructor(loadProvider: () => Promise<Provider>, host: Host, log: Log) {
    this.#loadProvider = loadProvider;
    this.#host = host;
    this.#log = log;
  }

  async open(handshake: Extract<Handshake, { kind: "accepted" }>): Promise<void> {
    const { clientCertificate, socketFolder, network } = handshake;
    const security: Security | undefined =
      clientCertificate === undefined
        ? undefined
        : { server: selfSignedCertificate(this.#host.now()), client: clientCertificate };
    const listener = await createListener(security, this.#log, (socket) => void this.#addConnection(socket));
    this.#installSignalHandlers();
    const { address, remove } = await listen(listener, socketFolder ?? this.#host.temporaryFolder, {
      platform: this.#host.platform,
      network,
    });
    this.#removeSocket = remove;
    const isSent = this.#host.writeOut(handshakeLine(address, security?.server.certificate));
    // Without stdout, Terraform never learns the address of the socket.
    await (isSent ? this.#loadService() : this.#shutDown());
  }

  /** Loads the provider and the server. This takes most of the time of a start, and the handshake does not need them. */
  #loadService(): Promise<CallServer> {
    this.#service ??= this.#createService();
    return this.#service;
  }

  async #createService(): Promise<CallServer> {
    const provider = await this.#loadProvider();
    const { createCallServer } = await import("./call-server.js");
    return createCallServer(provider, {
      environment: this.#host.environment,
      runningCalls: this.#runningCalls,
      log: this.#log,
      shutdown: () => void this.#shutDown(),
    });
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
    const service = await this.#loadService();
    if (!socket.destroyed) service.addConnection(socket);
  }

  #installSignalHandlers(): void {
    // A terminal sends SIGINT to all its processes. Terraform then calls StopProvider.
    this.#host.onSignal("SIGINT", () => undefined);
    this.#host.onSignal("SIGTERM", () => {
      if (!this.#isStopping) {
        void this.#shutDown();
        return;
      }
      // A second SIGTERM does not wait for running calls.
      this.#removeSocket();
      this.#host.exit(1);
    });
    logUnhandledRejections(this.#host, this.#log);
  }

  /** Running calls, including Shutdown itself, complete first, so that no write is left incomplete. */
  async #shutDown(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const service = await this.#service;
    service?.stop();
    await this.#runningCalls.whenIdle();
    await service?.whenDelivered();
    this.#removeSocket();
    this.#host.exit(0);
  }
}
