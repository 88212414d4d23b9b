/** Runs a plugin process: handshake, calls, and a shutdown that removes its socket. */
import { type Socket } from "node:net";
import { callServer } from "./call-server";
import { selfSignedCertificate } from "./certificate";
import { handshakeLine, readHandshake, type Handshake } from "./handshake";
import { logUnhandledRejections, nodeHost, type Host } from "./host";
import { createListener, listen, type Security } from "./listen";
import { createLogger } from "./logger";
import { reportStartErrors } from "./start-error";
import { type Provider } from "../author/provider";
import { RunningCalls } from "../grpc/running-calls";
import { DeliveryTracker } from "../grpc/delivery-tracker";
import { type Log } from "../author/handler-context";
import { Instance } from "../server/instance";

/**
 * Serves a provider to the Terraform process that started this process. Call it once, at the end of the entry file, and write
 * nothing to stdout. Without Terraform it prints an explanation to stderr and exits with code 1.
 * @example void serve(pantry);
 */
export async function serve<Session>(provider: Provider<Session>, host: Host = nodeHost()): Promise<void> {
  const handshake = readHandshake(host.environment, provider.name);
  if (handshake.kind === "refused") {
    host.writeError(`${handshake.reason}\n`);
    host.exit(1);
    return;
  }
  const log = createLogger({
    write: host.writeError,
    now: host.now,
    module: `provider.${provider.name}`,
    environment: host.environment,
  });
  const instance = new Instance(provider, { log, environment: host.environment });
  await reportStartErrors(host, () => new PluginProcess(instance, host, log).open(handshake));
}

class PluginProcess<Session> {
  readonly #instance: Instance<Session>;
  readonly #host: Host;
  readonly #log: Log;
  readonly #runningCalls = new RunningCalls();
  readonly #connections = new Set<Socket>();
  #removeSocket: () => void = () => undefined;
  #whenDelivered: () => Promise<void> = () => Promise.resolve();
  #isStopping = false;

  constructor(instance: Instance<Session>, host: Host, log: Log) {
    this.#instance = instance;
    this.#host = host;
    this.#log = log;
  }

  async open({ clientCertificate, socketFolder }: Extract<Handshake, { kind: "accepted" }>): Promise<void> {
    const http = callServer(this.#instance, {
      runningCalls: this.#runningCalls,
      log: this.#log,
      shutdown: () => void this.#shutDown(),
    });
    const delivery = new DeliveryTracker(http);
    this.#whenDelivered = () => delivery.whenDelivered();
    const security: Security | undefined =
      clientCertificate === undefined
        ? undefined
        : { server: selfSignedCertificate(this.#host.now()), client: clientCertificate };
    const listener = await createListener(security, this.#log, (socket) => {
      this.#addConnection(socket);
      http.emit("connection", socket);
    });
    this.#installSignalHandlers();
    const { address, remove } = await listen(
      listener,
      socketFolder ?? this.#host.temporaryFolder,
      this.#host.platform,
    );
    this.#removeSocket = remove;
    // Without stdout, Terraform never learns the address of the socket.
    this.#host.onOutputLost(() => void this.#shutDown());
    this.#host.writeOut(handshakeLine(address, security?.server.certificate));
  }

  /**
   * A Terraform that was killed cannot call Shutdown, so the end of the last connection has the same effect. While Terraform runs,
   * its StreamStdio call keeps the connection open.
   */
  #addConnection(socket: Socket): void {
    this.#connections.add(socket);
    socket.once("close", () => {
      this.#connections.delete(socket);
      if (this.#connections.size === 0) void this.#shutDown();
    });
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
    this.#instance.stop();
    await this.#runningCalls.whenIdle();
    await this.#whenDelivered();
    this.#removeSocket();
    this.#host.exit(0);
  }
}
