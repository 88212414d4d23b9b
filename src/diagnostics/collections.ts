import { type FieldStep } from "./problem";

/** Returns the value at a path of a parsed document. Ignores inherited properties, for example `constructor`. */
export function valueAt(value: unknown, path: readonly FieldStep[]): unknown {
  return path.reduce<unknown>((parent, step) => {
    if (Array.isArray(parent)) return typeof step === "number" ? (parent[step] as unknown) : undefined;
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, step)) return undefined;
    return (parent as Readonly<Record<string, unknown>>)[step];
  }, value);
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An assignment to `__proto__` would set the prototype instead of the key. */
export function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Omits undefined members, which optional properties do not allow. */
export function omitUndefined<T extends object>(
  members: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  // `Object.fromEntries` loses the types of the members.
  return Object.fromEntries(defined) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

export function getOrAdd<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  create: () => V,
): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = create();
  map.set(key, value);
  return value;
}

/** Binary search: the number of items that meet the condition. They come before the items that do not. */
export function countLeading<T>(items: readonly T[], meets: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && meets(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Groups items by a key, in the order of the first item of each group. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrAdd(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** Works on at most `max` items at the same time. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  max: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const runNext = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, runNext));
}
