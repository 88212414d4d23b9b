/** Parses a definitions file: YAML or JSON with the top-level key `alerts`. */
import { errorOf, formatField, isError, isMapping, parseJson, type Problem, warningOf } from "../diagnostics";
import { type AlertDefinition, catalogKeys } from "../reconcile";
import { alertAttributes, type IgnorableAttribute } from "../service";
import { ExpansionBudget } from "./expand-text";
import { describeValue } from "./field-problems";
import { type FoundFile } from "./find-files";
import { type Definitions, type InvalidAlert, parseAlert } from "./parse-alert";
import { nameIn, resolveAlert } from "./resolve-alert";
import { definitionsFileSchema, isIgnoredKey } from "./schema";
import { intendedKey, maxUnknownKeys, problemsOfIssue, unknownKeyRemedy } from "./schema-problems";
import { type DefinitionScope, noEnvironments } from "./scope";
import { parseMapping, type Places } from "./yaml/parse-yaml";

const allowedKeys = ["alerts", "ignore"];
/** Per file. */
const maxProblems = 1000;
const layout = "A definitions file is a mapping with the key alerts, whose value is a sequence of alerts.";

/** A definitions file whose alerts are not validated yet. */
export interface DefinitionsFile {
  readonly file: string;
  /** With line breaks `\n`, and without a byte order mark. */
  readonly text: string;
  readonly alerts: readonly unknown[];
  /** The key of the alerts, even if it is misspelled. */
  readonly key: string;
  readonly places: Places;
  readonly ignored: readonly IgnorableAttribute[];
}

/** Parses a file, and validates its alerts for an environment. */
export function parseDefinitionsFile(text: string, file: string, scope = noEnvironments): Definitions {
  const problems: Problem[] = [];
  const content = readDefinitionsFile(text, { file, isNamed: true }, problems);
  if (content === undefined) return { alerts: [], invalidAlerts: [], problems };
  const parsed = parseAlerts(content, scope);
  return { ...parsed, problems: [...problems, ...parsed.problems] };
}

/** @returns undefined after adding problems, and for a document of dbmon or a catalog that the user did not name */
export function readDefinitionsFile(
  text: string,
  { file, isNamed }: Pick<FoundFile, "file" | "isNamed">,
  problems: Problem[],
): DefinitionsFile | undefined {
  if (!isNamed && isJson(file) && isIncompleteDocument(text)) return undefined;
  const parsed = parseMapping(text, file, problems, layout, `${layout} For no alerts, write: alerts: []`);
  if (parsed === undefined) return undefined;
  const { value, places } = parsed;
  const entries = new Map<string, unknown>(Object.entries(value));
  if (isDocumentOfDbmon(value)) {
    if (isNamed) problems.push(documentProblem(entries, file));
    return undefined;
  }
  if (isCatalog(entries)) {
    const what = "This is a catalog, not definitions.";
    const remedy = "Name the definitions, and set --catalog to this file.";
    if (isNamed) problems.push(errorOf("definition-invalid", what, { where: { file }, remedy }));
    return undefined;
  }
  const key = findAlertsKey([...entries.keys()], places, problems);
  const ignored = parseIgnore(entries.get("ignore"), places, problems);
  const alerts = key === undefined ? [] : alertsOf(entries.get(key), key, places, problems);
  const commentOf = isJson(file) ? undefined : findComments(text, places);
  return { file, text, alerts, key: key ?? "", places: { ...places, commentOf }, ignored };
}

/** Whether dbmon wrote the file: with `plan --out`, `--json` or a report. */
export function isDocumentOfDbmon(value: unknown): boolean {
  return isMapping(value) && typeof value["dbmon"] === "number" && typeof value["command"] === "string";
}

