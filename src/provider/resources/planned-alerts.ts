/**
 * What this process has been told of the alerts of one Terraform run. Terraform asks for each resource alone and in no order, so
 * this is where two of them that mean one name or one alert meet, and where an alert that is nobody's is told from one that
 * another resource is about to delete or to rename.
 */
import { type Claims, type Holder, type Neighbors } from "../../engine";

/** What is to become of an alert that some resource's state holds. */
export type Fate = { readonly leaves: true } | { readonly leaves: false; readonly name: string | undefined };

export interface DeletedAlert {
  readonly id: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Milliseconds between two looks at what Terraform asks for. */
const lookInterval = 50;
/** So many looks without anything new, and nothing is to be expected. On a busy machine Terraform takes its time between two calls. */
const quietLooks = 20;

export class PlannedAlerts implements Neighbors {
  readonly #inState = new Set<number>();
  readonly #fates = new Map<number, Fate>();
  /** By planned name: the id that is to have it, or undefined for an alert that is to be created. */
  readonly #names = new Map<string, number | undefined>();
  /** By name: alerts that a list may still show under it. */
  readonly #deleted = new Map<string, readonly DeletedAlert[]>();
  #calls = 0;
  #active = 0;
  #waiting = 0;

  constructor(
    private readonly sleep: (milliseconds: number) => Promise<void>,
    private readonly claims: Pick<Claims, "hasBegunToLeave" | "isAwaited">,
    /** How many resources Terraform asks for at a time. */
    private readonly parallelism: number,
  ) {}

  /** Runs what Terraform has asked for; while any of it goes on, more may be learnt. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#calls++;
    this.#active++;
    try {
      return await work();
    } finally {
      this.#active--;
    }
  }

  /** Some resource's state holds the alert. */
  saw(id: number): void {
    this.#inState.add(id);
  }

  isInState(id: number): boolean {
    return this.#inState.has(id);
  }

  fateOf(id: number): Fate | undefined {
    return this.#fates.get(id);
  }

  /** @returns false where the fate of the alert was told before: two resources hold it */
  decide(id: number, fate: Fate): boolean {
    this.saw(id);
    const isFirst = !this.#fates.has(id);
    this.#fates.set(id, fate);
    return isFirst;
  }

  /** Alerts of the name are deleted: what is created under it comes in their place. */
  deleted(name: string, alerts: readonly DeletedAlert[]): void {
    this.#deleted.set(name, [...this.deletedUnder(name), ...alerts]);
  }

  deletedUnder(name: string): readonly DeletedAlert[] {
    return this.#deleted.get(name) ?? [];
  }

  /** @returns false where another alert of this run is to have the name. @param id undefined for one that is to be created */
  reserve(name: string, id: number | undefined): boolean {
    if (this.#names.has(name) && (id === undefined || this.#names.get(name) !== id)) return false;
    this.#names.set(name, id);
    return true;
  }

  /**
   * Follows the renames from a name's holder on.
   * @returns the ids that are to be renamed one into the other's name, where they come back to `id`
   */
  circleFrom(
    id: number,
    holder: number,
    holderOfName: (name: string) => number | undefined,
  ): readonly number[] | undefined {
    const members = [id];
    let next: number | undefined = holder;
    while (next !== undefined && !members.includes(next)) {
      members.push(next);
      const fate = this.#fates.get(next);
      if (fate === undefined || fate.leaves || fate.name === undefined) return undefined;
      next = holderOfName(fate.name);
    }
    return next === id ? members : undefined;
  }

  /**
   * Waits until the alert is known to be another resource's, or until Terraform has nothing more to say.
   * @returns "unsure" where it may have: all that it asks for at a time are waiting here, and there is a state to tell of
   */
  async learn(id: number): Promise<"ours" | "nobodys" | "unsure"> {
    const isKnown = () => this.#inState.has(id);
    const isCrowded = await this.#untilQuiet(isKnown);
    if (isKnown()) return "ours";
    const mayHaveState = this.#inState.size > 0 || this.parallelism <= 1;
    return isCrowded && mayHaveState ? "unsure" : "nobodys";
  }

  async holderOf(id: number, asker?: number): Promise<Holder> {
    const isLeaving = () => this.claims.hasBegunToLeave(id) || this.#fates.get(id)?.leaves === true;
    await this.#untilQuiet(isLeaving, asker);
    if (!this.#inState.has(id)) return "nobody";
    return this.#fates.get(id)?.leaves === true ? "leaving" : "staying";
  }

  async untilOver(departure: Promise<void>, asker?: number): Promise<boolean> {
    let isOver = false;
    const over = departure.then(() => {
      isOver = true;
    });
    await this.#untilQuiet(() => isOver, asker, over);
    return isOver;
  }

  /**
   * There is no sign of the end: it is quiet when nobody is at work but who waits here, and nobody new comes for a while, or none
   * can come. Some may wait for one that Terraform has no room to ask for: the last in the line gives up, for nobody needs its name.
   * @param sooner ends a look before its time
   * @returns whether those who wait here leave no room for others
   */
  async #untilQuiet(isKnown: () => boolean, asker?: number, sooner?: Promise<void>): Promise<boolean> {
    const isAwaited = () => asker !== undefined && this.claims.isAwaited(asker);
    this.#waiting++;
    try {
      for (let looks = 0; !isKnown(); looks++) {
        const isCrowded = this.#waiting >= this.parallelism;
        const isQuiet = this.#active <= this.#waiting && !isAwaited();
        if (isQuiet && (isCrowded || looks >= quietLooks)) return isCrowded;
        const before = this.#calls;
        const look = this.sleep(lookInterval);
        await (sooner === undefined ? look : Promise.race([look, sooner]));
        if (this.#calls !== before || !isQuiet) looks = -1;
      }
      return false;
    } finally {
      this.#waiting--;
    }
  }
}
