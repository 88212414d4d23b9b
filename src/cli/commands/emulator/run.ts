/** `dbmon emulator`: runs the emulator until it is interrupted. */
import { once } from "node:events";
import { ProblemError, quote } from "../../../diagnostics";
import { defaultEnvironment, ServiceEmulator } from "../../../emulator";
import { setVariables } from "../../../platform";
import { type CliContext } from "../../framework/context";

export interface EmulatorFlags {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly seed: "demo" | "clean" | "empty";
  /** In seconds. */
  readonly propagation: number;
  readonly staleReads: boolean;
  readonly webhooks: "loopback" | "any";
  /** Each is a token, or NAME=TOKEN. */
  readonly token?: readonly string[];
  readonly agentToken?: readonly string[];
}

export async function emulatorAction(context: CliContext, flags: EmulatorFlags): Promise<void> {
  const { data, propagation, token, agentToken, ...options } = flags;
  const tokens = parseTokens(token ?? tokenIn(context, "DBMON_EMULATOR_TOKEN"));
  const agentTokens = parseTokens(agentToken ?? tokenIn(context, "DBMON_EMULATOR_AGENT_TOKEN"));
  const emulator = await ServiceEmulator.start({
    ...options,
    ...tokens,
    agentToken: agentTokens.token,
    agentTokens: agentTokens.tokens,
    dataFile: data,
    propagationSeconds: propagation,
  });
  context.out(`dbmon emulator listening on ${emulator.url}`);
  if (Object.keys(tokens.tokens).length === 0 && tokens.token === undefined) {
    const variables = { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: emulator.token };
    context.err(`To use it, run: ${setVariables(variables, process.platform)}`);
  }
  if (!emulator.isLocal) {
    context.err(
      "Other machines may be able to connect, and the default tokens are not secret: set others with --token and --agent-token.",
    );
  }
  context.err(`To see its requests and alerts, open ${emulator.url} in a browser.`);
  if (!context.signal.aborted) await once(context.signal, "abort");
  await emulator.stop();
}

/** An empty variable counts as unset. */
function tokenIn({ env }: CliContext, name: string): readonly string[] {
  const token = env[name] ?? "";
  return token === "" ? [] : [token];
}

/** The token of the environment `default`, and the environments of the other tokens. */
function parseTokens(strings: readonly string[]) {
  const environments = new Map<string, string>();
  for (const text of strings) {
    // Base64 ends with `=`.
    const [, name = defaultEnvironment, token = text] = /^([\w.-]+)=(.*[^=].*)$/.exec(text) ?? [];
    const other = environments.get(token);
    if (other !== undefined && other !== name) {
      const what = `The environments ${quote(other)} and ${quote(name)} have the same token.`;
      throw ProblemError.of("usage", what, { remedy: "Give each environment a different token." });
    }
    environments.set(token, name);
  }
  const token = [...environments].find(([, name]) => name === defaultEnvironment)?.[0];
  const tokens = Object.fromEntries([...environments].filter(([other]) => other !== token));
  return { token, tokens };
}
