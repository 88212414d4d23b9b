/** Resolves objects that the user names by ID or by name. */
import { errorOf, ProblemError } from "../../diagnostics";
import { type EnvironmentSession } from "../../engine";
import { type Referable, ReferenceIndex } from "../../reconcile";

/** @param kind of the objects, for messages @throws ProblemError with all references that do not exist */
export function resolveAll(
  kind: string,
  existing: readonly Referable[],
  references: readonly string[],
): readonly number[] {
  const index = new ReferenceIndex(kind, existing);
  const resolved = references.map((reference) => index.resolveText(reference));
  const unresolved = resolved.filter((one) => typeof one !== "number");
  if (unresolved.length > 0)
    throw new ProblemError(
      unresolved.map(({ what, remedy }) => errorOf("reference-unknown", what, { remedy })),
    );
  return resolved.filter((one) => typeof one === "number");
}

/** Resolves the hosts of a search. IDs are not looked up, because data of a deleted host can still be searched. */
export async function resolveHostFlags(
  session: EnvironmentSession,
  hosts: readonly string[] | undefined,
): Promise<readonly number[] | undefined> {
  const names = hosts?.filter((host) => !isId(host)) ?? [];
  const existing = names.length === 0 ? [] : await session.catalog.hosts();
  const resolved = resolveAll("host", existing, names);
  const ids = new Map(names.map((name, index) => [name, resolved[index]]));
  return hosts?.map((host) => ids.get(host) ?? Number(host));
}

const isId = (text: string) => /^\d{1,15}$/.test(text);
