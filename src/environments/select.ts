/** Selects environments by names and patterns. */
import { hintForName, isPattern, nameMatcher, type Problem, ProblemError, quote } from "../diagnostics";
import { type Config, type Environment } from "./environment";

/** @returns in the order of the file @throws ProblemError for each unknown name and each pattern without a match */
export function selectEnvironments(config: Config, patterns: readonly string[]): readonly Environment[] {
  const names = config.environments.map(({ name }) => name);
  const problems = patterns
    .filter((pattern) => !names.some(nameMatcher([pattern])))
    .map((pattern) => unknownEnvironment(pattern, names, config.file));
  if (problems.length > 0) throw new ProblemError(problems);
  const isSelected = nameMatcher(patterns);
  return config.environments.filter(({ name }) => isSelected(name));
}

function unknownEnvironment(pattern: string, names: readonly string[], file: string): Problem {
  return {
    severity: "error",
    what: isPattern(pattern)
      ? `No environment matches the pattern ${quote(pattern)}.`
      : `No environment is named ${quote(pattern)}.`,
    where: { file },
    remedy: hintForName(pattern, names),
  };
}
