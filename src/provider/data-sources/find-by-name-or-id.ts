/** Finds an object by its name or ID, for all data sources of a single object. */
import { type Referable, resolveReference } from "../../reconcile";
import { isSameText } from "../../service";
import { type Diagnostics, isUnknown } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";

/**
 * Reports an error unless exactly one of the arguments is set. Unknown values are not checked.
 * @param singular the kind of the object in messages, for example "host"
 */
export function validateNameOrId(
  singular: string,
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

/**
 * Returns undefined and reports an error if no object or more than one matches.
 * @param options.hintIfAbsent follows the remedy if no object matches
 */
export async function findByNameOrId<T extends Referable>(
  singular: string,
  { id, name }: { readonly id: number | null; readonly name: string | null },
  list: () => Promise<readonly T[]>,
  diagnostics: Diagnostics,
  { hintIfAbsent }: { readonly hintIfAbsent?: string | undefined } = {},
): Promise<T | undefined> {
  const reference = id ?? name ?? "";
  const candidates = await withDiagnostics(`${singular} ${reference}`, list);
  const resolved = resolveReference(singular, reference, candidates);
  if (typeof resolved === "number") return candidates.find((candidate) => candidate.id === resolved);
  const isMatch = (candidate: T) =>
    candidate.id === id ||
    (name !== null && candidate.name !== undefined && isSameText(candidate.name, name));
  const isAbsent = !candidates.some(isMatch);
  const hint = isAbsent && hintIfAbsent !== undefined ? ` ${hintIfAbsent}` : "";
  diagnostics.error({
    path: [id === null ? "name" : "id"],
    summary: resolved.what,
    detail: `${resolved.remedy}${hint}`,
  });
  return undefined;
}
