/**
 * Runs a sequence with the real terraform. Afterward, one more apply must converge (convergence.ts), a plan one propagation window later must
 * be empty, and a destroy must go through.
 */
import { type ProviderWithPid } from "../../support/dbmon-terraform";
import { refusalsOf } from "../refusals";
import { CheckedRuns } from "./checked-runs";
import { applyChanges, type Desired, initialDesired, noAlerts } from "./configuration";
import { converge } from "./convergence";
import { checkDestroyed } from "./invariants";
import { type Sequence, type Step } from "./sequence";
import { SequenceWorld } from "./world";

export interface SequenceOutcome {
  /** One sentence for each broken rule. */
  readonly violations: readonly string[];
  /** What happened, step by step. */
  readonly transcript: string;
  readonly runs: number;
  /** HTTP calls of each run. */
  readonly calls: readonly number[];
  /** Disturbances that affected a call. */
  readonly injected: readonly string[];
}

export async function runSequence(sequence: Sequence, provider: ProviderWithPid): Promise<SequenceOutcome> {
  const world = await SequenceWorld.start(sequence, provider);
  try {
    return await new SequenceRunner(sequence, world).run();
  } finally {
    await world.stop();
  }
}

class SequenceRunner {
  readonly #runs: CheckedRuns;
  #desired: Desired;

  constructor(
    private readonly sequence: Sequence,
    private readonly world: SequenceWorld,
  ) {
    this.#runs = new CheckedRuns(sequence, world);
    this.#desired = initialDesired(sequence);
  }

  async run(): Promise<SequenceOutcome> {
    const { violations, transcript, calls, injected } = this.#runs;
    try {
      await this.#runSteps();
    } catch (error) {
      violations.push(`the test failed: ${error instanceof Error ? String(error.stack) : String(error)}`);
    }
    return { violations, transcript: transcript.text, runs: this.#runs.runs, calls, injected };
  }

  async #runSteps(): Promise<void> {
    const { unmanaged, steps } = this.sequence;
    const runs = this.#runs;
    await runs.edit(unmanaged);
    runs.pass("past the window");
    for (const [index, step] of steps.entries()) {
      const number = index + 1;
      runs.transcript.beginStep(number);
      const hasFailed = (await this.#runStep(step, number)) !== 0;
      if (hasFailed && step.settlesAfterFailure && runs.violations.length === 0) {
        runs.transcript.beginStep("the user repairs it");
        runs.passBeforeConvergence("within the window");
        await this.#converge(number);
      }
      if (runs.violations.length > 0) return;
    }
    await this.#end(steps.length);
  }

  /** @returns the exit code of the last run */
  async #runStep(
    { losesState, edits, pause, changes, savedPlan, parallelism, disturbance }: Step,
    number: number,
  ): Promise<number | null> {
    const runs = this.#runs;
    if (losesState) {
      this.world.loseState();
      runs.transcript.add("the state file is lost");
    }
    await runs.edit(edits);
    runs.pass(pause);
    const desired = applyChanges(this.#desired, changes);
    this.#desired = desired;
    this.world.configure(desired, new Map(), number);
    runs.transcript.describeDesired(desired);
    const option = `-parallelism=${String(parallelism)}`;
    if (savedPlan === undefined) {
      const { code } = await runs.check(["apply", "-auto-approve", option], { desired, disturbance });
      return code;
    }
    const plan = await runs.check(["plan", "-out=saved.tfplan", option], { desired });
    if (plan.code !== 0) return plan.code;
    await runs.edit(savedPlan.edits);
    runs.pass(savedPlan.pause);
    const { code } = await runs.check(["apply", option, "saved.tfplan"], { desired, disturbance });
    return code;
  }

  async #converge(step: number): Promise<boolean> {
    const applied = await converge(this.sequence, this.world, this.#runs, this.#desired, step);
    this.#desired = applied ?? this.#desired;
    return applied !== undefined;
  }

  /** The last runs: they converge, plan and destroy, or only destroy. */
  async #end(lastStep: number): Promise<void> {
    const runs = this.#runs;
    const { lastCommand, lastPause } = this.sequence;
    runs.transcript.beginStep("the end");
    runs.passBeforeConvergence(lastPause);
    if (lastCommand === "apply") {
      if (!(await this.#converge(lastStep))) return;
      runs.pass("past the window");
      const plan = await runs.check(["plan", "-detailed-exitcode"], { desired: this.#desired });
      if (plan.code !== 0)
        runs.violations.push(`the plan afterward is not empty: exit code ${String(plan.code)}`);
    }
    await this.#destroy(lastStep);
  }

  /**
   * An error of a plan blocks the destroy, and says how to destroy anyway. An alert that may belong to another environment is never deleted: it is
   * removed from the state, as the error says.
   */
  async #destroy(step: number): Promise<void> {
    const runs = this.#runs;
    this.world.configure(this.#desired, new Map(), step);
    const { live, state } = await runs.moment();
    const unmatched = new Set<number>();
    const options: string[][] = [[], ["-refresh=false"]];
    for (let current = options.shift(); current !== undefined;) {
      const args = ["destroy", "-auto-approve", ...current];
      const { code, output } = await runs.check(args, { desired: noAlerts });
      if (code === 0) {
        const managed = state.filter(({ id }) => !unmatched.has(id));
        runs.violations.push(...checkDestroyed({ live, state: managed }, await runs.moment()));
        return;
      }
      const found = await this.#removeUnmatched(output);
      for (const id of found) unmatched.add(id);
      if (found.length === 0) current = options.shift();
    }
    runs.violations.push("the destroy fails, with and without -refresh=false");
  }

  /** @returns the ids of the alerts that were removed from the state */
  async #removeUnmatched(output: string): Promise<number[]> {
    const ids = new Set(refusalsOf(output).flatMap(({ kind, id }) => (kind === "mismatch" ? [id] : [])));
    const found = this.world.state().filter(({ id }) => ids.has(id));
    for (const { address } of found) {
      this.#runs.transcript.add(`terraform state rm ${address}`);
      await this.world.removeFromState(address);
    }
    return found.map(({ id }) => id);
  }
}
