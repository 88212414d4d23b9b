/**
 * An emulator whose every call is counted: the nth call of a run meets the faults of the schedule, whatever it is, and each
 * write that took effect goes into a ledger at the moment it does.
 */
import { type ActiveFault, ServiceEmulator, emptySeed } from "../../src/emulator";
import { VirtualClock } from "../support/virtual-clock";
import { getJson } from "./get-json";
import { Ledger, type LedgerAlert } from "./ledger";
import { foreign, type Scenario } from "./parts";
import { faultOf, type FaultKind, type PlacedFault } from "./schedule";
import { type Fields, seedOf } from "./wire";

export interface ServiceOptions {
  readonly uniqueNames: boolean;
  readonly staleReads: boolean;
}

export interface Call {
  /** Counted from 1 in each run. */
  readonly position: number;
  readonly method: string;
  readonly path: string;
}

export interface Injected {
  readonly kind: FaultKind;
  readonly call: Call;
}

const destination = { integration: 1, config: {}, status: 1, updated: 0 };

export class WatchedService {
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  /** Faults that met a call of this run. */
  injected: Injected[] = [];
  /** Told of each fault that meets a call, when it does. */
  onFault: (injected: Injected) => void = () => undefined;
  /** How many calls this run has made. */
  calls = 0;
  /** How many of them were of each method and path. */
  readonly #callsOf = new Map<string, number>();
  #faults: readonly PlacedFault[] = [];
  #arrived = { method: "", path: "", body: "" };

  private constructor(
    readonly emulator: ServiceEmulator,
    clock: VirtualClock,
    scenario: Scenario,
  ) {
    this.clock = clock;
    this.ledger = new Ledger(scenario.seed, foreign.length);
    const { requests, faults } = emulator;
    const add = requests.add.bind(requests);
    requests.add = (request, body) => {
      this.#arrived = { method: request.method, path: request.path, body };
      return add(request, body);
    };
    faults.match = () => this.#meet();
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
    this.ledger.beginRun();
  }

  /** What is there, read past everything that faults and stale reads could spoil. */
  async read(): Promise<readonly LedgerAlert[]> {
    const { alerts } = (await getJson(`${this.emulator.url}/_emulator/overview`)) as {
      alerts: readonly (Fields & { id: number; name: string; config: Fields | null })[];
    };
    return alerts.map(({ id, config, ...settings }) => {
      const { state: _state, on: _on, pendingUntil: _pendingUntil, ...fields } = settings;
      return { id, settings: fields, config };
    });
  }

  stop(): Promise<void> {
    return this.emulator.stop();
  }

  /** For the request that arrived last: nothing happens between its being noted and this. */
  #meet() {
    const position = ++this.calls;
    const arrived = this.#arrived;
    const call = { position, method: arrived.method, path: arrived.path };
    const alike = `${arrived.method} ${arrived.path}`;
    const ofAlike = (this.#callsOf.get(alike) ?? 0) + 1;
    this.#callsOf.set(alike, ofAlike);
    const due = this.#faults.find(({ at, times, call: only }) => {
      const count = only === undefined ? position : only === alike ? ofAlike : 0;
      return count >= at && count < at + times;
    });
    const isWrite = arrived.method !== "GET";
    const use = (kind: FaultKind): ActiveFault | undefined => {
      this.injected.push({ kind, call });
      this.onFault({ kind, call });
      if (kind === "before: interrupt") return undefined;
      return { id: position, fault: faultOf(kind, this.clock), seen: 1, remaining: undefined };
    };
    return {
      before: () => (due?.kind.startsWith("before") === true ? use(due.kind) : undefined),
      afterCommit: () => {
        if (isWrite) this.ledger.commit(arrived);
        return due?.kind.startsWith("after") === true ? use(due.kind) : undefined;
      },
    };
  }
}
