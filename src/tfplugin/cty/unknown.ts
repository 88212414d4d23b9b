/** The value of attributes that are known only after apply. */
/** A value that is known only after apply, at any depth of a configuration or a plan. */
export const UNKNOWN: unique symbol = Symbol("(known after apply)");

export type Unknown = typeof UNKNOWN;

/**
 * Whether the value itself is unknown. For collections and objects, see `isWhollyKnown`.
 * @example if (isUnknown(config.size)) return undefined;
 */
export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** Whether no part of the value, at any depth, is unknown. */
export function isWhollyKnown(value: unknown): boolean {
  if (value === UNKNOWN) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isWhollyKnown);
}
