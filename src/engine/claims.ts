/**
 * Who in this session holds what: creations, take-overs and deletions run side by side, and two of them may mean one
 * alert. Each says what it is about before its first call, so that the others can wait or refuse.
 */
import { ProblemError } from "../diagnostics";

export class Claims {
  /** Names that a creation of this session holds, with the id once it is known. */
  readonly #names = new Map<string, number | undefined>();
  /** Take-overs that ended well: the id belongs to the definition that took it. */
  readonly #adopted = new Set<number>();
  readonly #takeOvers = new Map<number, Promise<unknown>>();
  readonly #deletions = new Map<number, Promise<unknown>>();

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
  async deleting(id: number, work: () => Promise<void>): Promise<void> {
    const deletion = work();
    this.#deletions.set(id, deletion);
    try {
      await deletion;
      for (const [name, holder] of this.#names) {
        if (holder === id) this.#names.delete(name);
      }
    } finally {
      this.#deletions.delete(id);
    }
  }

  /** A deletion of the alert that is under way, as a promise that never rejects. */
  deletionOf(id: number): Promise<void> | undefined {
    return settled(this.#deletions.get(id));
  }

  /** A take-over of the alert that is under way, as a promise that never rejects. */
  takeOverOf(id: number): Promise<void> | undefined {
    return settled(this.#takeOvers.get(id));
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
