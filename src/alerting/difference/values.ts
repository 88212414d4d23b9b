/** Values of a metric around triggers and resets, with as few digits as possible. */

/** A value greater than the limit. Undefined if there is none. */
export function valueAbove(limit: number): number | undefined {
  if (limit >= Number.MAX_VALUE) return undefined;
  return valueBetween(limit, Math.min(limit + (Math.abs(limit) / 5 || 2), Number.MAX_VALUE));
}

/** A value less than the limit. Undefined if there is none. */
export function valueBelow(limit: number): number | undefined {
  const opposite = valueAbove(-limit);
  return opposite === undefined ? undefined : -opposite;
}

/** A value greater than `low`, and at most `high`. */
export function valueBetween(low: number, high: number): number {
  return valueInside(low, high) ?? high;
}

/** A value greater than `low` and less than `high`. Undefined if there is none. */
export function valueInside(low: number, high: number): number | undefined {
  if (low >= high) return undefined;
  const middle = low / 2 + high / 2;
  for (let digits = 1; digits <= 17; digits++) {
    const value = Number(middle.toPrecision(digits));
    if (low < value && value < high) return value;
  }
  return undefined;
}
