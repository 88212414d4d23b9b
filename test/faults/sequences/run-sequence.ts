/**
 * Runs a sequence with the real terraform. Afterward, one more apply must converge. It may fail once if it has to hand on names: then
 * another one must succeed. A plan one propagation window later must be empty.
 */
import { type ProviderWithPid } from "../../support/provider-with-pid";
import { applyChanges, byAddress, type Desired, initialDesired } from "./configuration";
import { adopterOf, checkConverged, checkOutput, checkStep, type Moment } from "./invariants";
import { editManually } from "./manual-edits";
import { type Disturbance, type ManualEdit, type Pause, type Sequence, type Step } from "./sequence";
import { Transcript } from "./transcript";
import { SequenceWorld, type TerraformResult } from "./world";

export interface SequenceOutcome {
  /** One sentence for each broken rule. */
  readonly violations: readonly string[];
  /** What happened, step by step. */
  readonly transcript: string;
  readonly runs: number;
  /** HTTP calls of each step. */
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
  readonly #violations: string[] = [];
  readonly #transcript = new Transcript();
  readonly #calls: number[] = [];
  readonly #injected: string[] = [];
  #runs = 0;
  #desired: Desired;
  /** Edits within the propagation window can look like stale reads, so that an apply may not revert them yet. */
  #hasEdits = false;
  /** Whether lists may not show an edit yet. */
  #hasHiddenEdits = false;
  /**
   * If names are not unique, a run after a disturbed or failed run cannot find a lost creation until lists show it (docs/reliability.md, "Known
   * limits"), so it starts past the window.
   */
  #mustPassWindow = false;

  constructor(
    private readonly sequence: Sequence,
    private readonly world: SequenceWorld,
  ) {
    this.#desired = initialDesired(sequence);
  }

