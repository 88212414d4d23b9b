/** Counts running calls, so that a shutdown can wait for them. */
export class RunningCalls {
  #running = 0;
  #waiting: (() => void)[] = [];

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#running === 0) this.#release();
    }
  }

  /** Resolves as soon as no call is running. */
  async whenIdle(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
