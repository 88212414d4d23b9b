/** The objects that definitions name, for work without a service. */
import {
  type AlertDefinition,
  type Catalog,
  type CatalogKey,
  catalogKeys,
  type Referable,
  type Reference,
} from "../reconcile";
import { TextMap } from "../service";

/**
 * A catalog in which every reference of the definitions resolves. An ID keeps its value and has no name. A name gets an ID that no
 * definition uses.
 */
export function catalogOfDefinitions(definitions: readonly AlertDefinition[]): Catalog {
  return Object.fromEntries(
    catalogKeys.map((key) => [
      key,
      objectsOf(definitions.flatMap((definition) => referencesOf(definition, key))),
    ]),
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

function referencesOf(
  { destinations, hosts, policy, condition }: AlertDefinition,
  key: CatalogKey,
): readonly Reference[] {
  switch (key) {
    case "destinations":
      return destinations;
    case "hosts":
      return hosts;
    case "policies":
      return [policy];
    case "durations":
      return condition.kind === "threshold" ? [condition.duration] : [];
  }
}
