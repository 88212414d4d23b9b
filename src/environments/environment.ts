/** The environments of the configuration file, how they are selected, and what definitions are resolved for. */
import { checkEnvironmentPattern, type DefinedValue, type DefinitionScope } from "../definitions";
import { errorOf, type FieldStep, nameMatcher, type Place, type Problem, ProblemError } from "../diagnostics";
import { type Rule } from "../rules";
import { type AuditContent } from "./schema";

/** Which live alerts belong to the definitions. */
export interface Ownership {
  /** Names and patterns. Undefined: the names of the definitions. */
  readonly owns?: readonly string[] | undefined;
  /** Whether an owned alert without a definition is deleted. `warn` only reports it. Default: `delete`. */
  readonly ownsDeletions?: "delete" | "warn" | undefined;
}

export interface Environment extends Ownership {
  readonly name: string;
  readonly baseUrl: string;
  /** Name of the environment variable that contains the API token. */
  readonly apiTokenVariable: string;
  /** Name of the environment variable that contains the agent token. Default: the API token is used. */
  readonly agentTokenVariable: string | undefined;
  /** Values for definitions, by name. */
  readonly values: ReadonlyMap<string, DefinedValue>;
  /** The names of the values that are used in other values. */
  readonly usedValues: ReadonlySet<string>;
  /** The place of a key of the environment, or of the environment. */
  readonly placeOf: (field: readonly FieldStep[]) => Place;
}

/** Its ownership holds for environments without one of their own. */
export interface Config extends Ownership {
  /** Path of the file, relative to the current folder. */
  readonly file: string;
  /** Default sources of every command, relative to the current folder. */
  readonly definitions: readonly string[] | undefined;
  readonly placeOf: (field: readonly FieldStep[]) => Place;
  /** In the order of the file. */
  readonly environments: readonly Environment[];
  readonly environmentNames: readonly string[];
  /** Address of a line of code, with {file} and {line}. */
  readonly codeUrl: string | undefined;
  /** Address of a live alert, with {id} or {name}. */
  readonly alertUrl: string | undefined;
  readonly environmentsAtOnce: number;
  /** Type of the events that fired threshold alerts generate. */
  readonly recordedType: string | undefined;
  /** Not compiled yet. */
  readonly rules: readonly Rule[];
  /** Warnings about the rules, for what evaluates them. */
  readonly ruleWarnings?: readonly Problem[];
  readonly audit: AuditSettings | undefined;
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** Which findings of an audit are accepted. */
export interface AuditSettings {
  readonly noisy: { readonly period?: number; readonly day?: number };
  readonly except: readonly (AuditContent["except"][number] & { readonly place: Place })[];
}

export function ownershipOf(config: Config, environment: Environment | undefined): Ownership {
  return {
    owns: environment?.owns ?? config.owns,
    ownsDeletions: environment?.ownsDeletions ?? config.ownsDeletions,
  };
}

/** @param environment undefined if no environment is selected */
export function definitionScopeOf(
  { environmentNames }: Config,
  environment: Environment | undefined,
): DefinitionScope {
  return {
    environment: environment?.name,
    environmentNames,
    values: environment?.values ?? new Map(),
  };
}

/** @returns in the order of the file @throws ProblemError for each unknown name and each pattern without a match */
export function selectEnvironments(config: Config, patterns: readonly string[]): readonly Environment[] {
  const problems = patterns.flatMap((pattern): Problem[] => {
    const problem = checkEnvironmentPattern(pattern, config.environmentNames);
    if (problem === undefined) return [];
    const { what, ...rest } = problem;
    return [errorOf("config-invalid", what, { where: { file: config.file }, ...rest })];
  });
  if (problems.length > 0) throw new ProblemError(problems);
  const isSelected = nameMatcher(patterns);
  return config.environments.filter(({ name }) => isSelected(name));
}
