/** Finds environments that are probably the same environment of the service, because they have the same token. */
import { formatPlace, type Problem, quote } from "../diagnostics";
import { type Environment } from "./environment";

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
