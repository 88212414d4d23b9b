/** Counts the calls under way, so that the end of the process can wait for them. */

export class Activity {
  #running = 0;
  #waiting: (() => void)[] = [];

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#release();
    }
  }

  /** Resolves as soon as nothing is under way. */
  async idle(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
