/** `dbmon emulator`: runs the emulator until it is interrupted. */
import { once } from "node:events";
import { ServiceEmulator } from "../../emulator";
import { type CliContext } from "../shared/context";

export interface EmulatorFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed: "demo" | "empty";
  /** In seconds. */
  readonly propagation: number;
  readonly staleReads: boolean;
  readonly webhooks: "loopback" | "any";
  readonly token?: string;
  readonly agentToken?: string;
}

export async function emulatorAction(context: CliContext, flags: EmulatorFlags): Promise<void> {
  const { data, propagation, ...options } = flags;
  const token = flags.token ?? tokenIn(context, "DBMON_EMULATOR_TOKEN");
  const emulator = await ServiceEmulator.start({
    ...options,
    token,
    agentToken: flags.agentToken ?? tokenIn(context, "DBMON_EMULATOR_AGENT_TOKEN"),
    dataFile: data,
    propagationSeconds: propagation,
  });
  context.out(`dbmon emulator listening on ${emulator.url}`);
  if (token === undefined) {
    context.err(`To use it, run: export DBMON_BASE_URL=${emulator.url} DBMON_API_TOKEN=${emulator.token}`);
  }
  context.err(`To see its requests and alerts, open ${emulator.url} in a browser.`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  await emulator.stop();
}

/** An empty variable counts as unset. */
function tokenIn({ env }: CliContext, name: string): string | undefined {
  const token = env[name];
  return token === "" ? undefined : token;
}
