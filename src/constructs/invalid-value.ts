/**
 * Keeps invalid properties until validation reports them with the path of their construct. Users without a compiler may pass any value,
 * and cdktf refuses some values, such as functions and constructs, before it validates an app.
 */
import { Token } from "cdktf";

/** Stands for null or an object that is invalid as a value. cdktf can resolve it, and validation describes it. */
export class InvalidValue {
  constructor(readonly description: string) {}
}

/** A primitive or a token unchanged, the elements of an array likewise, and anything else as an `InvalidValue`. */
export function keepInvalid<T>(value: T): T {
  const kept = replaceInvalid(value);
  // The type describes valid values, and validation reports the others.
  return kept as T;
}

function replaceInvalid(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => replaceInvalid(item));
  const isPrimitive = typeof value !== "object" && typeof value !== "function";
  if (isPrimitive || value instanceof InvalidValue || Token.isUnresolved(value)) return value;
  return new InvalidValue(describeObject(value));
}

/** Converts the elements of a list. An invalid list is kept. */
export function convertList<T, R>(list: readonly T[], convert: (item: T) => R): R[] {
  if (Array.isArray(list)) return list.map((item: T) => convert(item));
  // Not a list of R, but validation reports it.
  return keepInvalid(list) as unknown as R[];
}

/** The ID of a reference such as a `Host`, or the value itself: an ID, a token, or an invalid value. */
export function idOf<Key extends string>(
  reference: Readonly<Record<Key, number>> | number,
  key: Key,
): number {
  if (typeof reference === "number") return reference;
  if (hasMember(reference, key)) return keepInvalid(reference[key]);
  // Not an ID, but validation reports it.
  return keepInvalid<unknown>(reference) as number;
}

/** The properties of a construct. Without any, validation reports each required one. */
export function propertiesOf<Props extends object>(props: Props | null | undefined): Partial<Props> {
  return typeof props === "object" && props !== null ? props : {};
}

/** Whether a value that may be of any type is an object with the member. */
export function hasMember<Key extends string>(
  value: unknown,
  key: Key,
): value is Readonly<Record<Key, unknown>> {
  return typeof value === "object" && value !== null && key in value;
}

/** `null`, `an object`, `an array`, `a function`, or the class: `a Host`. */
export function describeObject(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  const prototype: unknown = Object.getPrototypeOf(value);
  const name = hasMember(prototype, "constructor") && nameOf(prototype.constructor);
  if (typeof name !== "string" || name === "" || name === "Object") return "an object";
  return `${/^[AEIOU]/i.test(name) ? "an" : "a"} ${name}`;
}

function nameOf(constructor: unknown): unknown {
  return typeof constructor === "function" ? constructor.name : undefined;
}
