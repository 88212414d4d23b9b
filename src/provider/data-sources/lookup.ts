/** Data sources of objects that alerts refer to: one object by name or ID, and the list of all. */
import { type Referable, resolveReference } from "../../reconcile";
import { isSameText } from "../../service";
import {
  attribute as a,
  type Attributes,
  type DataSource,
  dataSource,
  type Diagnostics,
  isUnknown,
  type Schema,
  schema,
  type StateOf,
} from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkId } from "../validators";
import { byId } from "./search";

interface Objects<A extends Attributes, T> {
  readonly typeName: string;
  readonly description: string;
  /** Descriptions of `id` and `name`. */
  readonly keys: { readonly id: string; readonly name: string };
  /** The other attributes. */
  readonly attributes: A;
  readonly list: (session: ProviderSession) => Promise<readonly T[]>;
  readonly values: (found: T) => StateOf<Schema<A>> & { readonly id: number; readonly name: string | null };
}

/**
 * A data source of one object by name or ID.
 * @param singular the kind of the object in messages, for example "host"
 * @param extraKey an attribute that finds the object too
 */
export function objectByNameOrId<A extends Attributes, T extends Referable>(
  singular: string,
  { typeName, description, keys, attributes, list, values }: Objects<A, T>,
  extraKey?: keyof A & "seconds",
): DataSource<ProviderSession> {
  const conflicts = (key: string) => {
    const others = ["id", "name", ...(extraKey === undefined ? [] : [extraKey])].filter(
      (other) => other !== key,
    );
    return `Conflicts with ${others.map((other) => `\`${other}\``).join(" and ")}.`;
  };
  const optional = { optional: true, computed: true } as const;
  return dataSource<ProviderSession>()<Schema>({
    typeName,
    schema: schema({
      description,
      attributes: {
        id: a.integer({ ...optional, validate: [checkId], description: `${keys.id} ${conflicts("id")}` }),
        name: a.string({ ...optional, nullable: true, description: `${keys.name} ${conflicts("name")}` }),
        ...attributes,
      },
    }),
    validate({ config, diagnostics }) {
      // The schema declares these arguments.
      validateNameOrId(singular, config as unknown as ReferenceArguments<unknown>, diagnostics);
    },
    async read({ config, session, diagnostics }) {
      const reference = config as unknown as Reference;
      const found = await findByNameOrId(singular, reference, () => list(session), diagnostics);
      return found === undefined ? undefined : values(found);
    },
  });
}

/** A data source of all objects of a kind. @param plural their kind in messages, for example "alert policies" */
export function allObjects<A extends Attributes, T extends { readonly id: number }>(
  plural: string,
  attributeName: string,
  { typeName, description, keys, attributes, list, values }: Objects<A, T>,
): DataSource<ProviderSession> {
  const elements = {
    id: a.integer({ computed: true, description: keys.id }),
    name: a.string({ computed: true, nullable: true, description: keys.name }),
    ...attributes,
  };
  const ofElements = `The ${attributeName}, ordered by ID.`;
  return dataSource<ProviderSession>()<Schema>({
    typeName,
    schema: schema({
      description,
      attributes: {
        [attributeName]: a.listOfObjects(elements, { computed: true, description: ofElements }),
      },
    }),
    async read({ session }) {
      const listed = await withDiagnostics(plural, () => list(session));
      return { [attributeName]: byId(listed).map(values) };
    },
  });
}

/** The arguments of a data source, of which exactly one is set. Only durations have a length. */
interface ReferenceArguments<Value> {
  readonly id: Value;
  readonly name: Value;
  readonly seconds?: Value;
}

interface Reference {
  readonly id: number | null;
  readonly name: string | null;
  readonly seconds?: number | null;
}

/**
 * Reports an error unless exactly one of the arguments is set. Unknown values are not checked.
 * @param singular the kind of the object in messages, for example "host"
 */
export function validateNameOrId(
  singular: string,
  { id, name, seconds }: ReferenceArguments<unknown>,
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
 * @returns undefined with an error if no object or more than one matches
 * @param options.hintIfAbsent follows the remedy if no object matches
 */
export async function findByNameOrId<T extends Referable>(
  singular: string,
  { id, name, seconds = null }: Reference,
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
