/** Parses the configuration file, and reports every problem at the place of its value. Problems never quote a token. */
import { dirname, join } from "node:path";
import {
  checkEnvironmentPattern,
  describeFieldProblem,
  describeValue,
  parseMapping,
  type Places,
  problemsOfIssue,
  type ScalarInFile,
  valueNamesIn,
} from "../definitions";
import {
  errorOf,
  type FieldStep,
  formatField,
  formatPlace,
  isError,
  omitUndefined,
  type Place,
  type Problem,
  quote,
  valueAt,
} from "../diagnostics";
import { type Rule } from "../rules";
import { type Config, type Environment } from "./environment";
import {
  checkValueName,
  type ConfigContent,
  configSchema,
  type EnvironmentContent,
  environmentNamePattern,
  expectedSettings,
} from "./schema";
import { resolveValues } from "./values";
import { findDuplicates } from "./warnings";

/** Per file. */
const maxProblems = 100;
const layout = "The file is a mapping with the keys definitions and environments. See docs/configuration.md.";
/** Names of variables that a token may be read from, separated by commas. */
const allowedVariables = "DBMON_ALLOWED_VARIABLES";
const tokenRemedy = "Write the name of the variable that contains the token: { env: DBMON_STAGING_TOKEN }.";

/**
 * @param file path of the file, relative to the current folder
 * @param variables environment variables: DBMON_ALLOWED_VARIABLES, and the tokens, which are only compared
 * @returns undefined after adding errors to `problems`
 */
export function parseConfig(
  text: string,
  file: string,
  variables: NodeJS.ProcessEnv,
  problems: Problem[],
): Config | undefined {
  const parsed = parseMapping(text, file, problems, layout);
  if (parsed === undefined) return undefined;
  const { value, places } = parsed;
  const report: Report = (field, { what, ...rest }, place = places.ofValue(field)) => {
    problems.push(errorOf("config-invalid", what, { where: { ...place, field }, ...rest }));
  };
  const content = checkContent(value, places, report, problems);
  if (content === undefined) return undefined;
  const environments = Object.entries(content.environments).flatMap(([name, environment]) => {
    checkTokenVariables(name, environment, variables, report);
    return parseEnvironment(name, environment, places, report, problems) ?? [];
  });
  const environmentNames = Object.keys(content.environments);
  checkEnvironmentPatterns(content, environmentNames, report);
  checkRules(content.rules, places, report);
  if (problems.some(isError)) return undefined;
  return {
    file,
    definitions: content.definitions?.map((source) => join(dirname(file), source)),
    environments,
    environmentNames,
    owns: content.owns,
    ownsDeletions: content.owns_deletions,
    placeOf: places.ofValue,
    codeUrl: content.code_url,
    alertUrl: content.alert_url,
    environmentsAtOnce: content.environments_at_once,
    recordedType: content.recorded_firings?.type,
    rules: content.rules.map((rule, index): Rule => ({
      ...rule,
      placeOf: (key) => places.ofValue(["rules", index, ...(key === undefined ? [] : [key])]),
    })),
    audit: content.audit && {
      noisy: omitUndefined(content.audit.noisy ?? {}),
      except: content.audit.except.map((exception, index) => ({
        ...exception,
        place: places.ofValue(["audit", "except", index]),
      })),
    },
    problems: [...problems, ...findDuplicates(environments, variables)],
  };
}

/** @param place of the problem. Default: the value of the field */
type Report = (field: readonly FieldStep[], problem: Pick<Problem, "what" | "remedy">, place?: Place) => void;

function checkContent(
  value: object,
  places: Places,
  report: Report,
  problems: Problem[],
): ConfigContent | undefined {
  const known = Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith("x-")));
  const result = configSchema.safeParse(known);
  if (result.success) return result.data;
  const checked = { schema: configSchema, value: known, places };
  const reportedTokens = new Set<string>();
  for (const issue of result.error.issues.slice(0, maxProblems)) {
    const field = tokenFieldOf(issue.path);
    const token = field && valueAt(known, field);
    if (field === undefined || token === undefined) {
      problems.push(...problemsOfIssue(issue, checked, describeIssue));
      continue;
    }
    // One report for each token. It quotes no value, because any part can be a token.
    const name = formatField(field);
    if (!reportedTokens.has(name)) report(field, { what: describeToken(name, token), remedy: tokenRemedy });
    reportedTokens.add(name);
  }
  return undefined;
}

/** The path of the token that a path is in. */
function tokenFieldOf([first, name, key]: readonly PropertyKey[]): readonly FieldStep[] | undefined {
  const isToken = first === "environments" && (key === "api_token" || key === "agent_token");
  return isToken ? [first, String(name), key] : undefined;
}

function describeToken(name: string, value: unknown): string {
  if (value === null) return `${name} is null.`;
  if (typeof value !== "object") return `${name} is a literal token, which must not be in the file.`;
  return `${name} does not name an environment variable.`;
}

