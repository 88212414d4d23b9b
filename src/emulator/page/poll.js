// @ts-check
/**
 * Polls an endpoint while the page is visible: about once a second, at longer intervals if responses are slow, and with
 * exponential backoff after failures.
 */

/**
 * @template T
 * @typedef {object} PollOptions
 * @property {() => string} url
 * @property {(data: T) => void} onData
 * @property {(message: string) => void} onError the emulator returned an error
 * @property {() => void} onUnreachable there was no response
 */

const minIntervalMs = 1000;
const maxIntervalMs = 8000;
const timeoutMs = 30_000;

/** @template T */
export class Poll {
  #failures = 0;
  #timer = 0;
  #request = new AbortController();

  /** @param {PollOptions<T>} options */
  constructor(options) {
    this.options = options;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#stop();
      else this.now();
    });
  }

  /** Polls immediately and continues from there. */
  now() {
    this.#stop();
    if (document.hidden) return;
    this.#request = new AbortController();
    void this.#poll(this.#request.signal);
  }

  #stop() {
    window.clearTimeout(this.#timer);
    this.#request.abort();
  }

  /** @param {AbortSignal} signal */
  async #poll(signal) {
    const startedAt = performance.now();
    /** @type {() => void} */
    let report;
    try {
      const response = await fetch(this.options.url(), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      /** @type {unknown} */
      const body = await response.json();
      this.#failures = response.ok ? 0 : this.#failures + 1;
      report = () => {
        if (response.ok) this.options.onData(/** @type {T} */ (body));
        else this.options.onError(String(/** @type {{ error?: unknown }} */ (body).error));
      };
    } catch {
      this.#failures++;
      report = this.options.onUnreachable;
    }
    if (signal.aborted) return;
    const intervalMs =
      this.#failures > 0 ? minIntervalMs * 2 ** (this.#failures - 1) : 4 * (performance.now() - startedAt);
    this.#timer = window.setTimeout(
      () => {
        this.now();
      },
      Math.min(Math.max(intervalMs, minIntervalMs), maxIntervalMs),
    );
    report();
  }
}
