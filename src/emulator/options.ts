/** Start options of an emulator and their defaults, as documented in docs/emulator.md. */
import { type EmulatorClock } from "./clock";
import { type WebhookReach } from "./evaluator/webhooks";
import { type EnvironmentSeed } from "./seed/environment-seed";

/** Default API token of the environment `default`. It is not a secret, so commands in the docs can contain it. */
export const defaultToken = "demo-token";
/** Default agent token of the environment `default`. */
export const defaultAgentToken = "demo-agent-token";
/** The environment that `token` and `agentToken` belong to. */
export const defaultEnvironment = "default";
/** Default seconds until a write takes effect (PROP-1). */
export const defaultPropagationSeconds = 60;

/**
 * Options of `ServiceEmulator.start`.
 *
 * @example
 * const options: EmulatorOptions = { seed: "empty", propagationSeconds: 0, tokens: { "staging-token": "staging" } };
 */
export interface EmulatorOptions {
  /** TCP port. 0, the default, selects a free port. */
  readonly port?: number | undefined;
  /**
   * Address or name to listen on. Default: `127.0.0.1`. With one of another interface, for example `0.0.0.0`, other machines can reach the
   * emulator with any name in the Host header.
   */
  readonly host?: string | undefined;
  /** Path of the SQLite file that stores all data. Default: in memory. */
  readonly dataFile?: string | undefined;
  /** Initial content of a new environment. Default: `demo`. */
  readonly seed?: "demo" | "clean" | "empty" | EnvironmentSeed | undefined;
  /** API token of the environment `default`. Default: `demo-token`. */
  readonly token?: string | undefined;
  /** Agent token of the environment `default`. Default: `demo-agent-token`. */
  readonly agentToken?: string | undefined;
  /** Additional API tokens, each mapped to the name of its environment. */
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  /** Additional agent tokens, each mapped to the name of its environment. */
  readonly agentTokens?: Readonly<Record<string, string>> | undefined;
  /** Seconds until a write takes effect (PROP-1). Default: 60. */
  readonly propagationSeconds?: number | undefined;
  /** Whether reads return the previous state until a write has taken effect. Default: false. */
  readonly staleReads?: boolean | undefined;
  /** Whether alert names are unique in an environment. Default: true. */
  readonly uniqueNames?: boolean | undefined;
  /** Allowed webhook targets. `loopback`, the default, allows only this machine. */
  readonly webhooks?: WebhookReach | undefined;
  /** Time source of the emulator's clock. Default: the system clock. */
  readonly clock?: EmulatorClock | undefined;
}
