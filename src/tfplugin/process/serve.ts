/** The life of a plugin process: handshake, calls, and an end that leaves nothing behind. */
import { createServer } from "node:http2";
import { type Socket } from "node:net";
import { selfSignedCertificate } from "./certificate";
import { handshakeLine, readInvitation, type Invitation } from "./handshake";
import { nodeHost, type Host } from "./host";
import { makeDoor, openDoor, type Security } from "./listen";
import { hclog } from "./logger";
import { type Provider } from "../author/provider";
import { Activity } from "../grpc/activity";
import { serveGrpc } from "../grpc/server";
import { methodsByPath, type ByteMethod } from "../grpc/service";
import { type Log } from "../log";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/goplugin";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { Instance } from "../server/instance";
import { providerService } from "../server/service";

/** As large as Terraform's own limit: a plan of many thousand objects is one message in places. */
const messageLimit = 256 * 1024 * 1024;

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
  await new PluginProcess(instance, host, log).open(invitation);
}

class PluginProcess<Session> {
  readonly #instance: Instance<Session>;
  readonly #host: Host;
  readonly #log: Log;
  readonly #activity = new Activity();
  readonly #connections = new Set<Socket>();
  #removeSocket: () => Promise<void> = () => Promise.resolve();
  #isEnding = false;

  constructor(instance: Instance<Session>, host: Host, log: Log) {
    this.#instance = instance;
    this.#host = host;
    this.#log = log;
  }

  async open({ clientCertificate, socketFolder }: Extract<Invitation, { kind: "accepted" }>): Promise<void> {
    // Terraform's own limit is on messages; node:http2's, far lower, is on a session's memory in megabytes.
    const http = createServer({ maxSessionMemory: 1024, settings: { initialWindowSize: 1 << 20 } });
    serveGrpc(http, { methods: this.#methods(), messageLimit, activity: this.#activity, log: this.#log });
    const security: Security | undefined =
      clientCertificate === undefined
        ? undefined
        : { own: selfSignedCertificate(this.#host.now()), client: clientCertificate };
    const door = await makeDoor(security, this.#log, (socket) => {
      this.#admit(socket);
      http.emit("connection", socket);
    });
    this.#heedSignals();
    const { address, remove } = await openDoor(
      door,
      socketFolder ?? this.#host.temporaryFolder,
      this.#host.platform,
    );
    this.#removeSocket = remove;
    this.#host.writeOut(handshakeLine(address, security?.own.certificate));
  }

  #methods(): ReadonlyMap<string, ByteMethod> {
    const shutdown = () => {
      void this.#end();
      return {};
    };
    return new Map([
      ...methodsByPath(ProviderDefinition, providerService(this.#instance)),
      ...methodsByPath(GRPCControllerDefinition, { shutdown }),
      ...methodsByPath(GRPCStdioDefinition, {}),
    ]);
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

  #heedSignals(): void {
    // A terminal sends it to every process; Terraform then asks us to stop with a call of its own.
    this.#host.onSignal("SIGINT", () => undefined);
    this.#host.onSignal("SIGTERM", () => {
      if (this.#isEnding) this.#host.exit(1);
      else void this.#end();
    });
    this.#host.onUnhandledRejection((reason) => {
      const stack = reason instanceof Error ? reason.stack : String(reason);
      this.#log.error("a promise that nobody waits for was rejected: a bug in the provider", { stack });
    });
  }

  /** Calls under way, Shutdown's own among them, are answered first, so that nothing is left half made. */
  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#instance.stop();
    await this.#activity.idle();
    await this.#removeSocket();
    this.#host.exit(0);
  }
}
