/** Problems of the configuration: invalid addresses, environments that are probably the same one, and values that no definition uses. */
import { parseBaseUrl } from "../client";
import {
  appliesIn,
  type FieldStep,
  formatPlace,
  groupBy,
  hintForName,
  nameMatcher,
  type Problem,
  quote,
  warningOf,
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
      warningOf(
        "config-invalid",
        `The environments ${names} (${formatPlace(first.placeOf(["api_token"]))}) have the same ${shared}.`,
        {
          where: { ...second.placeOf(["api_token"]), field: ["environments", second.name, "api_token"] },
          remedy: "Use the token of each environment, or remove the duplicates.",
        },
      ),
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
  return [...groupBy(unused, ({ name }) => name)].map(([name, owners]) =>
    warningOf("pattern-unmatched", `No definition uses the value ${quote(name)}.`, {
      where: owners[0]?.owner.placeOf(["values", name]) ?? { file },
      remedy: "Remove it, or use it in a definition as ${" + name + "}.",
      environments: owners.map(({ owner }) => owner.name),
    }),
  );
}

interface PatternList {
  readonly title: string;
  readonly patterns: readonly string[] | undefined;
  readonly path: readonly FieldStep[];
  /** Undefined: no environment, in a configuration without any. */
  readonly environments: readonly (string | undefined)[];
  /** Whether the patterns are for the alert. Default: for each. */
  readonly isSelected?: (alert: string) => boolean;
}

/**
 * Patterns of rules, their exceptions and `owns` that match no alert where they apply, and so check nothing. A pattern is reported if the
 * alerts of all environments that it applies to are known.
 *
 * @param namesIn the defined alerts by environment
 */
export function findUnmatchedPatterns(
  config: Config,
  namesIn: ReadonlyMap<string | undefined, readonly string[]>,
): Problem[] {
  return patternLists(config).flatMap(({ title, patterns = [], path, environments, isSelected }) => {
    if (!environments.every((environment) => namesIn.has(environment))) return [];
    const names = environments.flatMap((environment) => namesIn.get(environment) ?? []);
    const selected = isSelected === undefined ? names : names.filter(isSelected);
    const isLimited = environments.length < config.environments.length;
    const isUnused = isLimited && environments.length === 0;
    return patterns.flatMap((pattern, index): Problem[] => {
      if (selected.some(nameMatcher([pattern]))) return [];
      const what = `${title} ${quote(pattern)} ${isUnused ? "applies to no environment" : "matches no alert"}.`;
      const where = config.placeOf([...path, index]);
      const remedy = isUnused ? "Remove it, or change its environments." : hintForName(pattern, selected);
      const limits = isLimited ? { environments: environments.map(String) } : {};
      return [warningOf("pattern-unmatched", what, { where, remedy, ...limits })];
    });
  });
}

function patternLists({ rules, owns, environments }: Config): PatternList[] {
  const all = environments.length === 0 ? [undefined] : environments;
  const sharers = all.filter((environment) => environment?.owns === undefined);
  return [
    { title: "owns", patterns: owns, path: ["owns"], environments: sharers.map((one) => one?.name) },
    ...environments.map(({ name, owns: patterns }) => {
      const path = ["environments", name, "owns"];
      return { title: "owns", patterns, path, environments: [name] };
    }),
    ...rules.flatMap(({ name, alerts, environments: limits, except }, rule) => {
      const path = ["rules", rule, "alerts"];
      const own = all.map((one) => one?.name).filter((environment) => appliesIn(limits, environment));
      return [
        { title: `The rule ${quote(name)}:`, patterns: alerts, path, environments: own },
        ...except.map((exception, index) => ({
          title: `An exception of the rule ${quote(name)}:`,
          patterns: exception.alerts,
          path: ["rules", rule, "except", index, "alerts"],
          environments: own.filter((environment) => appliesIn(exception.environments, environment)),
          isSelected: nameMatcher(alerts ?? ["*"]),
        })),
      ];
    }),
  ];
}
