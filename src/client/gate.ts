/**
 * How many calls are under way at once; the rest wait in the order they came. The limit follows what the service bears: a
 * refusal for being too much halves it, and as many successes as it allows let it grow by one again. Where the service asks to
 * wait, all wait: each that went on would be refused as well, and use up its retries.
 */
import { RateLimitedError, UnavailableError } from "./errors";

interface Waiting {
  readonly failures: number;
  readonly enter: () => void;
}

export class Gate {
  #limit: number;
  #underWay = 0;
  /** Successes since the limit last changed. */
  #successes = 0;
  /** Counts the times that the limit was halved. */
  #era = 0;
  /** Those that have failed oftenest first, so that none uses up its retries while others come anew. */
  readonly #waiting: Waiting[] = [];
  /** Pauses that have not ended. */
  #pauses = 0;

  constructor(private readonly most: number) {
    this.#limit = most;
  }

  /** How many calls may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * @param failures how often it was under way before, and failed
   * @param pauseAfter after its failure nobody is let in before this is over, or was cut off
   */
  async run<T>(
    work: () => Promise<T>,
    failures = 0,
    pauseAfter: (error: unknown) => Promise<unknown> | undefined = () => undefined,
  ): Promise<T> {
    if (this.#hasRoom) this.#underWay++;
    else await this.#turn(failures);
    const era = this.#era;
    try {
      const result = await work();
      this.#grow();
      return result;
    } catch (error) {
      if (isTooMuch(error)) this.#shrink(era);
      this.#pauseFor(pauseAfter(error));
      throw error;
    } finally {
      this.#underWay--;
      this.#letIn();
    }
  }

  #turn(failures: number): Promise<void> {
    return new Promise((enter) => {
      const behind = failures === 0 ? -1 : this.#waiting.findIndex((one) => one.failures < failures);
      this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, { failures, enter });
    });
  }

  #pauseFor(pause: Promise<unknown> | undefined): void {
    if (pause === undefined) return;
    this.#pauses++;
    const end = () => {
      this.#pauses--;
      this.#letIn();
    };
    pause.then(end, end);
  }

  get #hasRoom(): boolean {
    return this.#pauses === 0 && this.#underWay < this.#limit;
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
    while (this.#hasRoom) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#underWay++;
      next.enter();
    }
  }
}

function isTooMuch(error: unknown): boolean {
  return (
    error instanceof RateLimitedError || (error instanceof UnavailableError && error.call.status === 503)
  );
}
