/** Value types, such as `t.set(t.integer)`, with the TypeScript types of their values in handlers. */
import { type AttributeType } from "../cty/type";

declare const handlerType: unique symbol;

/** A type whose values are `V` in handlers. The symbol exists only for the compiler. */
export interface ValueType<V> {
  readonly attributeType: AttributeType;
  readonly [handlerType]?: V;
}

export type ValueOfType<T> = T extends ValueType<infer V> ? V : never;

const string: ValueType<string> = { attributeType: { kind: "string" } };
const boolean: ValueType<boolean> = { attributeType: { kind: "boolean" } };
const number: ValueType<number> = { attributeType: { kind: "number", integer: false } };
const integer: ValueType<number> = { attributeType: { kind: "number", integer: true } };

/**
 * Types of collection elements and function parameters. `integer` is within ±(2^53 - 1). `number` is rounded to the nearest
 * JavaScript number.
 * @example attribute.set(t.integer, { optional: true, description: "IDs of shelves." })
 */
export const t = {
  string,
  boolean,
  number,
  integer,
  list: <V>(element: ValueType<V>): ValueType<readonly V[]> => ({
    attributeType: { kind: "list", element: element.attributeType },
  }),
  /** Handlers receive an array without duplicates in a stable order. The order of a returned array is ignored. */
  set: <V>(element: ValueType<V>): ValueType<readonly V[]> => ({
    attributeType: { kind: "set", element: element.attributeType },
  }),
  map: <V>(element: ValueType<V>): ValueType<Readonly<Record<string, V>>> => ({
    attributeType: { kind: "map", element: element.attributeType },
  }),
  /** Permits null elements. Otherwise validation refuses a collection with a null element. */
  nullable: <V>(element: ValueType<V>): ValueType<V | null> => ({
    attributeType: { ...element.attributeType, nullable: true },
  }),
};
