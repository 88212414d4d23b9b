/** The emulator's clock. Tests inject a time source or move the clock instead of waiting. */

/**
 * A time source.
 *
 * @example
 * const fixedClock: Clock = { now: () => Date.parse("2026-01-01T00:00:00Z") };
 */
export interface EmulatorClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const machineClock: EmulatorClock = { now: () => Date.now() };

/** The time in whole seconds, the resolution of the service's timestamps (GEN-3). */
export function unixSeconds(clock: EmulatorClock): number {
  return Math.floor(clock.now() / 1000);
}

/**
 * The emulator's clock. It follows its time source until it is advanced, set or held, and never moves backward.
 *
 * @example
 * emulator.clock.hold();
 * emulator.clock.advance(60); // Changes take effect and alerts fire.
 */
export class ServiceClock implements EmulatorClock {
  readonly #source: EmulatorClock;
  readonly #listeners: (() => void)[] = [];
  /** Milliseconds ahead of the time source. */
  #offsetMs = 0;
  #heldAt: number | undefined;

  constructor(source: EmulatorClock) {
    this.#source = source;
  }

  /** Milliseconds since the Unix epoch. */
  now(): number {
    return this.#heldAt ?? this.#source.now() + this.#offsetMs;
  }

  /** False while the clock is held. */
  get isRunning(): boolean {
    return this.#heldAt === undefined;
  }

  /** @throws RangeError if `seconds` is negative or not finite */
  advance(seconds: number): void {
    if (!(Number.isFinite(seconds) && seconds >= 0)) {
      throw new RangeError(`The clock can only be advanced by 0 or more seconds, not by ${seconds}.`);
    }
    this.#moveTo(this.now() + seconds * 1000);
  }

  /** @param time seconds since the Unix epoch @throws RangeError if `time` is before the current time */
  set(time: number): void {
    const target = time * 1000;
    if (!(Number.isFinite(target) && target >= this.now())) {
      throw new RangeError(`The clock cannot be set back from ${this.now() / 1000} to ${time}.`);
    }
    this.#moveTo(target);
  }

  /** Stops the clock at the current time. */
  hold(): void {
    this.#heldAt = this.now();
    this.#notify();
  }

  /** Resumes a held clock at the time it shows. */
  run(): void {
    if (this.#heldAt === undefined) return;
    this.#offsetMs = this.#heldAt - this.#source.now();
    this.#heldAt = undefined;
    this.#notify();
  }

  /** @param listener called after the clock is advanced, set, held or resumed */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #moveTo(target: number): void {
    if (this.#heldAt === undefined) this.#offsetMs = target - this.#source.now();
    else this.#heldAt = target;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
