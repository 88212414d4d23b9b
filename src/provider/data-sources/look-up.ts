/** Looking one thing up by its name or its id, which every data source of a single thing does alike. */
import { resolveReference, type Referable } from "../../reconcile";
import { type Diagnostics, isUnknown } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";

/** What a thing is called: "alert". */
export interface Noun {
  readonly singular: string;
}

/** Complains unless exactly one of the two arguments is given, as far as they are known. */
export function checkNameOrId(
  { singular }: Noun,
  { id, name }: { readonly id: unknown; readonly name: unknown },
  diagnostics: Diagnostics,
): void {
  if (isUnknown(id) || isUnknown(name) || (id === null) !== (name === null)) return;
  diagnostics.error({
    path: ["name"],
    summary: `${/^[aeiou]/.test(singular) ? "An" : "A"} ${singular} is looked up by name or by id`,
    detail: id === null ? "Neither is given." : "Both are given.",
  });
}

/** The one that is meant; without one, or with several, undefined beside an error that says what there is. */
export async function lookUp<T extends Referable>(
  noun: Noun,
  { id, name }: { readonly id: number | null; readonly name: string | null },
  list: () => Promise<readonly T[]>,
  diagnostics: Diagnostics,
): Promise<T | undefined> {
  const wanted = id ?? name ?? "";
  const offered = await withDiagnostics(`${noun.singular} ${wanted}`, list);
  const found = resolveReference(noun, wanted, offered);
  if (typeof found === "number") return offered.find((one) => one.id === found);
  diagnostics.error({ path: [id === null ? "name" : "id"], summary: found.what, detail: found.remedy });
  return undefined;
}
