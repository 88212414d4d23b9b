/**
 * Who in this session holds what: creations, take-overs, renames and deletions run side by side, and two of them may mean
 * one alert or one name. Each says what it is about before its first call, so that the others can wait or refuse.
 */
import { ProblemError } from "../diagnostics";
import { type DesiredAlert } from "../reconcile";

export class Claims {
  /** Names that a creation of this session holds, with the id once it is known. */
  readonly #names = new Map<string, number | undefined>();
  /** Take-overs that ended well: the id belongs to the definition that took it. */
  readonly #adopted = new Set<number>();
  readonly #takeOvers = new Map<number, Promise<unknown>>();
  /** By id of an alert that stood in their way: creations that were refused. */
  readonly #refused = new Map<number, DesiredAlert>();
  /** By id: a deletion or a rename, after which the alert's name may be free. */
  readonly #departures = new Map<number, Promise<unknown>>();
  readonly #departed = new Set<number>();
  /** Of alerts that are renamed: whose departure each of them waits for. */
  readonly #waits = new Map<number, number>();

  /** @throws ProblemError where another creation of this session has the name */
  async creating<T extends { readonly id: number }>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#names.has(name)) {
      throw ProblemError.of("Another definition of this run creates an alert of this name.", {
        where: { subject: name, field: ["name"] },
        remedy: "Names are unique in an environment: rename or remove all but one.",
      });
    }
    this.#names.set(name, undefined);
    try {
      const created = await work();
      this.#names.set(name, created.id);
      return created;
    } catch (error) {
      this.#names.delete(name);
      throw error;
    }
  }

  /** Runs a take-over of an existing alert; where it ends well, the alert is this definition's. */
  async takingOver<T>(id: number, work: () => Promise<T>): Promise<T> {
    const takeOver = work();
    this.#takeOvers.set(id, takeOver);
    try {
      const result = await takeOver;
      this.#adopted.add(id);
      return result;
    } finally {
      this.#takeOvers.delete(id);
    }
  }

  /** Once the alert is deleted, its name is free for another creation of this session. */
  async deleting<T>(id: number, work: () => Promise<T>): Promise<T> {
    const result = await this.leaving(id, work);
    for (const [name, holder] of this.#names) {
      if (holder === id) this.#names.delete(name);
    }
    return result;
  }

  /** Work that ends with the alert gone, or under another name: who needs its name can wait for it. */
  async leaving<T>(id: number, work: () => Promise<T>): Promise<T> {
    const departure = work();
    this.#departures.set(id, departure);
    try {
      return await departure;
    } finally {
      this.#departures.delete(id);
      this.#departed.add(id);
    }
  }

  /** A deletion or rename of the alert that is under way, as a promise that never rejects. */
  departureOf(id: number): Promise<void> | undefined {
    return settled(this.#departures.get(id));
  }

  /** Whether a deletion or rename of the alert has begun; it may be over, and may have failed. */
  hasBegunToLeave(id: number): boolean {
    return this.#departures.has(id) || this.#departed.has(id);
  }

  /**
   * Waits for the departure of `holder`, which has the name that the alert `id` is to take.
   * @param wait waits until the departure is over, or returns false where it is not to be waited for any longer
   * @returns "circle" at once where the holder waits for this alert in its turn: neither could ever go first
   */
  async waitForDeparture(
    id: number,
    holder: number,
    wait: (departure: Promise<void>) => Promise<boolean>,
  ): Promise<"over" | "given-up" | "circle"> {
    const departure = this.departureOf(holder);
    if (departure === undefined) return "over";
    for (let next: number | undefined = holder; next !== undefined; next = this.#waits.get(next)) {
      if (next === id) return "circle";
    }
    this.#waits.set(id, holder);
    try {
      return (await wait(departure)) ? "over" : "given-up";
    } finally {
      this.#waits.delete(id);
    }
  }

  /** Whether another alert waits for the departure of this one. */
  isAwaited(id: number): boolean {
    return [...this.#waits.values()].includes(id);
  }

  /** A take-over of the alert that is under way, as a promise that never rejects. */
  takeOverOf(id: number): Promise<void> | undefined {
    return settled(this.#takeOvers.get(id));
  }

  /** The creation is refused, for an alert of its name exists and nothing told that it is about to go. */
  refuse(id: number, desired: DesiredAlert): void {
    this.#refused.set(id, desired);
  }

  /** The creation that was refused because of this alert. */
  refusedFor(id: number): DesiredAlert | undefined {
    return this.#refused.get(id);
  }

  /** Whether a definition of this session has taken the alert over. */
  hasAdopted(id: number): boolean {
    return this.#adopted.has(id);
  }
}

function settled(work: Promise<unknown> | undefined): Promise<void> | undefined {
  const nothing = () => undefined;
  return work?.then(nothing, nothing);
}
