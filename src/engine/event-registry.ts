/**
 * The events that a run created. Two definitions may create equal events, which a list cannot distinguish. So equal events are created
 * one after another, and counted.
 */
import { type NewEvent, type ServiceEvent } from "../service";

/** Equal events that certainly exist. */
export interface CreatedEvents {
  readonly count: number;
  /** The uuids that the service returned. */
  readonly uuids: readonly string[];
}

export class EventRegistry {
  readonly #created = new Map<string, CreatedEvents>();
  readonly #creations = new Map<string, Promise<unknown>>();

  /** Runs a creation after all creations of equal events. @param work receives the equal events that exist */
  async create(
    event: NewEvent,
    work: (existing: CreatedEvents) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const key = keyOf(event);
    const previous = this.#creations.get(key) ?? Promise.resolve();
    const creation = previous.then(async () => {
      const existing = this.#created.get(key) ?? { count: 0, uuids: [] };
      const uuid = await work(existing);
      const uuids = uuid === undefined ? existing.uuids : [...existing.uuids, uuid];
      this.#created.set(key, { count: existing.count + 1, uuids });
      return uuid;
    });
    this.#creations.set(
      key,
      creation.catch(() => undefined),
    );
    return creation;
  }
}

/** Compares the fields that identify an event if the service returns no uuid. */
export function isSameEvent(a: NewEvent, b: ServiceEvent): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ start, type, message, host }: NewEvent | ServiceEvent): string {
  return JSON.stringify([start, type, message, host]);
}
