/** An emulator that counts the calls of a run, injects the faults of a schedule by these counts, and records committed writes in a model. */
import { type ActiveFault, emptySeed, ServiceEmulator } from "../../src/emulator";
import { VirtualClock } from "../support/virtual-clock";
import { seedOf } from "./api-alerts";
import { readLiveAlerts } from "./live-alerts";
import { type Scenario, unmanaged } from "./schedules/change-cases";
import { type FaultKind, faultOf, type PlacedFault } from "./schedules/schedule";
import { type ModelAlert, ServiceModel } from "./service-model";

interface ServiceOptions {
  readonly uniqueNames: boolean;
  readonly staleReads: boolean;
}

interface Call {
  /** Number of the call in its run, from 1. */
  readonly position: number;
  readonly method: string;
  readonly path: string;
}

interface InjectedFault {
  readonly kind: FaultKind;
  readonly call: Call;
}

const destination = { integration: 1, config: {}, status: 1, updated: 0 };

export class WatchedService {
  readonly clock: VirtualClock;
  readonly model: ServiceModel;
  /** Faults that affected a call of this run. */
  injected: InjectedFault[] = [];
  /** Called when a fault affects a call. */
  onFault: (injected: InjectedFault) => void = () => undefined;
  /** Number of calls of this run. */
  calls = 0;
  /** Number of calls of this run, by method and path. */
  readonly #callsOf = new Map<string, number>();
  #faults: readonly PlacedFault[] = [];
  #arrived = { method: "", path: "", body: "" };

  private constructor(
    readonly emulator: ServiceEmulator,
    clock: VirtualClock,
    scenario: Scenario,
  ) {
    this.clock = clock;
    this.model = new ServiceModel(scenario.seed, unmanaged.length);
    const { requests, faults } = emulator;
    const add = requests.add.bind(requests);
    requests.add = (request, body) => {
      this.#arrived = { method: request.method, path: request.path, body: new TextDecoder().decode(body) };
      return add(request, body);
    };
    faults.match = () => this.#matchFault();
  }

  static async start(scenario: Scenario, options: ServiceOptions, token?: string): Promise<WatchedService> {
    const clock = new VirtualClock();
    const emulator = await ServiceEmulator.start({
      ...options,
      clock,
      token,
      seed: {
        ...emptySeed,
        destinations: [
          { ...destination, id: 1, name: "Pager" },
          { ...destination, id: 2, name: "Chat" },
        ],
        hosts: [],
        alerts: scenario.seed.map(seedOf),
      },
    });
    emulator.environment().add("hosts", { id: 1, name: "db-1", type: "mysql" });
    return new WatchedService(emulator, clock, scenario);
  }

  beginRun(faults: readonly PlacedFault[]): void {
    this.#faults = faults;
    this.calls = 0;
    this.#callsOf.clear();
    this.injected = [];
    this.model.beginRun();
  }

  /** The alerts of the service, unaffected by faults and stale reads. */
  listAlerts(): Promise<readonly ModelAlert[]> {
    return readLiveAlerts(this.emulator);
  }

  stop(): Promise<void> {
    return this.emulator.stop();
  }

  /** Applies to the request that arrived last. The emulator calls this synchronously after `requests.add`. */
  #matchFault() {
    const position = ++this.calls;
    const arrived = this.#arrived;
    const call = { position, method: arrived.method, path: arrived.path };
    const methodAndPath = `${arrived.method} ${arrived.path}`;
    const countOfCall = (this.#callsOf.get(methodAndPath) ?? 0) + 1;
    this.#callsOf.set(methodAndPath, countOfCall);
    const fault = this.#faults.find(({ at, times, call: only }) => {
      const count = only === undefined ? position : only === methodAndPath ? countOfCall : 0;
      return count >= at && count < at + times;
    });
    const isWrite = arrived.method !== "GET";
    const inject = (kind: FaultKind): ActiveFault | undefined => {
      this.injected.push({ kind, call });
      this.onFault({ kind, call });
      if (kind === "before: interrupt") return undefined;
      return { id: position, fault: faultOf(kind, this.clock), seen: 1, remaining: undefined };
    };
    return {
      before: () => (fault?.kind.startsWith("before") === true ? inject(fault.kind) : undefined),
      afterCommit: () => {
        if (isWrite) this.model.commit(arrived);
        return fault?.kind.startsWith("after") === true ? inject(fault.kind) : undefined;
      },
    };
  }
}
