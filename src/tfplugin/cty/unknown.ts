/**
 * A value that Terraform will only know during the apply. It is a symbol of its own, so that no text, number
 * or null can be mistaken for it.
 */

/** Stands for a value which is not known yet, at any depth of a configuration or of a plan. */
export const UNKNOWN: unique symbol = Symbol("(known after apply)");

export type Unknown = typeof UNKNOWN;

/** Tells an unknown value from a known one. Does not look inside collections and objects: see `isWhollyKnown`. */
export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** True when nothing inside the value, at any depth, is unknown. */
export function isWhollyKnown(value: unknown): boolean {
  if (value === UNKNOWN) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isWhollyKnown);
}
