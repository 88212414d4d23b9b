/**
 * Names and their holders in one run. Creations, adoptions, renames and deletions run concurrently, and two of them may
 * concern one name or one alert. Each registers here before its first call, so that the others can wait or refuse.
 *
 * The states of one name:
 *
 *                  claim                     alert exists
 *     free ─────────────────────> claimed ───────────────────> held ─── adopt ───> held (adopted)
 *      ^                             │                         │  ^
 *      ├────── creation failed ──────┘      rename or deletion │  │ it failed
 *      │                                                starts v  │
 *      └──────────────────── departed ──────────────────── departing
 *
 * In a run that applies each alert separately, as Terraform does, the registry also records what each request revealed:
 * which alerts are managed, and what the run plans for them.
 */
import { ProblemError } from "../diagnostics";
import { type DesiredAlert } from "../reconcile";
import { TextMap } from "../service";

/** What the run plans for a managed alert. A replaced alert is removed. */
type PlannedOutcome =
  | { readonly action: "remove" }
  /** `name` is undefined while it is unknown. */
  | { readonly action: "keep"; readonly name: string | undefined };

/**
 * The alert that holds a name. `untracked`: the run planned all changes together and ordered them. `unmanaged`: no
 * change of this run concerns it. `departing`: the run removes it. `staying`: it keeps the name for now.
 */
export type HolderStatus = "untracked" | "unmanaged" | "departing" | "staying";

export interface PeerCondition {
  readonly isMet: () => boolean;
  /** Whether another change waits for the waiting one. If so, the waiting one must not give up first. */
  readonly isAwaited: () => boolean;
  /** Resolves when the condition is met. */
  readonly whenMet?: Promise<void>;
}

/**
 * Waits for other changes of the run.
 * @returns false if no other change can be expected to meet the condition
 */
export type WaitForPeers = (condition: PeerCondition) => Promise<boolean>;

export interface RemovedAlert {
  readonly id: number;
  /** Unix milliseconds. */
  readonly at: number;
}

export class NameRegistry {
  /** By claimed name: the id, once the alert exists. */
  readonly #claimed = new TextMap<number | undefined>();
  readonly #adopted = new Set<number>();
  readonly #adoptions = new Map<number, Promise<unknown>>();
  /** By id of the live alert that held the name: creations that were refused. */
  readonly #refused = new Map<number, DesiredAlert>();
  readonly #departures = new Map<number, Promise<unknown>>();
  readonly #departed = new Set<number>();
  /** By id of an alert to be renamed: the alert whose departure it waits for. */
  readonly #waits = new Map<number, number>();
  readonly #managed = new Set<number>();
  readonly #planned = new Map<number, PlannedOutcome>();
  /** By name: removed alerts that a list may still show. */
  readonly #removed = new TextMap<readonly RemovedAlert[]>();

  /** @param waitForPeers left out in a run that plans all changes together */
  constructor(private readonly waitForPeers?: WaitForPeers) {}

  /**
   * Creates an alert under a name that no other creation of this run may use.
   * @throws ProblemError if another creation claimed the name
   */
  async claim<T extends { readonly id: number }>(name: string, create: () => Promise<T>): Promise<T> {
    if (this.#claimed.has(name)) {
      throw ProblemError.of("Another definition of this run creates an alert of this name.", {
        where: { subject: name, field: ["name"] },
        remedy: "Names are unique in an environment. Rename or remove all but one definition.",
      });
    }
    this.#claimed.set(name, undefined);
    try {
      const created = await create();
      this.#claimed.set(name, created.id);
      return created;
    } catch (error) {
      this.#claimed.delete(name);
      throw error;
    }
  }

  /** Runs an adoption; if it succeeds, no deletion of this run may delete the alert. */
  async adopt<T>(id: number, work: () => Promise<T>): Promise<T> {
    const adoption = work();
    this.#adoptions.set(id, adoption);
    try {
      const result = await adoption;
      this.#adopted.add(id);
      return result;
    } finally {
      this.#adoptions.delete(id);
    }
  }

  isAdopted(id: number): boolean {
    return this.#adopted.has(id);
  }

