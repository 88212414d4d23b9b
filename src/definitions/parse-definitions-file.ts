/** Parses a definitions file: YAML or JSON with the top-level key `alerts`. */
import { type FieldStep, formatField, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { alertAttributes, type IgnorableAttribute } from "../service";
import { describeFieldProblem, describeValue } from "./field-problems";
import { type InvalidAlert, parseAlert } from "./parse-alert";
import { type Places } from "./parse-yaml";
import { readYaml } from "./read-yaml";
import { isIgnoredKey } from "./schema";
import { intendedKey, unknownKeyRemedy } from "./unknown-keys";

const allowedKeys = ["alerts", "ignore"];
const maxUnknownKeyProblems = 20;
/** Per file. */
const maxProblems = 1000;
const layout = "A definitions file is a mapping with the key alerts, whose value is a sequence of alerts.";

export function parseDefinitionsFile(
  text: string,
  file: string,
  problems: Problem[],
  invalidAlerts: InvalidAlert[] = [],
): AlertDefinition[] {
  const parsed = readYaml(text, file, problems);
  if (parsed === undefined) return [];
  const { value, places } = parsed;
  if (value === undefined || value === null) {
    const remedy = `${layout} For no alerts, write: alerts: []`;
    problems.push({ severity: "error", what: "The file is empty.", where: { file }, remedy });
    return [];
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    const what = `The top level must be a mapping, not ${describeValue(value)}.`;
    problems.push({ severity: "error", what, where: places.ofValue([]), remedy: layout });
    return [];
  }
  const entries = new Map<string, unknown>(Object.entries(value));
  const key = findAlertsKey([...entries.keys()], places, problems);
  const ignored = parseIgnore(entries.get("ignore"), places, problems);
  const alerts = key === undefined ? [] : alertsOf(entries.get(key), key, places, problems);
  const commentOf = isJson(file) ? undefined : findComments(text, places);
  const alertPlaces = { ...places, commentOf };
  return parseAlerts(alerts, key ?? "", alertPlaces, problems, invalidAlerts).map((alert) =>
    ignored.length === 0 ? alert : { ...alert, ignore: [...new Set([...ignored, ...(alert.ignore ?? [])])] },
  );
}

function isJson(file: string): boolean {
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
  if (alertsKey !== undefined || keys.some(isAlertKey)) {
    for (const key of unknownKeys.slice(0, maxUnknownKeyProblems)) {
      const what = `Unknown top-level key ${formatField([key])}.`;
      const destination = isAlertKey(key) ? "into an alert, below alerts:" : undefined;
      const remedy = unknownKeyRemedy(key, allowedKeys, destination);
      problems.push({ severity: "error", what, where: { ...places.ofKey([key]), field: [key] }, remedy });
    }
  }
  if (alertsKey === undefined) {
    const remedy = `${layout} Move files of other tools to another folder, or name the definitions files explicitly.`;
    problems.push({
      severity: "error",
      what: "Missing required key alerts.",
      where: places.ofValue([]),
      remedy,
    });
  }
  return alertsKey;
}

function alertsOf(value: unknown, key: string, places: Places, problems: Problem[]): readonly unknown[] {
  if (Array.isArray(value)) {
    if (value.length === 0) {
      const what = `The sequence ${key} is empty.`;
      const remedy = "Alerts are deleted only with --prune. Add an alert, or remove the file.";
      problems.push({ severity: "warning", what, where: places.ofValue([key]), remedy });
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
  problems.push({ severity: "error", what, where: { ...places.ofValue([key]), field: [key] }, remedy });
  return [];
}

function parseAlerts(
  alerts: readonly unknown[],
  key: string,
  places: Places,
  problems: Problem[],
  invalidAlerts: InvalidAlert[],
): AlertDefinition[] {
  const problemsBefore = problems.length;
  const definitions: AlertDefinition[] = [];
  for (const [index, alert] of alerts.entries()) {
    const alertPlaces: Places = {
      ofValue: (path) => places.ofValue([key, index, ...path]),
      ofKey: (path) => places.ofKey([key, index, ...path]),
      commentOf: (path) => places.commentOf?.([key, index, ...path]),
    };
    if (problems.length - problemsBefore > maxProblems) {
      const what = `The rest of the file was not checked, because it has more than ${maxProblems} problems.`;
      const remedy = "Fix these problems and run again.";
      problems.push({ severity: "error", what, where: alertPlaces.ofValue([]), remedy });
      break;
    }
    const count = problems.length;
    const definition = parseAlert(alert, alertPlaces, problems);
    if (definition !== undefined) definitions.push(definition);
    else {
      const place = alertPlaces.ofValue([]);
      invalidAlerts.push({ name: nameIn(alert), place, problems: problems.slice(count) });
    }
  }
  return definitions;
}

function nameIn(alert: unknown): string | undefined {
  const isNamed = typeof alert === "object" && alert !== null && "name" in alert;
  return isNamed && typeof alert.name === "string" ? alert.name : undefined;
}

/** Parses the attributes that every alert of the file ignores. */
function parseIgnore(value: unknown, places: Places, problems: Problem[]): readonly IgnorableAttribute[] {
  if (value === undefined) return [];
  const parsed = alertAttributes.ignore.safeParse(value);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.filter((step) => typeof step !== "symbol");
    const field: readonly FieldStep[] = ["ignore", ...path];
    const invalid: unknown = Array.isArray(value) ? value[Number(path[0])] : value;
    const where = { ...places.ofValue(field), field };
    problems.push({ severity: "error", ...describeFieldProblem(issue, field, invalid), where });
  }
  return parsed.data ?? [];
}
