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
 *      └──── departed: deleted, renamed, interim name ──── departing
 *
 * In a run that applies each alert separately, as Terraform does, the registry also records what each request revealed:
 * which alerts are managed, and what the run plans for them. It announces that to the other processes of the run, and includes what they
 * announce. Each process announces first and reads then, so that of two concurrent conflicting steps at least one sees the other.
 */
import { ProblemError } from "../diagnostics";
import { type DesiredAlert } from "../reconcile";
import { isSameText, TextMap } from "../service";
import { RunPeers } from "./run-peers";

/**
 * The alert that holds a name. `untracked`: the run planned all changes together and ordered them. `unmanaged`: no
 * change of this run concerns it. `departing`: the run removes it. `staying`: it keeps the name for now. `undecided`: no
 * change of this run concerns it so far, and further changes cannot start before this one ends.
 */
export type HolderStatus = "untracked" | "unmanaged" | "departing" | "staying" | "undecided";

export type Ownership = "managed" | "unmanaged" | "undecided";

export interface PeerCondition {
  readonly isMet: () => boolean;
  /** Whether another change waits for the waiting one. If so, the waiting one must not give up first. */
  readonly isAwaited: () => boolean;
  /** Resolves when the condition is met. */
  readonly whenMet?: Promise<void>;
}

/** `idle`: no other change arrives. `saturated`: all changes that run concurrently are waiting. */
export type PeerOutcome = "met" | "idle" | "saturated";

/** Waits for other changes of the run, until the condition is met or no other change can be expected to meet it. */
export type WaitForPeers = (condition: PeerCondition) => Promise<PeerOutcome>;

