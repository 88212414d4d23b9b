/** An alert as people write it down: destinations and hosts by name or by id, and where it was written. */
import { type FieldStep, hintForName, type Place, type Problem, quote } from "../diagnostics";
import { type DesiredAlert } from "./desired-alert";
import { withName } from "./referred-names";

/** A name, or an id. */
export type Reference = string | number;

export interface AlertDefinition extends Omit<DesiredAlert, "destinations" | "hosts"> {
  readonly destinations: readonly Reference[];
  readonly hosts: readonly Reference[];
  /** Where it is written, for problems. */
  readonly place: Place;
  /** Where a field of it is written, as closely as is known; where it is left out, {@link place} stands for every field. */
  readonly placeOf?: ((field: readonly FieldStep[]) => Place) | undefined;
}

/** What a name or an id can stand for. */
export interface Referable {
  readonly id: number;
  readonly name?: string | undefined;
}

/** What the environment offers. A kind that no definition refers to need not be fetched. */
export interface Catalog {
  readonly destinations?: readonly Referable[] | undefined;
  readonly hosts?: readonly Referable[] | undefined;
  readonly policies?: readonly Referable[] | undefined;
  readonly durations?: readonly Referable[] | undefined;
}

export interface Resolution {
  readonly desired: readonly DesiredAlert[];
  readonly problems: readonly Problem[];
}

/** Which kinds of the catalog the definitions need. */
export function catalogNeeds(definitions: readonly AlertDefinition[]): ReadonlySet<keyof Catalog> {
  const needs = new Set<keyof Catalog>();
  for (const { destinations, hosts, condition } of definitions) {
    needs.add("policies");
    if (destinations.length > 0) needs.add("destinations");
    if (hosts.length > 0) needs.add("hosts");
    if (condition.kind === "threshold") needs.add("durations");
  }
  return needs;
}

/** Names become ids, and ids are checked to exist. Every reference that leads nowhere is a problem. */
export function resolveReferences(definitions: readonly AlertDefinition[], catalog: Catalog): Resolution {
  const problems: Problem[] = [];
  const byReference = new Map<keyof Catalog, ByReference>();
  const desired = definitions.map((definition): DesiredAlert => {
    const { place: _place, placeOf: _placeOf, ...alert } = definition;
    const resolve = (noun: Noun, reference: Reference, path: readonly FieldStep[]): number => {
      const offered = catalog[noun.key] ?? [];
      const index = byReference.get(noun.key) ?? indexed(offered);
      byReference.set(noun.key, index);
      const found = meantBy(noun, reference, index.get(reference) ?? [], offered);
      if (typeof found === "number") return found;
      problems.push({ severity: "error", ...found, where: whereOf(definition, path) });
      return 0;
    };
    resolve(nouns.policy, alert.policy, ["policy"]);
    if (alert.condition.kind === "threshold") {
      resolve(nouns.duration, alert.condition.duration, ["threshold", "duration"]);
    }
    return {
      ...alert,
      destinations: alert.destinations.map((one, index) =>
        resolve(nouns.destination, one, ["destinations", index]),
      ),
      hosts: alert.hosts.map((one, index) => resolve(nouns.host, one, ["hosts", index])),
    };
  });
  return { desired, problems };
}

/** Where a field of a definition stands, for a problem. */
export function whereOf(definition: AlertDefinition, field: readonly FieldStep[] = []): Place {
  const { place, placeOf = () => place, name } = definition;
  return { ...placeOf(field), subject: name, ...(field.length === 0 ? {} : { field }) };
}

/** The same problems; those that know their alert's name and not its file are given it. */
export function placed(problems: readonly Problem[], definitions: readonly AlertDefinition[]): Problem[] {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return problems.map((problem) => {
    const { where } = problem;
    if (where?.subject === undefined || where.file !== undefined) return problem;
    const definition = byName.get(where.subject);
    return definition === undefined ? problem : { ...problem, where: whereOf(definition, where.field) };
  });
}

interface Noun {
  readonly key: keyof Catalog;
  readonly singular: string;
}

export const nouns = {
  destination: { key: "destinations", singular: "destination" },
  host: { key: "hosts", singular: "host" },
  policy: { key: "policies", singular: "alert policy" },
  duration: { key: "durations", singular: "alert duration" },
} as const satisfies Record<string, Noun>;

/** An id, or what is wrong with a reference. */
type Found = number | { readonly what: string; readonly remedy: string };

/** What a kind offers, by ids, which are numbers, and by names: many definitions refer to many of it. */
type ByReference = ReadonlyMap<Reference, readonly Referable[]>;

function indexed(offered: readonly Referable[]): ByReference {
  const index = new Map<Reference, Referable[]>();
  const add = (reference: Reference | undefined, one: Referable) => {
    if (reference === undefined) return;
    const same = index.get(reference);
    if (same === undefined) index.set(reference, [one]);
    else same.push(one);
  };
  for (const one of offered) {
    add(one.id, one);
    add(one.name, one);
  }
  return index;
}

/** The id that a reference means, or what is wrong with it. */
export function findReferred(
  noun: Pick<Noun, "singular">,
  reference: Reference,
  offered: readonly Referable[] = [],
): Found {
  const isMeant = (one: Referable) => (typeof reference === "number" ? one.id : one.name) === reference;
  return meantBy(noun, reference, offered.filter(isMeant), offered);
}

function meantBy(
  noun: Pick<Noun, "singular">,
  reference: Reference,
  matches: readonly Referable[],
  offered: readonly Referable[],
): Found {
  // A list that holds an element twice means it once.
  const ids = [...new Set(matches.map(({ id }) => id))];
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return first;
  if (first !== undefined) {
    return {
      what: `${ids.length} ${noun.singular}s are named ${quote(String(reference))} (ids ${ids.join(", ")}).`,
      remedy: `Refer to the one you mean by its id.`,
    };
  }
  if (typeof reference === "string") {
    const names = offered.flatMap(({ name }) => (name === undefined ? [] : [name]));
    return {
      what: `There is no ${noun.singular} named ${quote(reference)}.`,
      remedy: names.length === 0 ? idsOffered(offered) : hintForName(reference, names),
    };
  }
  return { what: `There is no ${noun.singular} with the id ${reference}.`, remedy: idsOffered(offered) };
}

function idsOffered(offered: readonly Referable[]): string {
  if (offered.length === 0) return "There are none in this environment.";
  const shown = offered.slice(0, 10).map(({ id, name }) => withName(id, name));
  const rest = offered.length - shown.length;
  return `There are: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}
