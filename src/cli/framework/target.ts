/** The environment that a command works in. */
import { type DefinitionSources } from "../../definitions";
import { type Problem } from "../../diagnostics";
import { type Config, type Environment } from "../../environments";

export interface Target {
  readonly config: Config;
  /** Undefined if DBMON_BASE_URL and DBMON_API_TOKEN select one of several environments. */
  readonly environment: Environment | undefined;
  /** Whether --environment selected it. Otherwise, DBMON_BASE_URL and DBMON_API_TOKEN replace its settings. */
  readonly isNamed: boolean;
  /** Whether the command reports several environments together. */
  readonly isOneOfSeveral?: true;
  readonly configFile: string | undefined;
  /** Variables of the process, with tokens. */
  readonly env: NodeJS.ProcessEnv;
  /** Variables of the process without tokens of environments, for other programs. */
  readonly envWithoutTokens: NodeJS.ProcessEnv;
  /** Returns why a token is not sent to the address of the file. Undefined if it is. */
  readonly checkAddress: (environment: Environment) => Promise<Problem | undefined>;
  /** Reads sources once, even if several environments use them. */
  readonly read: (sources: readonly string[]) => DefinitionSources;
}

/** The options that select the environment again. Empty if it was not selected by options. */
export function environmentArguments({
  target,
}: {
  readonly target?: Target | undefined;
}): readonly string[] {
  if (target?.environment === undefined || !target.isNamed) return [];
  const { configFile } = target;
  const config = configFile === undefined ? [] : ["--config", configFile];
  return ["--environment", target.environment.name, ...config];
}
