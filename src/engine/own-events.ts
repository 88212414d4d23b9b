/**
 * The events that this session has created. Definitions may ask for equal events, and nothing but their number tells
 * whether a listed one is another's: so equal ones are created one after another, and counted.
 */
import { type NewEvent, type ServiceEvent } from "../service";

export class OwnEvents {
  readonly #created = new Map<string, CreatedEvents>();
  readonly #creations = new Map<string, Promise<unknown>>();

  /** Runs a creation once those of equal events have ended. @param work is given what they created */
  async creating(
    event: NewEvent,
    work: (before: CreatedEvents) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const key = keyOf(event);
    const before = this.#creations.get(key) ?? Promise.resolve();
    const creation = before.then(async () => {
      const created = this.#created.get(key) ?? { count: 0, uuids: [] };
      const uuid = await work(created);
      const uuids = uuid === undefined ? created.uuids : [...created.uuids, uuid];
      this.#created.set(key, { count: created.count + 1, uuids });
      return uuid;
    });
    const ended = creation.catch(() => undefined);
    this.#creations.set(key, ended);
    return creation;
  }
}

/** Equal events that were surely created. */
export interface CreatedEvents {
  readonly count: number;
  /** Of those whose uuid the service told. */
  readonly uuids: readonly string[];
}

/** What makes events equal: all that a service that tells no uuid leaves to recognize one by. */
export function areEqual(a: NewEvent, b: ServiceEvent): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ start, type, message, host }: NewEvent | ServiceEvent): string {
  return JSON.stringify([start, type, message, host]);
}
