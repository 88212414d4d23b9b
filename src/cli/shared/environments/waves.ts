/** Groups environments in waves, which are applied one after the other. */
import { hintForName, nameMatcher, type Problem, ProblemError, quote } from "../../../diagnostics";

/**
 * Assigns each environment to the first wave that matches it.
 *
 * @param text names and patterns of waves, separated by commas
 * @throws ProblemError for a wave without environments, and for environments without a wave
 */
export function parseWaves(text: string, environments: readonly string[]): readonly (readonly string[])[] {
  const patterns = text.split(",").map((pattern) => pattern.trim());
  const matchers = patterns.map((pattern) => nameMatcher([pattern]));
  const waveOf = new Map(
    environments.map((name) => [name, matchers.findIndex((isMatch) => isMatch(name))] as const),
  );
  const waves = patterns.map((_, index) => environments.filter((name) => waveOf.get(name) === index));
  const problems = patterns.flatMap((pattern, index): Problem[] => {
    if ((waves[index] ?? []).length > 0) return [];
    const what = `The wave ${quote(pattern)} names no selected environment, or only those of earlier waves.`;
    return [{ severity: "error", what, remedy: hintForName(pattern, environments) }];
  });
  const rest = environments.filter((name) => waveOf.get(name) === -1);
  if (rest.length > 0) {
    problems.push({
      severity: "error",
      what: `These environments are in no wave: ${rest.join(", ")}.`,
      remedy: "Add them to --waves, or do not select them with --environment.",
    });
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return waves;
}
