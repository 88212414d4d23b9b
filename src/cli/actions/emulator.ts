/** What `dbmon emulator` does: it runs the service until it is interrupted. */
import { once } from "node:events";
import { ServiceEmulator } from "../../emulator";
import { type CliContext } from "../context";

export interface EmulatorFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed: "demo" | "empty";
  readonly propagation: number;
  readonly staleReads: boolean;
  readonly webhooks: "loopback" | "any";
  readonly token?: string;
  readonly agentToken?: string;
}

export async function emulatorAction(context: CliContext, flags: EmulatorFlags): Promise<void> {
  const emulator = await ServiceEmulator.start({
    port: flags.port,
    dataFile: flags.data,
    seed: flags.seed,
    propagationSeconds: flags.propagation,
    staleReads: flags.staleReads,
    webhooks: flags.webhooks,
    token: flags.token,
    agentToken: flags.agentToken,
  });
  context.out(`dbmon emulator listening on ${emulator.url}`);
  if (flags.token === undefined) {
    context.err(`Use it with: export DBMON_BASE_URL=${emulator.url} DBMON_API_TOKEN=${emulator.token}`);
  }
  context.err(`Watch it in a browser: ${emulator.url}`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  await emulator.stop();
}