/** `cycle`: the holder waits for the waiter, so that neither can proceed. */
export type DepartureOutcome = "ended" | "cycle" | Exclude<PeerOutcome, "met">;

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
  /** By id of a managed alert: its names in the states that Terraform passed. */
  readonly #stateNames = new Map<number, Set<string>>();
  /** Alerts that the run plans to delete or to replace. */
  readonly #removals = new Set<number>();
  /** By name: removed alerts that a list may still show. */
  readonly #removed = new TextMap<readonly RemovedAlert[]>();

  /**
   * @param waitForPeers left out in a run that plans all changes together
   * @param peers left out in a run of one process
   */
  constructor(
    private readonly waitForPeers?: WaitForPeers,
    private readonly peers = new RunPeers(),
  ) {}

  /**
   * Creates an alert under a name that no other creation of this run may use.
   * @throws ProblemError if another creation claimed the name
   */
  async claim<T extends { readonly id: number }>(name: string, create: () => Promise<T>): Promise<T> {
    if (this.#claimed.has(name)) throw nameClaimedTwice(name);
    this.#claimed.set(name, undefined);
    this.peers.announce({ type: "claimed", name });
    try {
      if (this.peers.hasClaimed(name)) throw nameClaimedTwice(name);
      const created = await create();
      this.#claimed.set(name, created.id);
      this.peers.announce({ type: "managed", id: created.id, name });
      return created;
    } catch (error) {
      this.#withdrawClaim(name);
      throw error;
    }
  }

  #withdrawClaim(name: string): void {
    this.#claimed.delete(name);
    this.peers.announce({ type: "unclaimed", name });
  }

  /** Runs an adoption; if it succeeds, no deletion of this run may delete the alert. */
  async adopt<T>(id: number, work: () => Promise<T>): Promise<T> {
    this.peers.announce({ type: "adopting", id });
    const adoption = work();
    this.#adoptions.set(id, adoption);
    try {
      const result = await adoption;
      this.#adopted.add(id);
      this.peers.announce({ type: "adopted", id });
      return result;
    } catch (error) {
      this.peers.announce({ type: "not-adopted", id });
      throw error;
    } finally {
      this.#adoptions.delete(id);
    }
  }

  isAdopted(id: number): boolean {
    return this.#adopted.has(id) || this.peers.isAdopted(id);
  }

  /** Waits until no adoption of the alert is in progress. Never rejects, unless the run is interrupted. */
  async waitForAdoption(id: number): Promise<void> {
    for (let adoption; (adoption = this.#adoptions.get(id));) await whenEnded(adoption);
    const isMet = () => !this.peers.isAdopting(id);
    if (!isMet()) await this.waitForPeers?.({ isMet, isAwaited: () => false });
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

  /**
   * Runs a rename or a deletion, after which the alert's name may be free.
   * @param work may call `onNameFreed` before it ends
   */
  async depart<T>(id: number, work: (onNameFreed: () => void) => Promise<T>): Promise<T> {
    let endDeparture = (): void => undefined;
    const departure = new Promise<void>((resolve) => {
      endDeparture = () => {
        this.#departures.delete(id);
        this.#departed.add(id);
        this.peers.announce({ type: "departed", id });
        resolve();
      };
    });
    this.#departures.set(id, departure);
    this.peers.announce({ type: "departing", id });
    try {
      return await work(endDeparture);
    } finally {
      endDeparture();
    }
  }

  /** Runs a deletion, after which another creation of this run may claim the name. */
  async remove<T>(id: number, work: () => Promise<T>): Promise<T> {
    const result = await this.depart(id, work);
    for (const [name, holder] of this.#claimed) {
      if (holder === id) this.#withdrawClaim(name);
    }
    return result;
  }

  /** Whether another rename waits for the alert's name. */
  isAwaited(id: number): boolean {
    return [...this.#waits, ...this.peers.waits()].some(([, holder]) => holder === id);
  }

  /** Whether a rename or deletion of the alert is in progress. */
  isDeparting(id: number): boolean {
    return this.#departures.has(id) || this.peers.isDeparting(id);
  }

  /**
   * Waits until the rename or deletion of a holder ends, or frees its name.
   * @param waiter the alert to be renamed; undefined for an alert to be created
   */
  async waitForDeparture(holder: number, waiter?: number): Promise<DepartureOutcome> {
    if (!this.isDeparting(holder)) return "ended";
    if (waiter === undefined) return this.#waitUntilDeparted(holder, () => false);
    this.#waits.set(waiter, holder);
    this.peers.announce({ type: "waiting", id: waiter, holder });
    try {
      if (this.#isInCycle(waiter)) return "cycle";
      return await this.#waitUntilDeparted(holder, () => this.isAwaited(waiter));
    } finally {
      this.#waits.delete(waiter);
      this.peers.announce({ type: "not-waiting", id: waiter });
    }
  }

  /** Waits until the rename or deletion of a holder starts. @param waiter the alert to be renamed */
  async waitUntilDeparting(holder: number, waiter: number): Promise<PeerOutcome> {
    if (this.waitForPeers === undefined) return "idle";
    return this.waitForPeers({
      isMet: () => this.#hasStartedToDepart(holder),
      isAwaited: () => this.isAwaited(waiter),
    });
  }

  /** For a creation, waits until the run shows what becomes of the holder of its name, or until no more can be expected. */
  async waitForHolder(holder: number): Promise<HolderStatus> {
    if (this.waitForPeers === undefined) return "untracked";
    const isRemoved = () => this.isRemovalPlanned(holder);
    const outcome = await this.waitForPeers({
      isMet: () => this.#hasStartedToDepart(holder) || isRemoved(),
      isAwaited: () => false,
    });
    if (isRemoved()) return "departing";
    if (this.isManaged(holder)) return "staying";
    return outcome === "saturated" ? "undecided" : "unmanaged";
  }

  /** Waits until a request shows that a resource manages the alert, or until no such request can be expected. */
  async ownershipOf(id: number): Promise<Ownership> {
    if (this.waitForPeers === undefined) return "undecided";
    const isMet = () => this.isManaged(id);
    const outcome = await this.waitForPeers({ isMet, isAwaited: () => false });
    if (isMet()) return "managed";
    return outcome === "saturated" ? "undecided" : "unmanaged";
  }

  /** Records that a resource's state contains the alert, under this name. */
  markManaged(id: number, name: string): void {
    const names = this.#stateNames.get(id) ?? new Set();
    if (!names.has(name)) this.peers.announce({ type: "managed", id, name });
    this.#stateNames.set(id, names.add(name));
  }

  isManaged(id: number): boolean {
    return this.#stateNames.has(id) || this.#removals.has(id) || this.peers.isManaged(id);
  }

  get hasManagedAlerts(): boolean {
    return this.#stateNames.size > 0 || this.peers.hasManagedAlerts();
  }

  /** The names of the alert in the states that Terraform passed. */
  stateNamesOf(id: number): readonly string[] {
    return [...new Set([...(this.#stateNames.get(id) ?? []), ...this.peers.stateNamesOf(id)])];
  }

  /** Waits until the state of another resource contains the alert under another name, or until no request can be expected. */
  async isManagedUnderOtherName(id: number, name: string): Promise<boolean> {
    const isMet = () => this.stateNamesOf(id).some((other) => !isSameText(other, name));
    if (this.waitForPeers === undefined) return isMet();
    return (await this.waitForPeers({ isMet, isAwaited: () => false })) === "met";
  }

  /** Records that the run plans to delete or to replace a managed alert. */
  planRemoval(id: number): void {
    this.#removals.add(id);
    this.peers.announce({ type: "removal-planned", id });
  }

  /** Records that the run plans to keep the alert. A later plan replaces an earlier one. */
  cancelRemoval(id: number): void {
    if (this.#removals.delete(id)) this.peers.announce({ type: "removal-canceled", id });
  }

  isRemovalPlanned(id: number): boolean {
    return this.#removals.has(id) || this.peers.isRemovalPlanned(id);
  }

  /** Records alerts of the name that this run or an earlier one deleted. */
  recordRemoved(name: string, alerts: readonly RemovedAlert[]): void {
    this.#removed.set(name, [...this.removedFrom(name), ...alerts]);
  }

  removedFrom(name: string): readonly RemovedAlert[] {
    return this.#removed.get(name) ?? [];
  }

  #hasStartedToDepart(id: number): boolean {
    return this.#departures.has(id) || this.#departed.has(id) || this.peers.hasStartedToDepart(id);
  }

  /** Whether the chain of renames that wait for each other leads back to the alert. */
  #isInCycle(waiter: number): boolean {
    const waits = new Map([...this.#waits, ...this.peers.waits()]);
    const seen = new Set<number>();
    let next = waits.get(waiter);
    // An alert whose name is free no longer blocks those that waited for it.
    while (next !== undefined && !seen.has(next) && this.isDeparting(next)) {
      if (next === waiter) return true;
      seen.add(next);
      next = waits.get(next);
    }
    return false;
  }

  async #waitUntilDeparted(holder: number, isAwaited: () => boolean): Promise<DepartureOutcome> {
    const departure = this.#departures.get(holder);
    const whenMet = departure === undefined ? undefined : whenEnded(departure);
    if (this.waitForPeers === undefined) {
      await whenMet;
      return "ended";
    }
    const isMet = () => !this.isDeparting(holder);
    const outcome = await this.waitForPeers({
      isMet,
      isAwaited,
      ...(whenMet === undefined ? {} : { whenMet }),
    });
    return outcome === "met" ? "ended" : outcome;
  }
}

function nameClaimedTwice(name: string): ProblemError {
  return ProblemError.of("Another definition of this run creates an alert of this name.", {
    where: { subject: name, field: ["name"] },
    remedy: "Names are unique in an environment. Rename or remove all but one definition.",
  });
}

/** Resolves when the work ends, whether it succeeds or fails. */
function whenEnded(work: Promise<unknown>): Promise<void> {
  const ignore = () => undefined;
  return work.then(ignore, ignore);
}