/** For `dbmon plan --json > plan.json`, the shell creates the file before dbmon reads the folder. */
function isIncompleteDocument(text: string): boolean {
  return text === "" || (/^\{\n {2}"dbmon": \d+,\n/.test(text) && parseJson(text) === undefined);
}

/** Whether the file lists objects for `dbmon check --catalog`. */
function isCatalog(entries: ReadonlyMap<string, unknown>): boolean {
  return entries.size > 0 && [...entries.keys()].every((key) => catalogKeys.some((known) => known === key));
}

function documentProblem(entries: ReadonlyMap<string, unknown>, file: string): Problem {
  const [what, remedy] =
    entries.get("command") === "plan"
      ? ["This is a saved plan, not definitions.", "To apply it, use --plan. To print it, run dbmon show."]
      : ["This is a report of dbmon, not definitions.", "Name a definitions file."];
  return errorOf("definition-invalid", what, { where: { file }, remedy });
}

export function isJson(file: string): boolean {
  return /\.json$/i.test(file);
}

function findComments(text: string, places: Places): NonNullable<Places["commentOf"]> {
  let lines: readonly string[] | undefined;
  return (path) => {
    lines ??= text.split("\n");
    const { line = 0 } = places.ofValue(path);
    return /[-:] +(#\S.*)$/.exec(lines[line - 1] ?? "")?.[1]?.trimEnd();
  };
}

/**
 * Returns the key of the alerts, even if it is misspelled, so that its alerts are validated too. Reports unknown keys, except in a file
 * that is probably not a definitions file.
 */
function findAlertsKey(keys: readonly string[], places: Places, problems: Problem[]): string | undefined {
  const unknownKeys = keys.filter((key) => !allowedKeys.includes(key) && !isIgnoredKey(key));
  const alertsKey = keys.includes("alerts")
    ? "alerts"
    : unknownKeys.find((key) => intendedKey(key, allowedKeys) === "alerts");
  const isAlertKey = (key: string) => Object.hasOwn(alertAttributes, key);
  const isTestFile = alertsKey === undefined && keys.includes("tests");
  if (alertsKey !== undefined || (!isTestFile && keys.some(isAlertKey))) {
    for (const key of unknownKeys.slice(0, maxUnknownKeys)) {
      const what = `Unknown top-level key ${formatField([key])}.`;
      const destination = isAlertKey(key) ? "into an alert, below alerts:" : undefined;
      const remedy = unknownKeyRemedy(key, allowedKeys, destination);
      problems.push(
        errorOf("definition-invalid", what, { where: { ...places.ofKey([key]), field: [key] }, remedy }),
      );
    }
  }
  if (alertsKey === undefined) {
    const [what, remedy] = isTestFile
      ? [
          "The file contains tests, not definitions.",
          "Let its name end with .test.yaml or .test.json, and run dbmon test.",
        ]
      : [
          "Missing required key alerts.",
          `${layout} Move files of other tools to another folder, or name the definitions files explicitly.`,
        ];
    problems.push(errorOf("definition-invalid", what, { where: places.ofValue([]), remedy }));
  }
  return alertsKey;
}

function alertsOf(value: unknown, key: string, places: Places, problems: Problem[]): readonly unknown[] {
  if (Array.isArray(value)) {
    if (value.length === 0) {
      const what = `The sequence ${key} is empty.`;
      const remedy = "Alerts are deleted only with --prune. Add an alert, or remove the file.";
      problems.push(warningOf("definition-invalid", what, { where: places.ofValue([key]), remedy }));
    }
    return value;
  }
  const [what, remedy] =
    value === null
      ? [`${key} is null.`, "Set it to a sequence of alerts. For no alerts, write: alerts: []"]
      : [
          `${key} must be a sequence, not ${describeValue(value)}.`,
          "Start each alert with a dash, indented below alerts:.",
        ];
  problems.push(
    errorOf("definition-invalid", what, { where: { ...places.ofValue([key]), field: [key] }, remedy }),
  );
  return [];
}

export function parseAlerts(
  { alerts, key, places, ignored }: DefinitionsFile,
  scope: DefinitionScope,
): Definitions {
  const problems: Problem[] = [];
  const invalidAlerts: InvalidAlert[] = [];
  const definitions: AlertDefinition[] = [];
  const budget = new ExpansionBudget();
  for (const [index, alert] of alerts.entries()) {
    const alertPlaces: Places = {
      ofValue: (path) => places.ofValue([key, index, ...path]),
      ofKey: (path) => places.ofKey([key, index, ...path]),
      textOf: (path) => places.textOf?.([key, index, ...path]),
      commentOf: (path) => places.commentOf?.([key, index, ...path]),
    };
    if (problems.length > maxProblems) {
      const what = `The rest of the file was not checked, because it has more than ${maxProblems} problems.`;
      const remedy = "Fix these problems and run again.";
      problems.push(errorOf("definition-invalid", what, { where: alertPlaces.ofValue([]), remedy }));
      break;
    }
    const count = problems.length;
    const resolved = resolveAlert(alert, alertPlaces, scope, budget, problems);
    const definition = resolved && parseAlert(resolved.value, resolved.places, problems);
    if (definition !== undefined) definitions.push(withIgnored(definition, ignored));
    else if (problems.slice(count).some(isError)) {
      const place = alertPlaces.ofValue([]);
      invalidAlerts.push({ name: nameIn(resolved?.value ?? alert), place, problems: problems.slice(count) });
    }
  }
  return { alerts: definitions, invalidAlerts, problems };
}

function withIgnored(alert: AlertDefinition, ignored: readonly IgnorableAttribute[]): AlertDefinition {
  if (ignored.length === 0) return alert;
  return { ...alert, ignore: [...new Set([...ignored, ...(alert.ignore ?? [])])] };
}

const ignoreSchema = definitionsFileSchema.pick({ ignore: true });

function parseIgnore(value: unknown, places: Places, problems: Problem[]): readonly IgnorableAttribute[] {
  if (value === undefined) return [];
  const checked = { schema: ignoreSchema, value: { ignore: value }, places };
  const parsed = checked.schema.safeParse(checked.value);
  for (const issue of parsed.error?.issues ?? []) problems.push(...problemsOfIssue(issue, checked));
  return parsed.data?.ignore ?? [];
}
