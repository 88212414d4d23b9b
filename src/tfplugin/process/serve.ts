/** The life of a plugin process: handshake, calls, and an end that leaves nothing behind. */
import { type Socket } from "node:net";
import { callServer } from "./call-server";
import { selfSignedCertificate } from "./certificate";
import { handshakeLine, readInvitation, type Invitation } from "./handshake";
import { logUnhandledRejections, nodeHost, type Host } from "./host";
import { createListener, openDoor, type Security } from "./listen";
import { hclog } from "./logger";
import { explainingStart } from "./start-error";
import { type Provider } from "../author/provider";
import { Activity } from "../grpc/activity";
import { Delivery } from "../grpc/delivery";
import { type Log } from "../log";
import { Instance } from "../server/instance";

/**
 * Serves a provider to the Terraform that has started this process; call it once, last in the entry file, and write
 * nothing to stdout. Started by anybody else it explains itself on stderr and ends with exit code 1.
 */
export async function serve<Session>(provider: Provider<Session>, host: Host = nodeHost()): Promise<void> {
  const invitation = readInvitation(host.environment, provider.name);
  if (invitation.kind === "refused") {
    host.writeError(`${invitation.reason}\n`);
    host.exit(1);
    return;
  }
  const log = hclog(host.writeError, host.now, `provider.${provider.name}`);
  const instance = new Instance(provider, { log, environment: host.environment });
  await explainingStart(host, () => new PluginProcess(instance, host, log).open(invitation));
}

class PluginProcess<Session> {
  readonly #instance: Instance<Session>;
  readonly #host: Host;
  readonly #log: Log;
  readonly #activity = new Activity();
  readonly #connections = new Set<Socket>();
  #removeSocket: () => void = () => undefined;
  #delivered: () => Promise<void> = () => Promise.resolve();
  #isEnding = false;

  constructor(instance: Instance<Session>, host: Host, log: Log) {
    this.#instance = instance;
    this.#host = host;
    this.#log = log;
  }

  async open({ clientCertificate, socketFolder }: Extract<Invitation, { kind: "accepted" }>): Promise<void> {
    const http = callServer(this.#instance, {
      activity: this.#activity,
      log: this.#log,
      shutdown: () => void this.#end(),
    });
    const delivery = new Delivery(http);
    this.#delivered = () => delivery.done();
    const security: Security | undefined =
      clientCertificate === undefined
        ? undefined
        : { own: selfSignedCertificate(this.#host.now()), client: clientCertificate };
    const door = await createListener(security, this.#log, (socket) => {
      this.#admit(socket);
      http.emit("connection", socket);
    });
    this.#installSignalHandlers();
    const { address, remove } = await openDoor(
      door,
      socketFolder ?? this.#host.temporaryFolder,
      this.#host.platform,
    );
    this.#removeSocket = remove;
    // Then nobody learns of the socket either.
    this.#host.onOutputLost(() => void this.#end());
    this.#host.writeOut(handshakeLine(address, security?.own.certificate));
  }

  /**
   * A Terraform that was killed cannot say Shutdown: the end of its last connection says it. While Terraform lives, its
   * StreamStdio call keeps the one connection open, however long nothing else is asked.
   */
  #admit(socket: Socket): void {
    this.#connections.add(socket);
    socket.once("close", () => {
      this.#connections.delete(socket);
      if (this.#connections.size === 0) void this.#end();
    });
  }

  #installSignalHandlers(): void {
    // A terminal sends it to every process; Terraform then asks us to stop with a call of its own.
    this.#host.onSignal("SIGINT", () => undefined);
    this.#host.onSignal("SIGTERM", () => {
      if (!this.#isEnding) {
        void this.#end();
        return;
      }
      // Whoever asks twice does not wait for the calls under way.
      this.#removeSocket();
      this.#host.exit(1);
    });
    logUnhandledRejections(this.#host, this.#log);
  }

  /** Calls under way, Shutdown's own among them, are answered first, so that nothing is left half made. */
  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#instance.stop();
    await this.#activity.idle();
    await this.#delivered();
    this.#removeSocket();
    this.#host.exit(0);
  }
}
