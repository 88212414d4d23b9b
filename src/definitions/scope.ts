/** The environment that definitions are resolved for, and the lists that limit an alert or a test to environments. */
import {
  type FieldStep,
  formatField,
  getOrAdd,
  hintForName,
  isPattern,
  nameMatcher,
  type Place,
  type Problem,
  quote,
  quoteUnusual,
} from "../diagnostics";
import { describeValue } from "./field-problems";

export interface ScalarInFile {
  readonly value: string | number | boolean;
  /** As the file writes it, for example `1.10`. */
  readonly text: string;
}

export interface DefinedValue extends ScalarInFile {
  readonly place: Place;
}

export interface DefinitionScope {
  /** Undefined if no environment is selected. Then definitions must not depend on it. */
  readonly environment: string | undefined;
  readonly environmentNames: readonly string[];
  /** By name, without `environment`. */
  readonly values: ReadonlyMap<string, DefinedValue>;
}

/** The scope without a configuration. */
export const noEnvironments: DefinitionScope = {
  environment: undefined,
  environmentNames: [],
  values: new Map(),
};

export function selectionRemedy({ environmentNames }: DefinitionScope): string {
  return `Set --environment to one of them: ${environmentNames.map(quoteUnusual).join(", ")}.`;
}

export const environmentsRemedy =
  "Define the environments in the file dbmon.yaml of this folder or a parent folder, or set --config.";

type ListProblem = Required<Pick<Problem, "what" | "remedy">>;

/**
 * @param environments the value of a key `environments`
 * @param subject what the list limits: `alert`
 * @param report receives problems with their path in the list
 * @returns whether valid entries include the environment of the scope
 */
export function includesEnvironment(
  environments: unknown,
  scope: DefinitionScope,
  subject: string,
  report: (path: readonly FieldStep[], problem: ListProblem) => void,
): boolean {
  if (!Array.isArray(environments)) {
    const what = `environments must be a sequence, not ${describeValue(environments)}.`;
    report([], { what, remedy: "Write a sequence of names: [staging]." });
    return false;
  }
  if (environments.length === 0) {
    const what = `environments is empty, so no environment has the ${subject}.`;
    report([], { what, remedy: `Add a name, or remove the ${subject}.` });
  }
  return environments
    .filter((name: unknown, index): name is string => {
      const problem =
        typeof name === "string"
          ? checkEnvironmentPattern(name, scope.environmentNames)
          : {
              what: `${formatField(["environments", index])} must be a string, not ${describeValue(name)}.`,
              remedy: "Write the name of an environment.",
            };
      if (problem !== undefined) report([index], problem);
      return problem === undefined;
    })
    .some((pattern) => isEnvironment(pattern, scope));
}

export function checkEnvironmentPattern(pattern: string, names: readonly string[]): ListProblem | undefined {
  if (matchingNames(pattern, names).size > 0) return undefined;
  return {
    what: isPattern(pattern)
      ? `No environment matches the pattern ${quote(pattern)}.`
      : `No environment is named ${quote(pattern)}.`,
    remedy: hintForName(pattern, names),
  };
}

export function isEnvironment(pattern: string, { environment, environmentNames }: DefinitionScope): boolean {
  return environment !== undefined && matchingNames(pattern, environmentNames).has(environment);
}

const matches = new WeakMap<readonly string[], Map<string, ReadonlySet<string>>>();

/** Matches each pattern once with the names of one list, because the alerts of all environments have the same patterns. */
function matchingNames(pattern: string, names: readonly string[]): ReadonlySet<string> {
  const byPattern = getOrAdd(matches, names, () => new Map<string, ReadonlySet<string>>());
  return getOrAdd(byPattern, pattern, () => new Set(names.filter(nameMatcher([pattern]))));
}
