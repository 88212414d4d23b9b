/** What a plan for some of the definitions is about: these, and what has to make room for them. */

interface Ordered {
  /** Name of the one whose change has to free this one's name first. */
  readonly after?: string | undefined;
}

/** Those of the targets' names, and those that have to free these names first; all where no targets are given. */
export function targeted<T extends Ordered>(
  all: readonly T[],
  targets: readonly string[] | undefined,
  nameOf: (one: T) => string,
): readonly T[] {
  if (targets === undefined) return all;
  const byName = new Map(all.map((one) => [nameOf(one), one]));
  const reached = new Set<T>();
  for (const target of targets) {
    let one = byName.get(target);
    while (one !== undefined && !reached.has(one)) {
      reached.add(one);
      one = one.after === undefined ? undefined : byName.get(one.after);
    }
  }
  return all.filter((one) => reached.has(one));
}
