/** The destinations and hosts that alerts refer to. Code refers to them by name, or by ID if the name is missing or ambiguous. */
import { quote } from "../diagnostics";
import { TextMap } from "../service";
import { type CatalogEntry, type Language } from "./export-types";
import { isSafeForCdktf } from "./exportable-alerts";
import { assignIdentifiers, type Identifier } from "./identifiers";

export interface NamedReference {
  readonly id: number;
  readonly identifier: Identifier;
  /** Undefined if code must use the ID. */
  readonly name: string | undefined;
  /** Why code must use the ID: a sentence. */
  readonly reason: string | undefined;
  /** Deleted or not listed. The service rejects new references to it. */
  readonly isMissing: boolean;
}

/** By ID. */
export type References = ReadonlyMap<number, NamedReference>;

export type ReferenceType = "destination" | "host";

/** Members that exported classes inherit, and that a field would override. */
const constructMembers = ["node", "with", "tostring"];

/** @param usedIds IDs that alerts refer to */
export function nameReferences(
  usedIds: readonly number[],
  catalog: readonly CatalogEntry[],
  type: ReferenceType,
  language: Language,
): References {
  const entries = new Map(catalog.map((entry) => [entry.id, entry]));
  const idsByName = new TextMap<number[]>();
  // Uses the map, because the service may list an entry twice.
  for (const { id, name, isDeleted } of entries.values()) {
    if (name === undefined || isDeleted === true) continue;
    idsByName.set(name, [...(idsByName.get(name) ?? []), id]);
  }
  const ids = [...new Set(usedIds)].sort((a, b) => a - b);
  const named = ids.map((id) => ({ id, name: entries.get(id)?.name ?? "" }));
  const identifiers = assignIdentifiers(named, type, constructMembers);
  return new Map(
    ids.map((id) => {
      const entry = entries.get(id);
      const reason =
        entry === undefined
          ? `The service lists no ${type} with ID ${id}.`
          : reasonForId(entry, type, language, idsByName);
      const reference: NamedReference = {
        id,
        identifier: identifiers.get(id) ?? [type, String(id)],
        name: reason === undefined ? entry?.name : undefined,
        reason,
        isMissing: entry === undefined || entry.isDeleted === true,
      };
      return [id, reference];
    }),
  );
}

function reasonForId(
  { id, name, isDeleted }: CatalogEntry,
  type: ReferenceType,
  language: Language,
  idsByName: TextMap<number[]>,
): string | undefined {
  if (name === undefined || name === "") return `The ${type} with ID ${id} has no name.`;
  if (isDeleted === true) return `The ${type} ${quote(name)} (id ${id}) was deleted in the service.`;
  const ids = [...(idsByName.get(name) ?? [])].sort((a, b) => a - b);
  if (ids.length > 1)
    return `Referenced by ID: ${ids.length} ${type}s are named ${quote(name)} (ids ${ids.join(", ")}).`;
  const isReadable = !/\p{Cs}/u.test(name) && (language !== "typescript" || isSafeForCdktf(name));
  return isReadable ? undefined : `Referenced by ID: the name ${quote(name)} would change when it is read.`;
}