  async run(): Promise<SequenceOutcome> {
    try {
      await this.#runSteps();
    } catch (error) {
      this.#violations.push(
        `the test failed: ${error instanceof Error ? String(error.stack) : String(error)}`,
      );
    }
    return {
      violations: this.#violations,
      transcript: this.#transcript.text,
      runs: this.#runs,
      calls: this.#calls,
      injected: this.#injected,
    };
  }

  async #runSteps(): Promise<void> {
    const { unmanaged, steps } = this.sequence;
    this.#transcript.describeService(this.sequence);
    await this.#edit(unmanaged);
    this.world.pass("past the window");
    this.#hasEdits = false;
    this.#hasHiddenEdits = false;
    for (const [index, step] of steps.entries()) {
      this.#transcript.beginStep(index + 1);
      await this.#runStep(step, index + 1);
      if (this.#violations.length > 0) return;
    }
    await this.#converge(steps.length);
  }

  async #runStep({ edits, pause, changes, savedPlan, parallelism, disturbance }: Step, number: number) {
    await this.#edit(edits);
    this.#pass(pause);
    this.#desired = applyChanges(this.#desired, changes);
    this.world.configure(this.#desired, number);
    this.#transcript.describeDesired(this.#desired);
    const option = `-parallelism=${String(parallelism)}`;
    if (savedPlan === undefined) {
      await this.#check(disturbance, () => this.#terraform("apply", "-auto-approve", option));
      return;
    }
    this.world.beginStep(undefined);
    const plan = await this.#check(undefined, () => this.#terraform("plan", "-out=saved.tfplan", option));
    if (plan.code !== 0) return;
    await this.#edit(savedPlan.edits);
    this.#pass(savedPlan.pause);
    await this.#check(disturbance, () => this.#terraform("apply", option, "saved.tfplan"));
  }

  async #terraform(command: string, ...args: readonly string[]): Promise<TerraformResult> {
    this.#runs++;
    const result = await this.world.terraform(command, ...args);
    this.#transcript.describeRun([command, ...args], result, this.world);
    return result;
  }

  /** Runs terraform, and checks the rules that hold after every run. */
  async #check(
    disturbance: Disturbance | undefined,
    run: () => Promise<TerraformResult>,
  ): Promise<TerraformResult> {
    const before = await this.#moment();
    this.world.beginStep(disturbance);
    const result = await run();
    const isDisturbed = this.world.injected.length > 0;
    const { uniqueNames, staleSeconds } = this.sequence;
    const mayHideNames = !uniqueNames && staleSeconds > 0;
    const isIncomplete = isDisturbed || result.code !== 0;
    if (mayHideNames && isIncomplete) this.#mustPassWindow = true;
    const mayShareNames = mayHideNames && (isIncomplete || this.#hasHiddenEdits);
    this.#calls.push(this.world.calls);
    this.#injected.push(
      ...this.world.injected.map((text) => text.replace(/ (at|before|after) [A-Z]+ .*/, "")),
    );
    const isKilled = isDisturbed && disturbance !== undefined && "kill" in disturbance.kind;
    if (isKilled && this.world.restoreTruncatedState()) this.#transcript.add("the state file was truncated");
    const after = await this.#moment();
    this.#transcript.describeMoment(after);
    const desired = byAddress(this.#desired);
    const { existingAlerts } = this.sequence;
    const effects = { isDisturbed, mayShareNames, isTerraformKilled: isKilled };
    const outcome = { before, after, desired, existingAlerts, ...effects };
    this.#violations.push(...checkStep(outcome), ...checkOutput(result.output, isKilled));
    return result;
  }

  async #moment(): Promise<Moment> {
    return { live: await this.world.live(), state: this.world.state() };
  }

  async #edit(edits: readonly ManualEdit[]): Promise<void> {
    for (const edit of edits) {
      const edited = await editManually(this.world, edit);
      if (edited === undefined) continue;
      this.#hasEdits = true;
      this.#hasHiddenEdits = true;
      this.#transcript.add(`by hand: ${edited.description}`);
    }
  }

  #pass(pause: Pause): void {
    const effective = this.#mustPassWindow ? "past the window" : pause;
    if (effective === "past the window") {
      this.#mustPassWindow = false;
      this.#hasHiddenEdits = false;
    }
    this.world.pass(effective);
    this.#transcript.add(effective);
  }

  async #converge(lastStep: number): Promise<void> {
    this.#transcript.beginStep("one more apply");
    const desired = byAddress(this.#desired);
    if (await this.#renameConflicting()) this.#hasEdits = true;
    this.#pass(this.#hasEdits ? "past the window" : this.sequence.lastPause);
    this.world.configure(this.#desired, lastStep);
    const mayNeedTwo = await this.#handsOnNames();
    const apply = () => this.#check(undefined, () => this.#terraform("apply", "-auto-approve"));
    let result = await apply();
    const refused = refusedId(result.output);
    if (refused !== undefined) {
      await this.#importAgain(refused);
      result = await apply();
    }
    if (result.code !== 0 && mayNeedTwo) {
      this.#transcript.add("names are handed on, so one more apply may be necessary");
      result = await apply();
    }
    if (result.code !== 0) {
      this.#violations.push("one more apply does not converge");
      return;
    }
    this.#violations.push(...checkConverged(await this.#moment(), desired));
    this.#pass("past the window");
    const plan = await this.#check(undefined, () => this.#terraform("plan", "-detailed-exitcode"));
    if (plan.code !== 0)
      this.#violations.push(`the plan afterward is not empty: exit code ${String(plan.code)}`);
  }

  /** The user does what the plan says of an alert whose name and content were changed by hand. */
  async #importAgain(id: number): Promise<void> {
    const { address } = this.world.state().find((entry) => entry.id === id) ?? {};
    if (address === undefined) throw new Error(`no resource has the alert ${String(id)}`);
    this.#transcript.add(`terraform state rm ${address}`);
    await this.world.removeFromState(address);
    await this.#terraform("import", address, String(id));
  }

  /** The user renames each unmanaged alert that has a desired name and that no resource may adopt. */
  async #renameConflicting(): Promise<boolean> {
    const moment = await this.#moment();
    const { live, state } = moment;
    const desired = byAddress(this.#desired);
    const names = new Set([...desired.values()].map(({ name }) => name));
    const { existingAlerts } = this.sequence;
    let hasRenamed = false;
    for (const [id, alert] of live) {
      const isManaged = state.some((entry) => entry.id === id);
      if (isManaged || !names.has(alert.settings.name)) continue;
      if (adopterOf(alert, moment, { desired, existingAlerts }) !== undefined) continue;
      await this.world.putSettings(id, { ...alert.settings, name: `unmanaged ${id}` });
      this.#transcript.add(`by hand: rename ${id} "${alert.settings.name}", which no resource may adopt`);
      hasRenamed = true;
    }
    return hasRenamed;
  }

  /** Whether a managed alert has a name that another resource needs. */
  async #handsOnNames(): Promise<boolean> {
    const { live, state } = await this.#moment();
    const desired = byAddress(this.#desired);
    return state.some(({ id, address }) => {
      const name = live.get(id)?.settings.name;
      return [...desired].some(([other, alert]) => other !== address && alert.name === name);
    });
  }
}

/** The id of an alert that may belong to another environment, so that the plan is refused until it is imported. */
function refusedId(output: string): number | undefined {
  const id = /import it by its id, (\d+)/.exec(output.replace(/[│\s]+/g, " "))?.[1];
  return id === undefined ? undefined : Number(id);
}
