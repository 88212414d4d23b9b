/**
 * A provider that Terraform does not start but finds running: for a debugger, for a look at what it logs. The other side is
 * TF_REATTACH_PROVIDERS, read by Terraform and OpenTofu.
 */
import { createServer, type Socket } from "node:net";
import { callServer } from "./call-server";
import { type Address } from "./handshake";
import { logUnhandledRejections, nodeHost, type Host } from "./host";
import { openDoor } from "./listen";
import { hclog } from "./logger";
import { explainingStart } from "./start-error";
import { type Provider } from "../author/provider";
import { Activity } from "../grpc/activity";
import { type Log } from "../log";
import { Instance } from "../server/instance";

export interface ReattachOptions {
  /** What configurations may call the provider, hosts included: "registry.terraform.io/example/pantry". */
  readonly addresses: readonly string[];
  /** Said on stderr once it serves, before the line on stdout. */
  readonly greeting: string;
}

/**
 * Serves a provider to every Terraform command that is given the line it prints on stdout, until SIGINT or SIGTERM. There is no
 * TLS, because the line cannot carry certificates: who may enter the socket's folder may call the provider, and that is
 * this user alone. Where a system has no such socket it says so and ends with exit code 1.
 */
export async function serveForReattach<Session>(
  provider: Provider<Session>,
  options: ReattachOptions,
  host: Host = nodeHost(),
): Promise<void> {
  await explainingStart(host, () => leaveRunning(provider, options, host));
}

async function leaveRunning<Session>(
  provider: Provider<Session>,
  { addresses, greeting }: ReattachOptions,
  host: Host,
): Promise<void> {
  if (host.platform === "win32") {
    host.writeError(
      "A provider cannot be left running here: Windows has no socket that this user alone may enter.\n" +
        "Let Terraform start it, or use a Linux of WSL.\n",
    );
    host.exit(1);
    return;
  }
  const log = hclog(host.writeError, host.now, `provider.${provider.name}`);
  logUnhandledRejections(host, log);
  const clients = new Clients(provider, host, log);
  const door = createServer((socket) => {
    clients.admit(socket);
  });
  const { address, remove } = await openDoor(door, host.temporaryFolder, host.platform);
  let isEnding = false;
  const end = async () => {
    isEnding = true;
    // First, so that nobody comes in any more, and that a second Ctrl-C leaves nothing behind either.
    remove();
    await clients.finish();
    host.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    host.onSignal(signal, () => {
      if (isEnding) host.exit(1);
      else void end();
    });
  }
  host.onDisconnect(() => {
    if (!isEnding) void end();
  });
  host.writeError(greeting);
  host.writeOut(reattachLine(addresses, address, host.processId));
}

/** An assignment for a shell. The keys are those of Terraform's own reader; Test says not to stop the process. */
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
  const json = JSON.stringify(Object.fromEntries(addresses.map((one) => [one, provider])));
  return `TF_REATTACH_PROVIDERS='${json.replaceAll("'", "'\\''")}'\n`;
}

/**
 * Terraform opens a connection where it would start a process: for each phase of a command and each `provider` block. Each gets
 * an instance of its own, so that no session outlives its command or serves another block.
 */
class Clients<Session> {
  readonly #activity = new Activity();
  readonly #instances = new Set<Instance<Session>>();

  constructor(
    private readonly provider: Provider<Session>,
    private readonly host: Host,
    private readonly log: Log,
  ) {}

  admit(socket: Socket): void {
    const instance = new Instance(this.provider, { log: this.log, environment: this.host.environment });
    this.#instances.add(instance);
    socket.once("close", () => {
      instance.stop();
      this.#instances.delete(instance);
    });
    const options = { activity: this.#activity, log: this.log, shutdown: () => undefined };
    callServer(instance, options).emit("connection", socket);
  }

  /** Calls under way are answered first, so that nothing is left half made. */
  async finish(): Promise<void> {
    for (const instance of this.#instances) instance.stop();
    await this.#activity.idle();
  }
}
