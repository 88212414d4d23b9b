/** Resolves references to the objects of one kind: by id, by name, or by time. */
import { getOrAdd, hintForFewNames, joinFirst, type Problem, quote } from "../diagnostics";
import { formatTimeSpan, parseTimeSpan, TextMap } from "../service";
import { type Reference } from "./alert-definition";
import { idWithName, type Referable } from "./catalog";

/** A reference to no object, or to several. */
export type UnresolvedReference = Required<Pick<Problem, "what" | "remedy">>;

/**
 * Resolves one reference to an id.
 * @param singular the kind of the object in messages, for example "host"
 */
export function resolveReference(
  singular: string,
  reference: Reference,
  available: readonly Referable[] = [],
): number | UnresolvedReference {
  if (available.some(({ id, isDeleted }) => id === reference && isDeleted !== true)) return Number(reference);
  return new ReferenceIndex(singular, available).resolve(reference);
}

/** Parses an id as Terraform converts it to a string: digits without leading zeros. @returns undefined for any other string */
export function parseId(text: string): number | undefined {
  const id = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** Unknown names that are compared with all existing names. The time for a comparison grows with the number of names. */
const maxCompared = 100;

export class ReferenceIndex {
  readonly #byId = new Map<number, Referable>();
  readonly #byName = new TextMap<Set<number>>();
  readonly #deletedById = new Map<number, Referable>();
  readonly #deletedByName = new TextMap<Referable>();
  /** Only durations have a length. */
  readonly #bySeconds = new Map<number, Set<number>>();
  #availableText: string | undefined;
  readonly #unknownNames = new Map<string, UnresolvedReference>();

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
  resolve(reference: Reference): number | UnresolvedReference {
    if (typeof reference === "number") {
      if (this.#byId.has(reference)) return reference;
      const deleted = this.#deletedById.get(reference);
      if (deleted !== undefined) return this.#explainDeletion(deleted);
      return {
        what: `There is no ${this.singular} with the id ${reference}.`,
        remedy: this.#available(),
      };
    }
    const named = this.#byName.get(reference);
    if (named !== undefined)
      return this.#single(named, () => `are named ${quote(reference)}`, "Use the id instead of the name.");
    const deleted = this.#deletedByName.get(reference);
    if (deleted !== undefined) return this.#explainDeletion(deleted);
    const seconds = this.#secondsOf(reference);
    if (seconds !== undefined) return this.#resolveTime(seconds);
    return getOrAdd(this.#unknownNames, reference, () => this.#explainUnknownName(reference));
  }

  /** Resolves a string of Terraform, which has no numbers: digits are an id or a name. */
  resolveText(text: string): number | UnresolvedReference {
    const id = parseId(text);
    if (id === undefined) return this.resolve(text);
    const named = [...(this.#byName.get(text) ?? [])].filter((other) => other !== id);
    if (named.length === 0) return this.resolve(id);
    if (!this.#byId.has(id)) return this.resolve(text);
    const name = this.textFor(id);
    const instead = name === text ? "" : `the name ${quote(name)} or `;
    return {
      what: `${quote(text)} is the id of one ${this.singular} and the name of another.`,
      remedy: `Use ${instead}the id ${named.join(" or ")} instead.`,
    };
  }

  /** The text that refers to an object in {@link resolveText}: its name, otherwise its time, otherwise its id. */
  textFor(id: number): string {
    const { name = "", seconds } = this.#byId.get(id) ?? {};
    const time = seconds === undefined ? "" : formatTimeSpan(seconds * 1000);
    return [name, time].find((text) => text !== "" && this.#refersTo(text, id)) ?? String(id);
  }

  #refersTo(text: string, id: number): boolean {
    const digits = parseId(text);
    const isOtherId = digits !== undefined && digits !== id && this.#byId.has(digits);
    return !isOtherId && this.resolve(text) === id;
  }

  #resolveTime(seconds: number): number | UnresolvedReference {
    const time = formatTimeSpan(seconds * 1000);
    const ids = this.#bySeconds.get(seconds);
    if (ids !== undefined)
      return this.#single(ids, () => `last ${time}`, "Use the name or the id instead of the time.");
    const lengths = [...this.#bySeconds.keys()].sort((a, b) => a - b);
    return {
      what: `There is no ${this.singular} of ${time}.`,
      remedy:
        lengths.length === 0
          ? `The service does not return the lengths. ${this.#available()}`
          : `Available: ${lengths.map((length) => formatTimeSpan(length * 1000)).join(", ")}.`,
    };
  }

  #explainDeletion({ id, name }: Referable): UnresolvedReference {
    return {
      what: `The ${this.singular} ${idWithName(id, name)} was deleted.`,
      remedy: `Remove it, or choose another ${this.singular}.`,
    };
  }

  #available(): string {
    return (this.#availableText ??= listAvailable([...this.#byId.values()]));
  }

  #secondsOf(reference: string): number | undefined {
    const milliseconds = this.#bySeconds.size === 0 ? undefined : parseTimeSpan(reference);
    return milliseconds === undefined ? undefined : milliseconds / 1000;
  }

  /** @param describe only called for a problem, because most references resolve */
  #single(ids: ReadonlySet<number>, describe: () => string, remedy: string): number | UnresolvedReference {
    const [first = 0] = ids;
    if (ids.size === 1) return first;
    const plural = this.singular.replace(/y$/, "ie") + "s";
    const sorted = [...ids].sort((a, b) => a - b);
    return { what: `${ids.size} ${plural} ${describe()} (ids ${sorted.join(", ")}).`, remedy };
  }

  #explainUnknownName(name: string): UnresolvedReference {
    const what = `There is no ${this.singular} named ${quote(name)}.`;
    if (this.#unknownNames.size >= maxCompared) return { what, remedy: this.#available() };
    const names = [...this.#byId.values()].flatMap((object) => object.name ?? []);
    if (names.length === 0) return { what, remedy: this.#available() };
    return { what, remedy: hintForFewNames(name, names) };
  }
}

function listAvailable(available: readonly Referable[]): string {
  if (available.length === 0) return "None are available in this environment.";
  const listed = joinFirst(available, 10, ({ id, name }) =>
    id < 0 && name !== undefined ? quote(name) : idWithName(id, name),
  );
  return `Available: ${listed}.`;
}
