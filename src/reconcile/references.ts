/** Resolves the references of definitions: names and times become ids, and ids must exist. */
import { type FieldStep, getOrAdd, hintForFewNames, type Problem, quote, truncate } from "../diagnostics";
import { type AlertCondition, formatTimeSpan, parseTimeSpan, TextMap } from "../service";
import { type AlertDefinition, placeOfField, type Reference } from "./alert-definition";
import { type DesiredAlert } from "./desired-alert";

/** The desired alerts if every reference resolves, or one error per unresolved reference. */
export type Resolution =
  | { readonly ok: true; readonly desired: readonly DesiredAlert[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function catalogNeeds(definitions: readonly AlertDefinition[]): ReadonlySet<CatalogKey> {
  const references = definitions.map((definition) => referencesOf<Reference>(definition));
  return new Set(catalogKeys.filter((key) => references.some((byKind) => byKind[key].length > 0)));
}

/**
 * A catalog in which every reference of the definitions resolves, for work without a service. An ID keeps its value and has no name. A name
 * gets an ID that no definition uses.
 */
export function catalogOfDefinitions(definitions: readonly AlertDefinition[]): Catalog {
  const references = definitions.map((definition) => referencesOf<Reference>(definition));
  return Object.fromEntries(
    catalogKeys.map((key) => [key, objectsOf(references.flatMap((byKind) => byKind[key]))]),
  );
}

function objectsOf(references: readonly Reference[]): Referable[] {
  const ids = new Set(references.filter((reference) => typeof reference === "number"));
  const names = new TextMap(
    references.flatMap((reference) => (typeof reference === "string" ? [[reference, reference]] : [])),
  );
  let next = [...ids].reduce((max, id) => Math.max(max, id), 0);
  return [...[...ids].map((id) => ({ id })), ...[...names.values()].map((name) => ({ id: ++next, name }))];
}

export function resolveReferences(definitions: readonly AlertDefinition[], catalog: Catalog): Resolution {
  const problems: Problem[] = [];
  const indexes = new Map<CatalogKey, ReferenceIndex>();
  /** Returns 0 and adds a problem if the reference does not resolve. */
  const resolve = (
    definition: AlertDefinition,
    kind: ObjectKind,
    reference: Reference,
    field: readonly FieldStep[],
  ): number => {
    const index = indexes.get(kind.key) ?? new ReferenceIndex(kind.singular, catalog[kind.key] ?? []);
    indexes.set(kind.key, index);
    const resolved =
      definition.hasTextReferences === true ? index.resolveText(String(reference)) : index.resolve(reference);
    if (typeof resolved === "number") return resolved;
    problems.push({ severity: "error", ...resolved, where: placeOfField(definition, field) });
    return 0;
  };
  const desired = definitions.map((definition): DesiredAlert => {
    const { place: _place, placeOf: _placeOf, hasTextReferences: _texts, condition, ...alert } = definition;
    return {
      ...alert,
      policy: resolve(definition, objectKinds.policy, alert.policy, ["policy"]),
      condition: withDurationId(condition, (duration) =>
        resolve(definition, objectKinds.duration, duration, ["threshold", "duration"]),
      ),
      destinations: alert.destinations.map((reference, index) =>
        resolve(definition, objectKinds.destination, reference, ["destinations", index]),
      ),
      hosts: alert.hosts.map((reference, index) =>
        resolve(definition, objectKinds.host, reference, ["hosts", index]),
      ),
    };
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, desired };
}

function withDurationId(
  condition: AlertDefinition["condition"],
  resolve: (duration: Reference) => number,
): AlertCondition {
  if (condition.kind === "event") return condition;
  return { ...condition, duration: resolve(condition.duration) };
}

export interface ObjectKind {
  readonly key: CatalogKey;
  /** Name in messages. */
  readonly singular: string;
}

export const objectKinds = {
  destination: { key: "destinations", singular: "destination" },
  host: { key: "hosts", singular: "host" },
  policy: { key: "policies", singular: "alert policy" },
  duration: { key: "durations", singular: "alert duration" },
} as const satisfies Record<string, ObjectKind>;

export interface Referable {
  /** Negative if only the name is known. */
  readonly id: number;
  readonly name?: string | undefined;
  /** Length of a duration, if the service returns one. */
  readonly seconds?: number | undefined;
  /** A reference to a deleted host does not resolve. */
  readonly isDeleted?: boolean | undefined;
}

export const catalogKeys = ["destinations", "hosts", "policies", "durations"] as const;
export type CatalogKey = (typeof catalogKeys)[number];

/** The objects of an environment. A kind that no definition refers to is not fetched. */
export type Catalog = { readonly [Key in CatalogKey]?: readonly Referable[] | undefined };

/** An alert whose references are ids, or names and ids. An incomplete alert has no hosts and no condition. */
interface Referring<R> {
  readonly policy: R;
  readonly destinations: readonly R[];
  readonly hosts?: readonly R[] | undefined;
  readonly condition?:
    { readonly kind: "event" } | { readonly kind: "threshold"; readonly duration: R } | undefined;
}

export function referencesOf<R>({
  policy,
  destinations,
  hosts = [],
  condition,
}: Referring<R>): Readonly<Record<CatalogKey, readonly R[]>> {
  const durations = condition?.kind === "threshold" ? [condition.duration] : [];
  return { destinations, hosts, policies: [policy], durations };
}

const keysByField: ReadonlyMap<string, CatalogKey> = new Map([
  ["destinations", "destinations"],
  ["hosts", "hosts"],
  ["policy", "policies"],
  ["threshold.duration", "durations"],
]);

export function catalogKeyOf(path: readonly FieldStep[]): CatalogKey | undefined {
  return keysByField.get(path.join("."));
}

/** Limit for a displayed object name, in UTF-16 units. */
const maxNameLength = 60;

export function truncateName(name: string): string {
  return truncate(name, maxNameLength);
}

/** `3 ("On-call PagerDuty")` for a message, or `3` if the object has no name. */
export function idWithName(id: number, name: string | undefined): string {
  return name === undefined || name === "" ? String(id) : `${id} (${quote(truncateName(name))})`;
}

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

/** Parses an id as Terraform converts it to a text: digits without leading zeros. @returns undefined for any other text */
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
      return this.#single(named, `are named ${quote(reference)}`, "Use the id instead of the name.");
    const deleted = this.#deletedByName.get(reference);
    if (deleted !== undefined) return this.#explainDeletion(deleted);
    const seconds = this.#secondsOf(reference);
    if (seconds !== undefined) return this.#resolveTime(seconds);
    return getOrAdd(this.#unknownNames, reference, () => this.#explainUnknownName(reference));
  }

  /** Resolves a text of Terraform, which has no numbers: digits are an id or a name. */
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
      return this.#single(ids, `last ${time}`, "Use the name or the id instead of the time.");
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

  #single(ids: ReadonlySet<number>, what: string, remedy: string): number | UnresolvedReference {
    const [first = 0] = ids;
    if (ids.size === 1) return first;
    const plural = this.singular.replace(/y$/, "ie") + "s";
    const sorted = [...ids].sort((a, b) => a - b);
    return { what: `${ids.size} ${plural} ${what} (ids ${sorted.join(", ")}).`, remedy };
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
  const listed = available
    .slice(0, 10)
    .map(({ id, name }) => (id < 0 && name !== undefined ? quote(name) : idWithName(id, name)));
  const hidden = available.length - listed.length;
  return `Available: ${listed.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`;
}
