/** Runs terraform, and checks the rules that hold after every run. */
import { checkErrors } from "../refusals";
import { byAddress, type Desired } from "./configuration";
import { checkOutput, checkStep, type Moment } from "./invariants";
import { editManually } from "./manual-edits";
import {
  type Disturbance,
  type ExistingAlerts,
  type ManualEdit,
  type Pause,
  type Sequence,
} from "./sequence";
import { Transcript } from "./transcript";
import { type SequenceWorld, type TerraformResult } from "./world";

/** What a run is checked against. */
interface RunOptions {
  readonly desired: Desired;
  readonly imports?: ReadonlyMap<string, number>;
  /** Default: that of the sequence. */
  readonly existingAlerts?: ExistingAlerts | undefined;
  readonly disturbance?: Disturbance | undefined;
}

export class CheckedRuns {
  /** One sentence for each broken rule. */
  readonly violations: string[] = [];
  readonly transcript = new Transcript();
  /** HTTP calls of each run. */
  readonly calls: number[] = [];
  /** Disturbances that affected a call. */
  readonly injected: string[] = [];
  runs = 0;
  /** Whether lists may not show the last writes yet. */
  areReadsStale = false;
  /** Edits within the propagation window can look like stale reads, so that an apply may not revert them yet. */
  #hasRecentEdits = false;
  /**
   * If names are not unique, a run after a disturbed or failed run cannot find a lost creation until lists show it (docs/reliability.md, "Known
   * limits"), so it starts past the window.
   */
  #mustPassWindow = false;

  constructor(
    private readonly sequence: Sequence,
    private readonly world: SequenceWorld,
  ) {
    this.transcript.describeService(sequence);
  }

  async check(
    args: readonly string[],
    { desired, imports = new Map(), existingAlerts, disturbance }: RunOptions,
  ): Promise<TerraformResult> {
    const before = await this.moment();
    this.world.beginStep(disturbance);
    const result = await this.#terraform(args, existingAlerts ?? this.sequence.existingAlerts);
    const isDisturbed = this.world.injected.length > 0;
    const { uniqueNames, staleSeconds } = this.sequence;
    const mayHideNames = !uniqueNames && staleSeconds > 0;
    const isIncomplete = isDisturbed || result.code !== 0;
    if (mayHideNames && isIncomplete) this.#mustPassWindow = true;
    const mayShareNames = mayHideNames && (isIncomplete || this.#hasRecentEdits);
    this.calls.push(this.world.calls);
    this.injected.push(
      ...this.world.injected.map((text) => text.replace(/ (at|before|after) [A-Z]+ .*/, "")),
    );
    if (staleSeconds > 0 && this.world.committed.length > 0) this.areReadsStale = true;
    const isKilled = isDisturbed && disturbance !== undefined && "kill" in disturbance.kind;
    if (isKilled && this.world.restoreTruncatedState()) this.transcript.add("the state file was truncated");
    const after = await this.moment();
    this.transcript.describeMoment(after);
    const outcome = {
      before,
      after,
      desired: byAddress(desired),
      existingAlerts: existingAlerts ?? this.sequence.existingAlerts,
      imported: new Set(imports.values()),
      isDisturbed,
      mayShareNames,
      isTerraformKilled: isKilled,
    };
    this.violations.push(...checkStep(outcome), ...checkOutput(result.output, isKilled));
    this.violations.push(...checkErrors(result.output));
    return result;
  }

  async moment(): Promise<Moment> {
    return { live: await this.world.live(), state: this.world.state() };
  }

  async edit(edits: readonly ManualEdit[]): Promise<void> {
    for (const edit of edits) {
      const edited = await editManually(this.world, edit);
      if (edited === undefined) continue;
      this.#hasRecentEdits = true;
      this.areReadsStale ||= this.sequence.staleSeconds > 0;
      this.transcript.add(`by hand: ${edited.description}`);
    }
  }

  pass(pause: Pause): void {
    const effective = this.#mustPassWindow ? "past the window" : pause;
    if (effective === "past the window") {
      this.#mustPassWindow = false;
      this.#hasRecentEdits = false;
      this.areReadsStale = false;
    }
    this.world.pass(effective);
    this.transcript.add(effective);
  }

  /** Passes the window if a run within it might not converge. */
  passBeforeConvergence(pause: Pause): void {
    this.pass(this.#hasRecentEdits ? "past the window" : pause);
  }

  async #terraform(args: readonly string[], existingAlerts: ExistingAlerts): Promise<TerraformResult> {
    this.runs++;
    const result = await this.world.terraform(args, { DBMON_EXISTING_ALERTS: existingAlerts });
    this.transcript.describeRun(args, result, this.world);
    return result;
  }
}
