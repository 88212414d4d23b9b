/**
 * Recognizes values with exactly the types of the specification, which almost all responses have. A schema takes longer,
 * which is noticeable with 10,000 alerts. Other values are left to the lenient schemas.
 */

type TypeTest<T> = (value: unknown) => value is T;

/** One test per field. Other fields are allowed. */
type FieldTests<T> = { readonly [Field in keyof T]-?: TypeTest<T[Field]> };

/** Creates a test for objects whose fields all pass their tests. */
export function objectWith<T extends object>(fields: FieldTests<T>): TypeTest<T> {
  const tests = Object.entries<TypeTest<unknown>>(fields);
  return (value): value is T => {
    if (typeof value !== "object" || value === null) return false;
    for (const [field, test] of tests) if (!test(Reflect.get(value, field))) return false;
    return true;
  };
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** An integer from 0 to 2^53 - 1. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isOneOf<const T>(...values: readonly T[]): TypeTest<T> {
  return (value): value is T => values.some((one) => one === value);
}

export function isListOf<T>(isElement: TypeTest<T>): TypeTest<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(isElement);
}
