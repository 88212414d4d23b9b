/**
 * The types a value can have, written as an author writes them (`t.set(t.integer)`) and carrying, for the compiler,
 * the TypeScript type that handlers see.
 */

declare const seenAs: unique symbol;

export type TypeShape = (
  | { readonly kind: "string" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number"; readonly integer: boolean }
  | { readonly kind: "list" | "set" | "map"; readonly element: TypeShape }
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, TypeShape>> }
) & {
  /** As an element of a collection it may be null. */
  readonly nullable?: true;
};

/** A type whose values handlers see as `V`. The symbol exists for the compiler only. */
export interface ValueType<V> {
  readonly shape: TypeShape;
  readonly [seenAs]?: V;
}

/** The TypeScript type that handlers see for a value type. */
export type ValueOfType<T> = T extends ValueType<infer V> ? V : never;

type Fields = Readonly<Record<string, ValueType<unknown>>>;

export type FieldsValue<F extends Fields> = { readonly [K in keyof F]: ValueOfType<F[K]> | null };

function shapesOf(fields: Fields): Record<string, TypeShape> {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, type.shape]));
}

const string: ValueType<string> = { shape: { kind: "string" } };
const boolean: ValueType<boolean> = { shape: { kind: "boolean" } };
const number: ValueType<number> = { shape: { kind: "number", integer: false } };
const integer: ValueType<number> = { shape: { kind: "number", integer: true } };

/**
 * Element types of collections, parameters of functions. `integer` is a number without fraction within ±(2^53 - 1);
 * `number` is any number, seen as the nearest JavaScript number. Fields of `t.object` may be null.
 */
export const t = {
  string,
  boolean,
  number,
  integer,
  list: <V>(element: ValueType<V>): ValueType<readonly V[]> => ({
    shape: { kind: "list", element: element.shape },
  }),
  /** A set arrives as an array without duplicates in a stable order; the order of a returned array is ignored. */
  set: <V>(element: ValueType<V>): ValueType<readonly V[]> => ({
    shape: { kind: "set", element: element.shape },
  }),
  map: <V>(element: ValueType<V>): ValueType<Readonly<Record<string, V>>> => ({
    shape: { kind: "map", element: element.shape },
  }),
  /** An element that may be null; without it a collection with one is refused before a handler sees it. */
  nullable: <V>(element: ValueType<V>): ValueType<V | null> => ({
    shape: { ...element.shape, nullable: true },
  }),
  object: <const F extends Fields>(fields: F): ValueType<FieldsValue<F>> => ({
    shape: { kind: "object", fields: shapesOf(fields) },
  }),
};
