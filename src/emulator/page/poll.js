// @ts-check
/**
 * Asks again and again while the page is looked at: about once a second, more slowly where an answer takes long, so that
 * the emulator has most of its time for others, and ever more slowly while there is no answer at all.
 */

/**
 * @template T
 * @typedef {object} PollOptions
 * @property {() => string} address
 * @property {(answer: T) => void} onAnswer
 * @property {(reason: string) => void} onRefusal the emulator answers, but not with this
 * @property {() => void} onSilence there is no answer
 */

const pauseMs = 1000;
const longestPauseMs = 8000;
const patienceMs = 30_000;

/** @template T */
export class Poll {
  #failures = 0;
  #timer = 0;
  #round = new AbortController();

  /** @param {PollOptions<T>} options */
  constructor(options) {
    this.options = options;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#stop();
      else this.now();
    });
  }

  /** Asks at once, and goes on from there. */
  now() {
    this.#stop();
    if (document.hidden) return;
    this.#round = new AbortController();
    void this.#ask(this.#round.signal);
  }

  #stop() {
    window.clearTimeout(this.#timer);
    this.#round.abort();
  }

  /** @param {AbortSignal} signal */
  async #ask(signal) {
    const began = performance.now();
    /** @type {() => void} */
    let tell;
    try {
      const response = await fetch(this.options.address(), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      });
      /** @type {unknown} */
      const answer = await response.json();
      this.#failures = response.ok ? 0 : this.#failures + 1;
      tell = () => {
        if (response.ok) this.options.onAnswer(/** @type {T} */ (answer));
        else this.options.onRefusal(String(/** @type {{ error?: unknown }} */ (answer).error));
      };
    } catch {
      this.#failures++;
      tell = this.options.onSilence;
    }
    if (signal.aborted) return;
    const pause = this.#failures > 0 ? pauseMs * 2 ** (this.#failures - 1) : 4 * (performance.now() - began);
    const wait = Math.min(Math.max(pause, pauseMs), longestPauseMs);
    this.#timer = window.setTimeout(() => {
      this.now();
    }, wait);
    tell();
  }
}
