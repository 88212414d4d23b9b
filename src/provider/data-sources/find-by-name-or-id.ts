/** Finds an object by its name or ID, for all data sources of a single object. */
import { resolveReference, type Referable } from "../../reconcile";
import { type Diagnostics, isUnknown } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";

/** Name of an object kind in messages, for example "alert". */
export interface Noun {
  readonly singular: string;
}

/** Reports an error unless exactly one of the arguments is set. Unknown values are not checked. */
export function validateNameOrId(
  { singular }: Noun,
  { id, name }: { readonly id: unknown; readonly name: unknown },
  diagnostics: Diagnostics,
): void {
  if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return;
  diagnostics.error({
    path: ["name"],
    summary: `Invalid reference to ${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`,
    detail: id === null ? "Set one of name and id." : "Set only one of name and id.",
  });
}

/** Returns undefined and reports an error if no object or more than one matches. */
export async function findByNameOrId<T extends Referable>(
  noun: Noun,
  { id, name }: { readonly id: number | null; readonly name: string | null },
  list: () => Promise<readonly T[]>,
  diagnostics: Diagnostics,
): Promise<T | undefined> {
  const reference = id ?? name ?? "";
  const candidates = await withDiagnostics(`${noun.singular} ${reference}`, list);
  const found = resolveReference(noun, reference, candidates);
  if (typeof found === "number") return candidates.find((candidate) => candidate.id === found);
  diagnostics.error({ path: [id === null ? "name" : "id"], summary: found.what, detail: found.remedy });
  return undefined;
}
