/** Warnings of the configuration: environments that are probably the same one, and values that no definition uses. */
import { formatPlace, type Problem, quote } from "../diagnostics";
import { type Config, type Environment } from "./environment";

/** Compares the variables of tokens, without their content. */
export function findDuplicateSettings(environments: readonly Environment[]): Problem[] {
  return findDuplicates(environments, ({ apiTokenVariable }) => apiTokenVariable);
}

/** Compares the content of different variables. The report does not contain it. */
export function checkForDuplicates(environments: readonly Environment[], env: NodeJS.ProcessEnv): Problem[] {
  // Environments with the same variable were compared when the file was read.
  const byVariable = new Map(environments.map((environment) => [environment.apiTokenVariable, environment]));
  return findDuplicates(
    [...byVariable.values()],
    ({ apiTokenVariable }) => env[apiTokenVariable]?.trim() ?? "",
  );
}

function findDuplicates(
  environments: readonly Environment[],
  tokenOf: (environment: Environment) => string,
): Problem[] {
  const firstByToken = new Map<string, Environment>();
  return environments.flatMap((environment): Problem[] => {
    const token = tokenOf(environment);
    const first = firstByToken.get(token);
    if (first === undefined || token === "") {
      firstByToken.set(token, environment);
      return [];
    }
    return [duplicateProblem(first, environment)];
  });
}

function duplicateProblem(first: Environment, second: Environment): Problem {
  const isSameAddress = first.baseUrl.replace(/\/+$/, "") === second.baseUrl.replace(/\/+$/, "");
  const names = `${quote(second.name)} and ${quote(first.name)} (${formatPlace(first.placeOf(["api_token"]))})`;
  return {
    severity: "warning",
    what: isSameAddress
      ? `The environments ${names} have the same address and token, so they are one environment of the service.`
      : `The environments ${names} have the same token.`,
    where: { ...second.placeOf(["api_token"]), field: ["environments", second.name, "api_token"] },
    remedy: "Use the token of each environment, or remove one of the environments.",
  };
}

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
