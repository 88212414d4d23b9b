/** The environments of commands that need no service, and the problems of their configuration. */
import { resolve } from "node:path";
import { type DefinitionSources, valueNamesOf } from "../../../definitions";
import { isError, type Problem } from "../../../diagnostics";
import { checkForDuplicates, selectEnvironments, unusedValues } from "../../../environments";
import { type CliContext } from "../context";
import { type EnvironmentFlags } from "./flags";
import { readConfig, selectTargets } from "./select-targets";
import { createReader, type Target } from "./target";

/** @returns undefined without a configuration file, else all environments unless options select some */
export function selectOfflineTargets(
  context: CliContext,
  flags: EnvironmentFlags,
): readonly Target[] | undefined {
  const config = readConfig(flags);
  if (config === undefined || config.environments.length < 2)
    return selectTargets(context, flags, { isQuiet: true });
  const environments = selectEnvironments(config, flags.environment ?? ["*"]);
  const shared = { config, configFile: flags.config, env: context.env, read: createReader() };
  return environments.map((environment) => ({ ...shared, environment, isNamed: true }));
}

/** Warnings of the configuration, and values that no definition uses. */
export function sharedProblems(
  { env }: CliContext,
  targets: readonly Target[],
  sources: readonly string[],
  read: DefinitionSources,
): readonly Problem[] {
  const [first] = targets;
  if (first === undefined) return [];
  const { config } = first;
  const environments = targets.flatMap(({ environment }) => environment ?? []);
  // Other definitions than the named ones can use a value.
  const isComplete = includesDefaults(config.definitions, sources) && !read.problems.some(isError);
  return [
    ...config.problems,
    ...checkForDuplicates(environments, env),
    ...(isComplete ? unusedValues(config, environments, valueNamesOf(read)) : []),
  ];
}

function includesDefaults(defaults: readonly string[] | undefined, sources: readonly string[]): boolean {
  if (defaults === undefined || sources.length === 0) return true;
  const named = new Set(sources.map((source) => resolve(source)));
  return defaults.every((source) => named.has(resolve(source)));
}
