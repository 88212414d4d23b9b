/** Finds values that no definition uses. */
import { type Problem, quote } from "../diagnostics";
import { type Config, type Environment } from "./environment";

/**
 * @param environments the environments to report
 * @param usedInDefinitions names of the values that definitions use, in any environment
 * @returns one warning for each name, with its environments
 */
export function unusedValues(
  { file, environments: all }: Config,
  environments: readonly Environment[],
  usedInDefinitions: ReadonlySet<string>,
): Problem[] {
  const used = new Set([...usedInDefinitions, ...all.flatMap(({ usedValues }) => [...usedValues])]);
  const byName = new Map<string, Environment[]>();
  for (const environment of environments) {
    for (const name of environment.values.keys()) {
      if (used.has(name)) continue;
      const group = byName.get(name);
      if (group === undefined) byName.set(name, [environment]);
      else group.push(environment);
    }
  }
  return [...byName].map(([name, owners]) => ({
    severity: "warning",
    what: `No definition uses the value ${quote(name)}.`,
    where: owners[0]?.placeOf(["values", name]) ?? { file },
    remedy: "Remove it, or use it in a definition as ${" + name + "}.",
    environments: owners.map((owner) => owner.name),
  }));
}
