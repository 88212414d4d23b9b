/** Finds the object that a name, a time or an id refers to, among all objects of one kind. */
import { getOrAdd, hintForFewNames, type Problem, quote } from "../../diagnostics";
import { formatTimeSpan, parseTimeSpan, TextMap } from "../../service";
import { type Reference } from "../alert-definition";
import { idWithName, type Referable } from "./object-kinds";

/** A reference to no object, or to several. */
export type UnresolvedReference = Required<Pick<Problem, "what" | "remedy">>;

/** Refers to a duration by its length only, never by name. */
export interface TimeReference {
  readonly seconds: number;
}

/**
 * Resolves one reference to an id.
 * @param singular the kind of the object in messages, for example "host"
 */
export function resolveReference(
  singular: string,
  reference: Reference | TimeReference,
  available: readonly Referable[] = [],
): number | UnresolvedReference {
  if (available.some(({ id, isDeleted }) => id === reference && isDeleted !== true)) return Number(reference);
  return new ReferenceIndex(singular, available).resolve(reference);
}

export class ReferenceIndex {
  readonly #byId = new Map<number, Referable>();
  readonly #byName = new TextMap<Set<number>>();
  readonly #deletedById = new Map<number, Referable>();
  readonly #deletedByName = new TextMap<Referable>();
  /** Only durations have a length. */
  readonly #bySeconds = new Map<number, Set<number>>();

  /** @param singular the kind of the objects in messages, for example "host" */
  constructor(
    private readonly singular: string,
    available: readonly Referable[],
  ) {
    for (const { id, name, seconds, isDeleted } of available) {
      if (isDeleted === true) {
        this.#deletedById.set(id, { id, name });
        if (name !== undefined) this.#deletedByName.set(name, { id, name });
        continue;
      }
      // A list may contain the same object twice.
      this.#byId.set(id, { id, name, seconds });
      if (name !== undefined) getOrAdd(this.#byName, name, () => new Set<number>()).add(id);
      if (seconds !== undefined) getOrAdd(this.#bySeconds, seconds, () => new Set<number>()).add(id);
    }
  }

  /** A name takes precedence over a time. */
  resolve(reference: Reference | TimeReference): number | UnresolvedReference {
    if (typeof reference === "object") return this.#resolveTime(reference.seconds);
    if (typeof reference === "number") {
      if (this.#byId.has(reference)) return reference;
      const deleted = this.#deletedById.get(reference);
      if (deleted !== undefined) return this.#explainDeletion(deleted);
      return {
        what: `There is no ${this.singular} with the id ${reference}.`,
        remedy: listAvailable(this.#objects()),
      };
    }
    const named = this.#byName.get(reference);
    if (named !== undefined)
      return this.#single(named, `are named ${quote(reference)}`, "Use the id instead of the name.");
    const deleted = this.#deletedByName.get(reference);
    if (deleted !== undefined) return this.#explainDeletion(deleted);
    const seconds = this.#secondsOf(reference);
    return seconds === undefined ? this.#unknownName(reference) : this.#resolveTime(seconds);
  }

  #resolveTime(seconds: number): number | UnresolvedReference {
    const time = formatTimeSpan(seconds * 1000);
    const ids = this.#bySeconds.get(seconds);
    if (ids !== undefined)
      return this.#single(ids, `last ${time}`, "Use the name or the id instead of the time.");
    const lengths = [...this.#bySeconds.keys()].sort((a, b) => a - b);
    return {
      what: `There is no ${this.singular} of ${time}.`,
      remedy:
        lengths.length === 0
          ? `The service does not return the lengths. ${listAvailable(this.#objects())}`
          : `Available: ${lengths.map((length) => formatTimeSpan(length * 1000)).join(", ")}.`,
    };
  }

  #explainDeletion({ id, name }: Referable): UnresolvedReference {
    return {
      what: `The ${this.singular} ${idWithName(id, name)} was deleted.`,
      remedy: `Remove it, or choose another ${this.singular}.`,
    };
  }

  #objects(): Referable[] {
    return [...this.#byId.values()];
  }

  #secondsOf(reference: string): number | undefined {
    const milliseconds = this.#bySeconds.size === 0 ? undefined : parseTimeSpan(reference);
    return milliseconds === undefined ? undefined : milliseconds / 1000;
  }

  #single(ids: ReadonlySet<number>, what: string, remedy: string): number | UnresolvedReference {
    const [first = 0] = ids;
    if (ids.size === 1) return first;
    const plural = this.singular.replace(/y$/, "ie") + "s";
    const sorted = [...ids].sort((a, b) => a - b);
    return { what: `${ids.size} ${plural} ${what} (ids ${sorted.join(", ")}).`, remedy };
  }

  #unknownName(name: string): UnresolvedReference {
    const what = `There is no ${this.singular} named ${quote(name)}.`;
    const objects = this.#objects();
    const names = objects.flatMap((object) => object.name ?? []);
    if (names.length === 0) return { what, remedy: listAvailable(objects) };
    return { what, remedy: hintForFewNames(name, names) };
  }
}

function listAvailable(available: readonly Referable[]): string {
  if (available.length === 0) return "None are available in this environment.";
  const listed = available
    .slice(0, 10)
    .map(({ id, name }) => (id < 0 && name !== undefined ? quote(name) : idWithName(id, name)));
  const hidden = available.length - listed.length;
  return `Available: ${listed.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`;
}