const describeIssue: typeof describeFieldProblem = (issue, field, value, written) => {
  const expected = expectedSettings[formatField(field)];
  if (expected !== undefined) {
    const what = `${formatField(field)} must be ${expected}, not ${describeValue(value, written)}.`;
    return { what, remedy: `Set it to ${expected}, or remove it.` };
  }
  if (issue.code !== "invalid_union" || value === undefined)
    return describeFieldProblem(issue, field, value, written);
  const what = `${formatField(field)} must be a string, a number or a boolean, not ${describeValue(value, written)}.`;
  const scalar = "Write one scalar. For several destinations, use overrides in the alert.";
  return { what, remedy: typeof value === "number" ? `Put it in quotes: ${quote(written ?? "")}.` : scalar };
};

/** Any other variable could contain a credential of another service, and the file decides where tokens are sent. */
function checkTokenVariables(
  name: string,
  { api_token, agent_token }: EnvironmentContent,
  variables: NodeJS.ProcessEnv,
  report: Report,
): void {
  const allowed = variables[allowedVariables]?.split(",").map((variable) => variable.trim()) ?? [];
  for (const [key, token] of Object.entries({ api_token, agent_token })) {
    if (token === undefined || token.env.startsWith("DBMON_") || allowed.includes(token.env)) continue;
    const field = ["environments", name, key, "env"];
    report(field, {
      // The name is not quoted, because it can be a token.
      what: `${formatField(field)} names a variable that does not begin with DBMON_, so it may be a credential of another service.`,
      remedy: `Rename the variable, or add its name to ${allowedVariables} where dbmon runs (names separated by commas).`,
    });
  }
}

function parseEnvironment(
  name: string,
  { base_url, api_token, agent_token, values, owns, owns_deletions }: EnvironmentContent,
  places: Places,
  report: Report,
  problems: Problem[],
): Environment | undefined {
  const path = ["environments", name];
  const placeOf = (field: readonly FieldStep[]) => places.ofValue([...path, ...field]);
  if (!environmentNamePattern.test(name)) {
    const what = `${quote(name)} is not a valid name of an environment.`;
    const remedy = "Use letters, digits, ., _ and -, and start with a letter or a digit.";
    report(path, { what, remedy }, places.ofKey(path));
    return undefined;
  }
  for (const value of Object.keys(values)) {
    const reason = checkValueName(value);
    const field = [...path, "values", value];
    const what = `The name of the value ${quote(value)} ${reason}.`;
    if (reason !== undefined) report(field, { what, remedy: "Rename it." }, places.ofKey(field));
  }
  if (/^[^/?#]*:\/\/[^/?#]*@/.test(base_url)) {
    const field = [...path, "base_url"];
    const what = `${formatField(field)} contains a user name or password, which must not be in the file.`;
    report(field, { what, remedy: "Remove what is before the @." });
  }
  const writtenValues = Object.entries(values).map(([key, value]): [string, ScalarInFile] => [
    key,
    { value, text: places.textOf?.([...path, "values", key]) ?? String(value) },
  ]);
  return {
    name,
    baseUrl: base_url,
    apiTokenVariable: api_token.env,
    agentTokenVariable: agent_token?.env,
    owns,
    ownsDeletions: owns_deletions,
    values: resolveValues(name, writtenValues, placeOf, problems),
    usedValues: new Set(writtenValues.flatMap(([, { text }]) => valueNamesIn(text))),
    placeOf,
  };
}

/** Patterns of audits and rules that match no environment. */
function checkEnvironmentPatterns(
  { audit, rules }: ConfigContent,
  environmentNames: readonly string[],
  report: Report,
): void {
  const limited = [
    ...(audit?.except ?? []).map((one, index) => ({ ...one, path: ["audit", "except", index] })),
    ...rules.flatMap((rule, index) => [
      { ...rule, path: ["rules", index] },
      ...rule.except.map((one, position) => ({ ...one, path: ["rules", index, "except", position] })),
    ]),
  ];
  for (const { environments: patterns = [], path } of limited)
    for (const pattern of patterns) {
      const problem = checkEnvironmentPattern(pattern, environmentNames);
      if (problem !== undefined) report([...path, "environments"], problem);
    }
}

/** Their expressions are compiled by the commands that check them. */
function checkRules(rules: ConfigContent["rules"], places: Places, report: Report): void {
  const firstByName = new Map<string, number>();
  for (const [index, { name }] of rules.entries()) {
    const first = firstByName.get(name);
    if (first === undefined) {
      firstByName.set(name, index);
      continue;
    }
    const place = formatPlace(places.ofValue(["rules", first, "name"]));
    const what = `The rule name ${quote(name)} is not unique, first used at ${place}.`;
    report(["rules", index, "name"], { what, remedy: "Rename one of the rules." });
  }
}
