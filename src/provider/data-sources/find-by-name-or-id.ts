/** Finds an object by its name, its ID or its length, for the data sources of a single object. */
import { type Referable, resolveReference } from "../../reconcile";
import { isSameText } from "../../service";
import { type Diagnostics, isUnknown } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";

/** The arguments of a data source, of which exactly one is set. */
interface ReferenceArguments<Id, Name, Seconds> {
  readonly id: Id;
  readonly name: Name;
  /** Only durations have a length. */
  readonly seconds?: Seconds;
}

interface ValidateRequest {
  readonly config: ReferenceArguments<unknown, unknown, unknown>;
  readonly diagnostics: Diagnostics;
}

interface ReadRequest {
  readonly config: ReferenceArguments<number | null, string | null, number | null>;
  readonly session: ProviderSession;
  readonly diagnostics: Diagnostics;
}

/** The handlers of a data source of one object. @param singular the kind of the object in messages, for example "host" */
export function byNameOrId<T extends Referable, V>(
  singular: string,
  list: (session: ProviderSession) => Promise<readonly T[]>,
  values: (found: T) => V,
) {
  return {
    validate({ config, diagnostics }: ValidateRequest): void {
      validateNameOrId(singular, config, diagnostics);
    },
    async read({ config, session, diagnostics }: ReadRequest): Promise<V | undefined> {
      const found = await findByNameOrId(singular, config, () => list(session), diagnostics);
      return found === undefined ? undefined : values(found);
    },
  };
}

/**
 * Reports an error unless exactly one of the arguments is set. Unknown values are not checked.
 * @param singular the kind of the object in messages, for example "host"
 */
export function validateNameOrId(
  singular: string,
  { id, name, seconds }: ReferenceArguments<unknown, unknown, unknown>,
  diagnostics: Diagnostics,
): void {
  const values = [id, name, ...(seconds === undefined ? [] : [seconds])];
  const setCount = values.filter((value) => value !== null).length;
  if (values.some(isUnknown) || setCount === 1) return;
  const names = seconds === undefined ? "name and id" : "name, seconds and id";
  diagnostics.error({
    path: [name === null && seconds !== null && seconds !== undefined ? "seconds" : "name"],
    summary: `Invalid reference to ${/^[aeiou]/.test(singular) ? "an" : "a"} ${singular}`,
    detail: setCount === 0 ? `Set one of ${names}.` : `Set only one of ${names}.`,
  });
}

/**
 * Returns undefined and reports an error if no object or more than one matches.
 * @param options.hintIfAbsent follows the remedy if no object matches
 */
export async function findByNameOrId<T extends Referable>(
  singular: string,
  { id, name, seconds = null }: ReferenceArguments<number | null, string | null, number | null>,
  list: () => Promise<readonly T[]>,
  diagnostics: Diagnostics,
  { hintIfAbsent }: { readonly hintIfAbsent?: string | undefined } = {},
): Promise<T | undefined> {
  const reference = id ?? name ?? "";
  const candidates = await withDiagnostics(
    `${singular} ${seconds === null ? reference : `${seconds}s`}`,
    list,
  );
  const resolved = resolveReference(singular, seconds === null ? reference : { seconds }, candidates);
  if (typeof resolved === "number") return candidates.find((candidate) => candidate.id === resolved);
  const isMatch = (candidate: T) =>
    candidate.id === id ||
    (name !== null && candidate.name !== undefined && isSameText(candidate.name, name));
  const isAbsent = !candidates.some(isMatch);
  const hint = isAbsent && hintIfAbsent !== undefined ? ` ${hintIfAbsent}` : "";
  diagnostics.error({
    path: [id !== null ? "id" : seconds === null ? "name" : "seconds"],
    summary: resolved.what,
    detail: `${resolved.remedy}${hint}`,
  });
  return undefined;
}
