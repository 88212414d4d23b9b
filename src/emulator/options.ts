/** What an emulator can be started with. docs/emulator.md says what each means for the service's behavior. */
import { type Clock } from "./clock";
import { type WebhookReach } from "./evaluator/webhook";
import { type EnvironmentSeed } from "./seed/fill";

/** Fixed and known to everybody, so that a newcomer can copy commands: there is nothing to protect in a demo. */
export const defaultToken = "demo-token";
export const defaultAgentToken = "demo-agent-token";
/** Name of the environment that `token` and `agentToken` belong to. */
export const defaultEnvironment = "default";
/** PROP-1: up to a minute. */
export const defaultPropagationSeconds = 60;

export interface EmulatorOptions {
  /** TCP port on 127.0.0.1; 0, the default, picks a free one. */
  readonly port?: number | undefined;
  /** File that everything is kept in; left out: in memory. */
  readonly dataFile?: string | undefined;
  /** What a new environment holds; `demo` by default. */
  readonly seed?: "demo" | "empty" | EnvironmentSeed | undefined;
  /** API token of the environment `default`; `demo-token` by default. */
  readonly token?: string | undefined;
  /** Agent's token of the environment `default`; `demo-agent-token` by default. */
  readonly agentToken?: string | undefined;
  /** Further API tokens: token to name of its environment. */
  readonly tokens?: Readonly<Record<string, string>> | undefined;
  /** Further agents' tokens: token to name of its environment. */
  readonly agentTokens?: Readonly<Record<string, string>> | undefined;
  /** Seconds until a write takes effect; 60 by default. */
  readonly propagationSeconds?: number | undefined;
  /** Whether reads show a write only once it has taken effect; false by default. */
  readonly staleReads?: boolean | undefined;
  /** Whether an alert's name must be its own in the environment; true by default. */
  readonly uniqueNames?: boolean | undefined;
  /** Where webhooks may go: `loopback`, the default, is this machine only. */
  readonly webhooks?: WebhookReach | undefined;
  /** Where the time comes from, until it is moved; the system's by default. */
  readonly clock?: Clock | undefined;
}
