/** The environment that a command works in, and where its definitions come from. */
import { type DefinitionSources, readSources } from "../../../definitions";
import { getOrAdd } from "../../../diagnostics";
import { type Config, type Environment } from "../../../environments";

export interface Target {
  readonly config: Config;
  /** Undefined if DBMON_BASE_URL and DBMON_API_TOKEN select one of several environments. */
  readonly environment: Environment | undefined;
  /** Whether --environment selected it. Otherwise, DBMON_BASE_URL and DBMON_API_TOKEN replace its settings. */
  readonly isNamed: boolean;
  /** Whether the command reports several environments together. */
  readonly isOneOfSeveral?: true;
  /** The value of --config. */
  readonly configFile: string | undefined;
  /** Variables of the process, with tokens. */
  readonly env: NodeJS.ProcessEnv;
  /** Reads sources once, even if several environments use them. */
  readonly read: (sources: readonly string[]) => DefinitionSources;
}

export function createReader(): Target["read"] {
  const read = new Map<string, DefinitionSources>();
  return (sources) => getOrAdd(read, JSON.stringify(sources), () => readSources(sources));
}

/** The variables of the process without the tokens of environments, for other programs. */
export function withoutTokensOf({ environments }: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const variables = new Set(
    environments.flatMap(({ apiTokenVariable, agentTokenVariable }) => [
      apiTokenVariable,
      agentTokenVariable,
    ]),
  );
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !variables.has(name) || name.startsWith("DBMON_")),
  );
}

/** The name of the environment that --environment selected. Otherwise undefined, because variables can select another service. */
export function environmentNameOf({ target }: { readonly target?: Target | undefined }): string | undefined {
  return target?.isNamed === true ? target.environment?.name : undefined;
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
