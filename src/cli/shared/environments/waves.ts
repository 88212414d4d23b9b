/** Applies environments in waves: a wave begins when the changes of the previous one have taken effect, and a failure stops the later ones. */
import { hintForName, nameMatcher, type Problem, ProblemError, quote } from "../../../diagnostics";

/** How an environment has ended. */
export interface WaveResult {
  readonly hasFailed: boolean;
  /** Whether it was changed, so that the next wave waits for the propagation window. */
  readonly hasWritten: boolean;
}

/** Waits until the changes of a wave have taken effect. @param wave counts from 1 */
export type WaitForEffect = (wave: number, environments: readonly string[]) => Promise<void>;

interface Wave {
  readonly environments: readonly string[];
  readonly results: WaveResult[];
  /** Resolves with whether the next wave can begin. */
  readonly finished: Promise<boolean>;
  readonly finish: (canContinue: boolean) => void;
}

export class Waves {
  readonly #waves: readonly Wave[];

  /** @param waitForEffect is not called after the last wave */
  constructor(
    groups: readonly (readonly string[])[],
    private readonly waitForEffect: WaitForEffect,
  ) {
    this.#waves = groups.map((environments) => {
      let finish: Wave["finish"] = () => undefined;
      const finished = new Promise<boolean>((resolve) => {
        finish = resolve;
      });
      return { environments, results: [], finished, finish };
    });
  }

  /** Waits for the turn of an environment. @returns false if an earlier wave has failed */
  async begin(environment: string): Promise<boolean> {
    const index = this.#indexOf(environment);
    return index <= 0 || (await (this.#waves[index - 1]?.finished ?? true));
  }

  /** Call when an environment has ended, also if it did not begin. */
  end(environment: string, result: WaveResult): void {
    const index = this.#indexOf(environment);
    const wave = this.#waves[index];
    wave?.results.push(result);
    if (wave?.results.length === wave?.environments.length && wave !== undefined)
      void this.#finish(wave, index);
  }

  async #finish(wave: Wave, index: number): Promise<void> {
    // An environment without changes can end before the previous wave does.
    const isReached = index === 0 || (await this.#waves[index - 1]?.finished) === true;
    const canContinue = isReached && !wave.results.some(({ hasFailed }) => hasFailed);
    const isLast = index === this.#waves.length - 1;
    if (canContinue && !isLast && wave.results.some(({ hasWritten }) => hasWritten))
      await this.waitForEffect(index + 1, wave.environments);
    wave.finish(canContinue);
  }

  #indexOf(environment: string): number {
    return this.#waves.findIndex(({ environments }) => environments.includes(environment));
  }
}

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

export function skippedProblem(environment: string): Problem {
  return {
    severity: "warning",
    what: "The environment was skipped because an earlier wave failed.",
    remedy: "Fix that environment, and run again: environments that are done do not change.",
    environments: [environment],
  };
}
