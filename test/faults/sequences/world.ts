/** The service and a Terraform folder of one sequence. Time is virtual between the processes, and real within them. */
import { existsSync, rmSync } from "node:fs";
import { systemClock } from "../../../src/client";
import { type ActiveFault, emptySeed, ServiceEmulator } from "../../../src/emulator";
import { providerPidFile, type ProviderWithPid } from "../../support/dbmon-terraform";
import { clockAhead } from "../../support/programs";
import { type StartedRun, TerraformFolder } from "../../support/terraform";
import { type Fields } from "../api-alerts";
import { readLiveAlerts } from "../live-alerts";
import { faultOf } from "../schedules/schedule";
import { type ModelAlert } from "../service-model";
import { apiAlertOf, configurationOf, type Desired } from "./configuration";
import { type Content, type Disturbance, type Pause, type Sequence } from "./sequence";
import { SlowState } from "./slow-state";
import { readState, type StateEntry } from "./state";

const stateFile = "terraform.tfstate";

export interface TerraformResult {
  /** Null if a signal ended terraform. */
  readonly code: number | null;
  readonly output: string;
}

/** Which call of a run is disturbed, and whether that happened. */
interface Watch {
  readonly disturbance: Disturbance | undefined;
  calls: number;
  writes: number;
  readonly injected: string[];
}

const noWatch = (disturbance?: Disturbance): Watch => ({ disturbance, calls: 0, writes: 0, injected: [] });

export class SequenceWorld {
  static async start(sequence: Sequence, provider: ProviderWithPid): Promise<SequenceWorld> {
    const { uniqueNames, staleSeconds } = sequence;
    const emulator = await ServiceEmulator.start({
      seed: emptySeed,
      uniqueNames,
      staleReads: staleSeconds > 0,
      propagationSeconds: staleSeconds,
    });
    return new SequenceWorld(sequence, emulator, await SlowState.start(), new TerraformFolder(provider));
  }

  /** Longer than reads are stale. */
  readonly #windowSeconds: number;
  #aheadMs = 0;
  #watch = noWatch();
  #run: StartedRun | undefined;
  /** Writes of the current step that took effect, such as "PUT 4/config". */
  readonly #committed: string[] = [];

  private constructor(
    private readonly sequence: Sequence,
    private readonly emulator: ServiceEmulator,
    private readonly slowState: SlowState,
    private readonly folder: TerraformFolder,
  ) {
    this.#windowSeconds = sequence.staleSeconds < 1 ? 1 : sequence.staleSeconds + 1;
    emulator.faults.match = (method, path) => this.#matchFault(method, path);
  }

  /** Advances the clocks of the service and of future provider processes. */
  pass(pause: Pause): void {
    if (pause === "within the window") return;
    const seconds = this.#windowSeconds + 1;
    this.emulator.clock.advance(seconds);
    this.#aheadMs += seconds * 1000;
  }

  configure(desired: Desired, imports: ReadonlyMap<string, number>, step: number): void {
    const propagationWindow = `${String(this.#windowSeconds)}s`;
    const thing = { kind: this.sequence.slow, stateUrl: this.slowState.url, trigger: step };
    this.folder.write("main.tf.json", configurationOf(desired, imports, propagationWindow, thing));
  }

  /** Starts counting calls for the disturbance of a step. */
  beginStep(disturbance: Disturbance | undefined): void {
    this.#watch = noWatch(disturbance);
    this.#committed.length = 0;
  }

  get injected(): readonly string[] {
    return this.#watch.injected;
  }

  get calls(): number {
    return this.#watch.calls;
  }

  get committed(): readonly string[] {
    return this.#committed;
  }

