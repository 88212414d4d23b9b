/** Time comes from outside, so that a test can hold it still and a minute's propagation can pass in no time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The service's own timestamps are whole seconds (GEN-3). */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}

/** The emulator's time: that of another clock until it is advanced, set or held. It never goes back. */
export class ServiceClock implements Clock {
  private readonly listeners: (() => void)[] = [];
  /** Milliseconds that it is ahead of the source. */
  private ahead = 0;
  private heldAt: number | undefined;

  constructor(private readonly source: Clock) {}

  now(): number {
    return this.heldAt ?? this.source.now() + this.ahead;
  }

  get isRunning(): boolean {
    return this.heldAt === undefined;
  }

  /** @throws RangeError for a number that is negative or not finite */
  advance(seconds: number): void {
    if (!(Number.isFinite(seconds) && seconds >= 0)) {
      throw new RangeError(`the clock can be advanced by 0 seconds or more, not by ${seconds}`);
    }
    this.moveTo(this.now() + seconds * 1000);
  }

  /** @param time seconds since the Unix epoch @throws RangeError for a time before now */
  set(time: number): void {
    const target = time * 1000;
    if (!(Number.isFinite(target) && target >= this.now())) {
      throw new RangeError(`the clock cannot be set back, from ${this.now() / 1000} to ${time}`);
    }
    this.moveTo(target);
  }

  /** Stands still from now on. */
  hold(): void {
    this.heldAt = this.now();
    this.tell();
  }

  /** Goes on from where it stands. */
  run(): void {
    if (this.heldAt === undefined) return;
    this.ahead = this.heldAt - this.source.now();
    this.heldAt = undefined;
    this.tell();
  }

  /** @param listener called after each move, and when it is held or let run */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private moveTo(target: number): void {
    if (this.heldAt === undefined) this.ahead = target - this.source.now();
    else this.heldAt = target;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
