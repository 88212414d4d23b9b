/** Data sources of objects that alerts refer to: one object by name or ID, and the list of all. */
import { type Referable, resolveReference } from "../../reconcile";
import { type Field, type Fields, isSameText } from "../../service";
import {
  attribute as a,
  type DataSource,
  dataSource,
  type Diagnostics,
  isUnknown,
  type Schema,
  schema,
} from "../../tfplugin";
import { withSubject } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkId, checkMin } from "../validators";
import { computedAttributes, computedList, computedValues } from "./computed";
import { byId } from "./search";

interface Objects<T> {
  readonly typeName: string;
  readonly description: string;
  readonly fields: Fields & { readonly id: Field; readonly name: Field };
  readonly list: (session: ProviderSession) => Promise<readonly T[]>;
}

/**
 * A data source of one object by name or ID, or by `seconds` if it has this field.
 * @param singular the kind of the object in messages, for example "host"
 */
export function objectByNameOrId<T extends Referable>(
  singular: string,
  { typeName, description, fields, list }: Objects<T>,
): DataSource<ProviderSession> {
  const { id, name, seconds } = fields;
  const keys = ["id", "name", "seconds"].filter((key) => Object.hasOwn(fields, key));
  const argument = (key: string, field: Field) => {
    const others = keys.filter((other) => other !== key).map((other) => `\`${other}\``);
    const conflicts = `Conflicts with ${others.join(" and ")}.`;
    const options = { optional: true, computed: true, nullable: true } as const;
    return { ...options, description: `${field.description} ${conflicts}` };
  };
  return dataSource<ProviderSession>()<Schema>({
    typeName,
    schema: schema({
      description,
      attributes: {
        ...computedAttributes(fields),
        id: a.integer({ ...argument("id", id), validate: [checkId] }),
        name: a.string(argument("name", name)),
        ...(seconds && { seconds: a.number({ ...argument("seconds", seconds), validate: [checkMin(0)] }) }),
      },
    }),
    validate({ config, diagnostics }) {
      // The schema declares these arguments.
      validateNameOrId(singular, config as unknown as ReferenceArguments<unknown>, diagnostics);
    },
    async read({ config, session, diagnostics }) {
      const reference = config as unknown as Reference;
      const found = await findByNameOrId(singular, reference, () => list(session), diagnostics);
      return found === undefined ? undefined : computedValues(fields, found);
    },
  });
}

/** A data source of all objects of a kind. @param plural their kind in messages, for example "alert policies" */
export function allObjects<T extends { readonly id: number }>(
  plural: string,
  attributeName: string,
  { typeName, description, fields, list }: Objects<T>,
): DataSource<ProviderSession> {
  const ofElements = `The ${attributeName}, ordered by ID.`;
  return dataSource<ProviderSession>()<Schema>({
    typeName,
    schema: schema({
      description,
      attributes: {
        [attributeName]: computedList(fields, ofElements),
      },
    }),
    async read({ session }) {
      const listed = await withSubject(plural, () => list(session));
      return { [attributeName]: byId(listed).map((object) => computedValues(fields, object)) };
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
  const candidates = await withSubject(`${singular} ${seconds === null ? reference : `${seconds}s`}`, list);
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
