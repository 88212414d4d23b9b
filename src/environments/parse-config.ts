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
  type Problem,
  quote,
  valueAt,
} from "../diagnostics";
import { type Rule } from "../rules";
import { type AuditSettings, type Config, type Environment } from "./environment";
import {
  type AuditContent,
  checkValueName,
  type ConfigContent,
  configSchema,
  type EnvironmentContent,
  environmentNamePattern,
  expectedSettings,
  type RuleContent,
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
  const content = checkContent(value, places, problems);
  if (content === undefined) return undefined;
  const environments = Object.entries(content.environments).flatMap(([name, environment]) => {
    checkTokenVariables(name, environment, variables, places, problems);
    return parseEnvironment(name, environment, places, problems) ?? [];
  });
  const rules = parseRules(content.rules, Object.keys(content.environments), places, problems);
  if (problems.some(isError)) return undefined;
  return {
    file,
    definitions: content.definitions?.map((source) => join(dirname(file), source)),
    environments,
    owns: content.owns,
    ownsDeletions: content.owns_deletions,
    placeOf: places.ofValue,
    codeUrl: content.code_url,
    alertUrl: content.alert_url,
    environmentsAtOnce: content.environments_at_once,
    recordedType: content.recorded_firings?.type,
    rules,
    audit: content.audit && parseAudit(content.audit, Object.keys(content.environments), places, problems),
    problems: [...problems, ...findDuplicates(environments, variables)],
  };
}

function checkContent(value: object, places: Places, problems: Problem[]): ConfigContent | undefined {
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
    if (reportedTokens.has(name)) continue;
    reportedTokens.add(name);
    const where = { ...places.ofValue(field), field };
    problems.push(errorOf("config-invalid", describeToken(name, token), { where, remedy: tokenRemedy }));
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
  places: Places,
  problems: Problem[],
): void {
  const allowed = variables[allowedVariables]?.split(",").map((variable) => variable.trim()) ?? [];
  for (const [key, token] of Object.entries({ api_token, agent_token })) {
    if (token === undefined || token.env.startsWith("DBMON_") || allowed.includes(token.env)) continue;
    const field = ["environments", name, key, "env"];
    // The name is not quoted, because it can be a token.
    const what = `${formatField(field)} names a variable that does not begin with DBMON_, so it may be a credential of another service.`;
    const remedy = `Rename the variable, or add its name to ${allowedVariables} where dbmon runs (names separated by commas).`;
    problems.push(errorOf("config-invalid", what, { where: { ...places.ofValue(field), field }, remedy }));
  }
}

function parseEnvironment(
  name: string,
  { base_url, api_token, agent_token, values, owns, owns_deletions }: EnvironmentContent,
  places: Places,
  problems: Problem[],
): Environment | undefined {
  const path = ["environments", name];
  const placeOf = (field: readonly FieldStep[]) => places.ofValue([...path, ...field]);
  if (!environmentNamePattern.test(name)) {
    const what = `${quote(name)} is not a valid name of an environment.`;
    const remedy = "Use letters, digits, ., _ and -, and start with a letter or a digit.";
    problems.push(errorOf("config-invalid", what, { where: { ...places.ofKey(path), field: path }, remedy }));
    return undefined;
  }
  for (const value of Object.keys(values)) {
    const reason = checkValueName(value);
    if (reason === undefined) continue;
    const field = [...path, "values", value];
    const what = `The name of the value ${quote(value)} ${reason}.`;
    problems.push(
      errorOf("config-invalid", what, { where: { ...places.ofKey(field), field }, remedy: "Rename it." }),
    );
  }
  if (/^[^/?#]*:\/\/[^/?#]*@/.test(base_url)) {
    const field = [...path, "base_url"];
    const what = `${formatField(field)} contains a user name or password, which must not be in the file.`;
    const where = { ...places.ofValue(field), field };
    problems.push(errorOf("config-invalid", what, { where, remedy: "Remove what is before the @." }));
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

/** @param problems receives patterns that match no environment */
function parseAudit(
  { noisy = {}, except }: AuditContent,
  environmentNames: readonly string[],
  places: Places,
  problems: Problem[],
): AuditSettings {
  return {
    noisy: omitUndefined(noisy),
    except: except.map((exception, index) => {
      const field = ["audit", "except", index];
      const where = { ...places.ofValue([...field, "environments"]), field: [...field, "environments"] };
      for (const pattern of exception.environments ?? []) {
        const problem = checkEnvironmentPattern(pattern, environmentNames);
        if (problem === undefined) continue;
        const { what, ...rest } = problem;
        problems.push(errorOf("config-invalid", what, { where, ...rest }));
      }
      return { ...exception, place: places.ofValue(field) };
    }),
  };
}

/** The rules, whose expressions are compiled by the commands that check them. @param problems receives duplicate names, and patterns that match no environment */
function parseRules(
  rules: readonly RuleContent[],
  environmentNames: readonly string[],
  places: Places,
  problems: Problem[],
): readonly Rule[] {
  const report = (field: readonly FieldStep[], { what, ...rest }: Pick<Problem, "what" | "remedy">) => {
    problems.push(errorOf("config-invalid", what, { where: { ...places.ofValue(field), field }, ...rest }));
  };
  const firstByName = new Map<string, number>();
  rules.forEach(({ name, environments, except }, index) => {
    const first = firstByName.get(name);
    if (first === undefined) firstByName.set(name, index);
    else {
      const place = formatPlace(places.ofValue(["rules", first, "name"]));
      const what = `The rule name ${quote(name)} is not unique, first used at ${place}.`;
      report(["rules", index, "name"], { what, remedy: "Rename one of the rules." });
    }
    const checkPatterns = (field: readonly FieldStep[], patterns: readonly string[] = []) => {
      for (const pattern of patterns) {
        const problem = checkEnvironmentPattern(pattern, environmentNames);
        if (problem !== undefined) report(field, problem);
      }
    };
    checkPatterns(["rules", index, "environments"], environments);
    except.forEach((exception, position) => {
      checkPatterns(["rules", index, "except", position, "environments"], exception.environments);
    });
  });
  return rules.map((rule, index): Rule => ({
    ...rule,
    placeOf: (key) => places.ofValue(["rules", index, ...(key === undefined ? [] : [key])]),
  }));
}
