/**
 * How many calls are under way at once; the rest wait in the order they came. The limit follows what the service bears: a
 * refusal for being too much halves it, and as many successes as it allows let it grow by one again.
 */
import { RateLimitedError, UnavailableError } from "./errors";

export class Gate {
  #limit: number;
  #underWay = 0;
  /** Successes since the limit last changed. */
  #successes = 0;
  /** Counts the times that the limit was halved. */
  #era = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly most: number) {
    this.#limit = most;
  }

  /** How many calls may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#limit) this.#underWay++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const era = this.#era;
    try {
      const result = await work();
      this.#grow();
      return result;
    } catch (error) {
      if (isTooMuch(error)) this.#shrink(era);
      throw error;
    } finally {
      this.#underWay--;
      this.#letIn();
    }
  }

  #grow(): void {
    if (this.#limit === this.most || ++this.#successes < this.#limit) return;
    this.#limit++;
    this.#successes = 0;
  }

  /** Once for all the calls that were under way together: they tell of one and the same overload. */
  #shrink(era: number): void {
    this.#successes = 0;
    if (era !== this.#era) return;
    this.#era++;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  #letIn(): void {
    while (this.#underWay < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#underWay++;
      next();
    }
  }
}

function isTooMuch(error: unknown): boolean {
  return (
    error instanceof RateLimitedError || (error instanceof UnavailableError && error.call.status === 503)
  );
}
