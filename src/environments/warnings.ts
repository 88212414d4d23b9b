/** Problems of the configuration: invalid addresses, environments that are probably the same one, and values that no definition uses. */
import { parseBaseUrl } from "../client";
import {
  type FieldStep,
  formatPlace,
  groupBy,
  hintForName,
  nameMatcher,
  type Problem,
  quote,
} from "../diagnostics";
import { type Config, type Environment } from "./environment";

/** For a command that calls no service. Whether plain http:// is allowed depends on variables of the others. */
export function findInvalidUrls(environments: readonly Environment[]): Problem[] {
  return environments.flatMap(({ name, baseUrl, placeOf }): Problem[] => {
    const url = parseBaseUrl(baseUrl, true);
    const where = { ...placeOf(["base_url"]), field: ["environments", name, "base_url"] };
    return url.ok ? [] : [{ ...url.problem, where }];
  });
}

/**
 * Compares the tokens, or the names of their variables where they are not set. The report contains no token.
 *
 * @returns one warning for all environments with the same token
 */
export function findDuplicates(
  environments: readonly Environment[],
  variables: NodeJS.ProcessEnv,
): Problem[] {
  const tokenOf = ({ apiTokenVariable: name }: Environment) => variables[name]?.trim() || `variable ${name}`;
  return [...groupBy(environments, tokenOf)].flatMap(([, [first, second, ...others]]): Problem[] => {
    if (first === undefined || second === undefined) return [];
    const later = [second, ...others];
    const isSameAddress = later.every(({ baseUrl }) => isSameUrl(baseUrl, first.baseUrl));
    const names = `${later.map(({ name }) => quote(name)).join(", ")} and ${quote(first.name)}`;
    const shared = isSameAddress ? "address and token, so they are one environment of the service" : "token";
    return [
      {
        severity: "warning",
        what: `The environments ${names} (${formatPlace(first.placeOf(["api_token"]))}) have the same ${shared}.`,
        where: { ...second.placeOf(["api_token"]), field: ["environments", second.name, "api_token"] },
        remedy: "Use the token of each environment, or remove the duplicates.",
      },
    ];
  });
}

function isSameUrl(a: string, b: string): boolean {
  return a.replace(/\/+$/, "") === b.replace(/\/+$/, "");
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
  const unused = environments.flatMap((owner) =>
    [...owner.values.keys()].filter((name) => !used.has(name)).map((name) => ({ name, owner })),
  );
  return [...groupBy(unused, ({ name }) => name)].map(([name, owners]) => ({
    severity: "warning",
    what: `No definition uses the value ${quote(name)}.`,
    where: owners[0]?.owner.placeOf(["values", name]) ?? { file },
    remedy: "Remove it, or use it in a definition as ${" + name + "}.",
    environments: owners.map(({ owner }) => owner.name),
  }));
}

/**
 * Patterns of rules, their exceptions and `owns` that match no alert, and so check nothing.
 *
 * @param names of the defined alerts, in all environments
 */
export function findUnmatchedPatterns(
  { rules, owns, environments, placeOf }: Config,
  names: readonly string[],
): Problem[] {
  const find = (title: string, patterns: readonly string[] = [], path: readonly FieldStep[]): Problem[] =>
    patterns.flatMap((pattern, index): Problem[] => {
      if (names.some(nameMatcher([pattern]))) return [];
      const what = `${title} ${quote(pattern)} matches no alert.`;
      const where = placeOf([...path, index]);
      return [{ severity: "warning", what, where, remedy: hintForName(pattern, names) }];
    });
  return [
    ...find("owns", owns, ["owns"]),
    ...environments.flatMap((own) => find("owns", own.owns, ["environments", own.name, "owns"])),
    ...rules.flatMap(({ name, alerts, except }, rule) => [
      ...find(`The rule ${quote(name)}:`, alerts, ["rules", rule, "alerts"]),
      ...except.flatMap((own, index) => {
        const title = `An exception of the rule ${quote(name)}:`;
        return find(title, own.alerts, ["rules", rule, "except", index, "alerts"]);
      }),
    ]),
  ];
}