  /** Waits until no adoption of the alert is in progress. Never rejects. */
  async waitForAdoption(id: number): Promise<void> {
    for (let adoption; (adoption = this.#adoptions.get(id));) await whenEnded(adoption);
  }

  /** Records that a creation was refused because the alert holds its name. */
  refuseCreation(id: number, desired: DesiredAlert): void {
    this.#refused.set(id, desired);
  }

  /** Forgets a refused creation, because the alert was imported instead. */
  withdrawRefusal(id: number): void {
    this.#refused.delete(id);
  }

  refusedCreation(id: number): DesiredAlert | undefined {
    return this.#refused.get(id);
  }

  /** Runs a rename or a deletion, after which the alert's name may be free. */
  async depart<T>(id: number, work: () => Promise<T>): Promise<T> {
    const departure = work();
    this.#departures.set(id, departure);
    try {
      return await departure;
    } finally {
      this.#departures.delete(id);
      this.#departed.add(id);
    }
  }

  /** Runs a deletion, after which another creation of this run may claim the name. */
  async remove<T>(id: number, work: () => Promise<T>): Promise<T> {
    const result = await this.depart(id, work);
    for (const [name, holder] of this.#claimed) {
      if (holder === id) this.#claimed.delete(name);
    }
    return result;
  }

  /** Whether a rename or deletion of the alert is in progress. */
  isDeparting(id: number): boolean {
    return this.#departures.has(id);
  }

  /**
   * Waits until the rename or deletion of a holder ends.
   * @param waiter the alert to be renamed; undefined for an alert to be created
   * @returns "cycle" if the holder waits for the waiter, so that neither can proceed
   */
  async waitForDeparture(holder: number, waiter?: number): Promise<"ended" | "gave-up" | "cycle"> {
    const departure = this.#departures.get(holder);
    if (departure === undefined) return "ended";
    if (waiter === undefined) return this.#waitUntilEnded(departure, () => false);
    for (let next: number | undefined = holder; next !== undefined; next = this.#waits.get(next)) {
      if (next === waiter) return "cycle";
    }
    this.#waits.set(waiter, holder);
    try {
      return await this.#waitUntilEnded(departure, () => this.#isAwaited(waiter));
    } finally {
      this.#waits.delete(waiter);
    }
  }

  /** Waits until the holder of a name starts to depart, or until no change of the run can be expected to move it. */
  async waitForHolder(holder: number, waiter?: number): Promise<HolderStatus> {
    if (this.waitForPeers === undefined) return "untracked";
    const isRemoved = () => this.isRemovalPlanned(holder);
    await this.waitForPeers({
      isMet: () => this.#departures.has(holder) || this.#departed.has(holder) || isRemoved(),
      isAwaited: () => waiter !== undefined && this.#isAwaited(waiter),
    });
    if (!this.isManaged(holder)) return "unmanaged";
    return isRemoved() ? "departing" : "staying";
  }

  /** Records that a resource's state contains the alert. */
  markManaged(id: number): void {
    this.#managed.add(id);
  }

  isManaged(id: number): boolean {
    return this.#managed.has(id);
  }

  get hasManagedAlerts(): boolean {
    return this.#managed.size > 0;
  }

  /** Records what the run plans for a managed alert. A later plan replaces an earlier one. */
  planOutcome(id: number, outcome: PlannedOutcome): void {
    this.markManaged(id);
    this.#planned.set(id, outcome);
  }

  /** Whether the run plans to delete the alert. */
  isRemovalPlanned(id: number): boolean {
    return this.#planned.get(id)?.action === "remove";
  }

  /** Whether the planned renames, followed from `holder` to the holder of each new name, lead back to `id`. */
  isRenameCycle(id: number, holder: number, idOfName: (name: string) => number | undefined): boolean {
    const visited = new Set([id]);
    let next: number | undefined = holder;
    while (next !== undefined && !visited.has(next)) {
      visited.add(next);
      const planned = this.#planned.get(next);
      if (planned?.action !== "keep" || planned.name === undefined) return false;
      next = idOfName(planned.name);
    }
    return next === id;
  }

  /** Records alerts of the name that this run or an earlier one deleted. */
  recordRemoved(name: string, alerts: readonly RemovedAlert[]): void {
    this.#removed.set(name, [...this.removedFrom(name), ...alerts]);
  }

  removedFrom(name: string): readonly RemovedAlert[] {
    return this.#removed.get(name) ?? [];
  }

  #isAwaited(id: number): boolean {
    return [...this.#waits.values()].includes(id);
  }

  async #waitUntilEnded(departure: Promise<unknown>, isAwaited: () => boolean): Promise<"ended" | "gave-up"> {
    let isEnded = false;
    const whenMet = whenEnded(departure).then(() => {
      isEnded = true;
    });
    if (this.waitForPeers === undefined) {
      await whenMet;
      return "ended";
    }
    const isMet = await this.waitForPeers({ isMet: () => isEnded, isAwaited, whenMet });
    return isMet ? "ended" : "gave-up";
  }
}

/** Resolves when the work ends, whether it succeeds or fails. */
function whenEnded(work: Promise<unknown>): Promise<void> {
  const ignore = () => undefined;
  return work.then(ignore, ignore);
}