  async terraform(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<TerraformResult> {
    const [command = "", ...rest] = args;
    this.#run = this.folder.start([command, "-input=false", ...rest], {
      ...environment,
      DBMON_BASE_URL: this.emulator.url,
      DBMON_API_TOKEN: this.emulator.token,
      ...clockAhead(this.#aheadMs),
    });
    const { code } = await this.#run.ended;
    return { code, output: this.#run.output() };
  }

  /**
   * Terraform writes its state file in place. If killed during the write, it leaves a truncated file. The user then restores the
   * backup from before the apply, or removes the file after the first apply.
   * @returns whether the file was truncated
   */
  restoreTruncatedState(): boolean {
    try {
      this.state();
      return false;
    } catch {
      const backup = `${stateFile}.backup`;
      if (existsSync(this.folder.file(backup))) this.folder.write(stateFile, this.folder.read(backup));
      else rmSync(this.folder.file(stateFile));
      return true;
    }
  }

  loseState(): void {
    rmSync(this.folder.file(stateFile), { force: true });
  }

  async removeFromState(address: string): Promise<void> {
    const { code, text } = await this.folder.run(["state", "rm", address]);
    if (code !== 0) throw new Error(text);
  }

  state(): readonly StateEntry[] {
    return readState(existsSync(this.folder.file(stateFile)) ? this.folder.read(stateFile) : undefined);
  }

  /** The alerts of the service by id, unaffected by faults and stale reads. */
  async live(): Promise<Map<number, ModelAlert>> {
    return new Map((await readLiveAlerts(this.emulator)).map((alert) => [alert.id, alert]));
  }

  /** Creates an alert by hand. @returns its id */
  async create(alert: { readonly name: string } & Content, isIncomplete: boolean): Promise<number> {
    const { settings, config } = apiAlertOf(alert);
    const { id } = (await this.#call("POST", "", settings)) as { id: number };
    if (!isIncomplete) await this.#call("PUT", `/${id}/config`, config);
    return id;
  }

  async putSettings(id: number, settings: Fields): Promise<void> {
    await this.#call("PUT", `/${id}`, { ...settings, id });
  }

  async putConfig(id: number, config: Fields): Promise<void> {
    await this.#call("PUT", `/${id}/config`, config);
  }

  async remove(id: number): Promise<void> {
    await this.#call("DELETE", `/${id}`);
  }

  async stop(): Promise<void> {
    const { child, ended } = this.#run ?? {};
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await ended;
    }
    this.folder.remove();
    await this.slowState.stop();
    await this.emulator.stop();
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const watch = this.#watch;
    this.#watch = noWatch();
    try {
      const response = await fetch(`${this.emulator.url}/api/v2/config/alerts${path}`, {
        method,
        headers: { authorization: `Bearer ${this.emulator.token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} by hand failed with ${response.status}: ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    } finally {
      this.#watch = watch;
    }
  }

  /** The emulator calls this for each request, instead of its own faults. */
  #matchFault(method: string, path: string) {
    const watch = this.#watch;
    const { disturbance } = watch;
    const isWrite = method !== "GET";
    watch.calls++;
    if (isWrite) watch.writes++;
    const isHit = disturbance !== undefined && isDisturbed(disturbance, watch, isWrite);
    const inject = (phase: "before" | "after"): ActiveFault | undefined => {
      if (!isHit || phaseOf(disturbance) !== phase) return undefined;
      return this.#disturb(disturbance, watch, `${method} ${path}`);
    };
    return {
      before: () => inject("before"),
      afterCommit: () => {
        if (isWrite) this.#committed.push(`${method} ${path.replace("/api/v2/config/alerts", "")}`);
        return inject("after");
      },
    };
  }

  #disturb({ kind }: Disturbance, watch: Watch, call: string): ActiveFault | undefined {
    const isFirst = watch.injected.length === 0;
    const id = watch.calls;
    if ("fault" in kind) {
      watch.injected.push(`${kind.fault} at ${call}`);
      return { id, fault: faultOf(kind.fault, systemClock), seen: 1, remaining: undefined };
    }
    if ("interrupt" in kind) {
      if (isFirst) {
        watch.injected.push(`Ctrl-C at ${call}`);
        this.#signal("terraform and the provider", "SIGINT");
      }
      return undefined;
    }
    if (isFirst) {
      watch.injected.push(`${kind.kill} killed ${kind.when} ${call}`);
      this.#signal(kind.kill, "SIGKILL");
    }
    return { id, fault: { answer: "hang" }, seen: 1, remaining: undefined };
  }

  #signal(target: "the provider" | "terraform and the provider", signal: NodeJS.Signals): void {
    const { pid } = this.#run?.child ?? {};
    if (pid === undefined) throw new Error("terraform has not started");
    process.kill(target === "the provider" ? Number(this.folder.read(providerPidFile)) : -pid, signal);
  }
}

function isDisturbed({ counts, at, kind }: Disturbance, watch: Watch, isWrite: boolean): boolean {
  const count = counts === "calls" ? watch.calls : isWrite ? watch.writes : 0;
  // With two provider blocks, the process that is not killed continues. Killed processes may have sent further calls.
  const isOnce =
    "interrupt" in kind || ("fault" in kind ? kind.times === "once" : kind.kill === "the provider");
  return isOnce ? count === at : count >= at;
}

function phaseOf({ kind }: Disturbance): "before" | "after" {
  if ("interrupt" in kind) return "before";
  return "fault" in kind ? (kind.fault.startsWith("before") ? "before" : "after") : kind.when;
}
