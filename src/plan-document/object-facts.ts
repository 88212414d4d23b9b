/** The lengths and types of the objects that a plan refers to by id, from which differences of behavior are computed offline. */
import { omitUndefined } from "../diagnostics";
import { type CatalogKey, type Change } from "../reconcile";
import { type AlertDuration, type AlertPolicy, type Host } from "../service";
import { referencesOfChange } from "./object-names";
import { type ObjectFacts } from "./schema";

interface ObjectsWithFacts {
  readonly policies?: readonly Pick<AlertPolicy, "id" | "intervalSeconds">[] | undefined;
  readonly durations?: readonly Pick<AlertDuration, "id" | "seconds">[] | undefined;
  readonly hosts?: readonly Pick<Host, "id" | "type" | "isDeleted">[] | undefined;
}

/** The facts about the objects in the desired and live alerts of the changes. */
export function factsInChanges(objects: ObjectsWithFacts, changes: readonly Change[]): ObjectFacts {
  const references = changes.flatMap(referencesOfChange);
  const select = <T extends { readonly id: number }, Fact>(
    key: CatalogKey,
    list: readonly T[] = [],
    factOf: (object: T) => Fact | undefined,
  ) => {
    const ids = new Set(references.flatMap((byKind) => byKind[key]));
    const facts = list.flatMap((object): [number, Fact][] => {
      const fact = ids.has(object.id) ? factOf(object) : undefined;
      return fact === undefined ? [] : [[object.id, fact]];
    });
    return facts.length === 0 ? undefined : Object.fromEntries(facts);
  };
  const length = (seconds: number | undefined) =>
    Number.isSafeInteger(seconds) && Number(seconds) >= 0 ? seconds : undefined;
  return omitUndefined({
    policies: select("policies", objects.policies, ({ intervalSeconds }) => length(intervalSeconds)),
    durations: select("durations", objects.durations, ({ seconds }) => length(seconds)),
    hosts: select("hosts", objects.hosts, ({ type, isDeleted }) => (isDeleted ? null : type)),
  });
}
