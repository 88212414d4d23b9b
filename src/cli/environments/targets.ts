/** Selects the environments that a command works in: by options, by environment variables, or the only one. */
import { type DefinitionSources, readDefinitionSources } from "../../definitions";
import { getOrAdd, ProblemError } from "../../diagnostics";
import {
  type Config,
  connectionSettingsOf,
  findConfig,
  findReplacedRules,
  loadConfig,
  selectEnvironments,
} from "../../environments";
import { type CliContext } from "../framework/context";
import { type EnvironmentFlags } from "../framework/flags";
import { type Target } from "../framework/target";
import { reportProblems } from "../terminal/output";
import { createAddressCheck } from "./target-branch";

export function readConfig(context: CliContext, { config: file }: EnvironmentFlags): Config | undefined {
  const found = file ?? findConfig(".");
  if (found === undefined) return undefined;
  const config = loadConfig(found, context.env);
  return file === undefined ? { ...config, ruleWarnings: findReplacedRules(found) } : config;
}

export interface SelectionOptions {
  /** Whether the command needs values of an environment, which environment variables do not select. Default: false. */
  readonly needsEnvironment?: boolean;
  /**
   * Whether the command needs no service. It then works in all environments unless options select some, and reports the warnings of the
   * configuration itself. Default: false.
   */
  readonly isOffline?: boolean;
}

export function selectTargets(
  context: CliContext,
  flags: EnvironmentFlags,
  { needsEnvironment = false, isOffline = false }: SelectionOptions = {},
): readonly Target[] | undefined {
  const config = readConfig(context, flags);
  if (config === undefined) {
    if (flags.environment === undefined) return undefined;
    const what = "There is no configuration of environments in this folder or a parent folder.";
    throw ProblemError.of("config-invalid", what, {
      remedy: "Create dbmon.yaml, or set --config to its path, or remove --environment.",
    });
  }
  const hasSeveral = config.environments.length > 1;
  const { environment: patterns = isOffline && hasSeveral ? ["*"] : undefined } = flags;
  const read = new Map<string, DefinitionSources>();
  const shared = {
    config,
    configFile: flags.config,
    env: context.env,
    envWithoutTokens: withoutTokensOf(config, context.env),
    checkAddress: createAddressCheck(context, config.file),
    read: (sources: readonly string[]) =>
      getOrAdd(read, JSON.stringify(sources), () => readDefinitionSources(sources)),
  };
  if (!isOffline) reportProblems(context, config.problems);
  if (patterns !== undefined) {
    return selectEnvironments(config, patterns).map((environment) => ({
      ...shared,
      environment,
      isNamed: true,
    }));
  }
  const environment = onlyEnvironment(config, needsEnvironment ? {} : context.env);
  return [{ ...shared, environment, isNamed: false }];
}

function onlyEnvironment(config: Config, env: NodeJS.ProcessEnv): Target["environment"] {
  const { environments, file } = config;
  const [first, second] = environments;
  if (second === undefined) return first;
  const { baseUrl, apiToken, agentToken } = connectionSettingsOf(env);
  if (baseUrl !== undefined && (apiToken ?? agentToken) !== undefined) return undefined;
  const names = environments.map(({ name }) => name).join(", ");
  throw ProblemError.of("config-invalid", `The configuration has several environments: ${names}.`, {
    where: { file },
    remedy:
      "Set --environment to one of them, or set DBMON_BASE_URL and DBMON_API_TOKEN for commands that need no values.",
  });
}

export function contextOf(context: CliContext, target: Target): CliContext {
  return { ...context, target, env: target.envWithoutTokens };
}

/** The context of a command that works in one environment. @param what the command does, for example "dbmon render prints ..." */
export function selectOne(
  context: CliContext,
  flags: EnvironmentFlags,
  what: string,
  options?: SelectionOptions,
): CliContext {
  const [target, second] = selectTargets(context, flags, options) ?? [];
  if (second === undefined) return target === undefined ? context : contextOf(context, target);
  throw ProblemError.of("usage", `${what} of one environment.`, {
    remedy: "Set --environment to the name of one environment.",
  });
}

/** The variables of the process without the tokens of environments, for other programs. */
function withoutTokensOf({ environments }: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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
