/** Reads a definitions file: YAML or JSON with a list `alerts`. Every complaint carries file, line and column. */
import { type FieldStep, type Place, type Problem, quote } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { alertAttributes, type IgnorableAttribute } from "../service";
import { isPassedOver } from "./alert-schema";
import { complaintAbout } from "./field-complaints";
import { type Content } from "./content";
import { readAlertDefinition } from "./read-alert";
import { meantKey, remedyForKey } from "./unknown-keys";
import { readYaml } from "./yaml-text";

const keys = ["alerts", "ignore"];
const mostUnknownKeys = 20;
/** Of one file, told in one go. */
const mostProblems = 1000;
const form = "A definitions file begins with `alerts:`, and a list of alerts below it.";

/** Adds what is wrong to the problems of the file being read. */
type Tell = (problem: Omit<Problem, "where">, spot: number, field?: readonly FieldStep[]) => void;

export function readDefinitionsText(text: string, file: string, problems: Problem[]): AlertDefinition[] {
  const read = readYaml(text, file, problems);
  if (read === undefined) return [];
  const { root, placeAt } = read;
  if (root === undefined || root.value === null) {
    const remedy = `${form} Where there are to be none, say so: alerts: []`;
    problems.push({ severity: "error", what: "The file is empty.", where: { file }, remedy });
    return [];
  }
  const tell: Tell = (problem, offset, field) => {
    problems.push({ ...problem, where: { ...placeAt(offset), ...(field === undefined ? {} : { field }) } });
  };
  const { value } = root;
  if (typeof value !== "object" || Array.isArray(value)) {
    const what = `The file is a ${Array.isArray(value) ? "list" : "text"}, and has to be a map with the key alerts.`;
    tell({ severity: "error", what, remedy: form }, root.spotOf([]).offset);
    return [];
  }
  const key = keyOfAlerts(root, Object.keys(value), tell);
  const forAll = readIgnore(root, valueOf(value, "ignore"), tell);
  return readAlerts(root, key, alertsIn(root, valueOf(value, key), key, tell), placeAt, problems).map(
    (alert) =>
      forAll.length === 0 ? alert : { ...alert, ignore: [...new Set([...forAll, ...(alert.ignore ?? [])])] },
  );
}

function valueOf(map: object, key: string): unknown {
  return Object.entries(map).find(([name]) => name === key)?.[1];
}

/**
 * Also where it is misspelled: then what is wrong with its alerts is told as well. Tells of every unknown key, but for a file that
 * has nothing to do with alerts.
 */
function keyOfAlerts(root: Content, given: readonly string[], tell: Tell): string {
  const unknown = given.filter((key) => !keys.includes(key) && !isPassedOver(key));
  const misspelled = unknown.find((key) => meantKey(key, keys) === "alerts");
  const key = given.includes("alerts") ? "alerts" : misspelled;
  const isOfAlert = (one: string) => Object.hasOwn(alertAttributes, one);
  if (key !== undefined || given.some(isOfAlert)) {
    for (const one of unknown.slice(0, mostUnknownKeys)) {
      const what = `The file has an unknown key, ${quote(one)}.`;
      const remedy = remedyForKey(one, keys, isOfAlert(one) ? "into an alert, below `alerts:`" : undefined);
      tell({ severity: "error", what, remedy }, root.spotOf([one]).keyOffset, [one]);
    }
  }
  if (key === undefined) {
    const remedy = `${form} Where it is for another tool, keep it in another folder, or name the files one by one.`;
    tell({ severity: "error", what: "The file has no list of alerts.", remedy }, root.spotOf([]).offset);
  }
  return key ?? "alerts";
}

/** The members of the list; none where it is left out, which has been told. */
function alertsIn(root: Content, alerts: unknown, key: string, tell: Tell): readonly unknown[] {
  if (alerts === undefined) return [];
  const { offset } = root.spotOf([key]);
  if (Array.isArray(alerts)) {
    if (alerts.length === 0) {
      const what = "The list of alerts is empty: the file defines none.";
      tell({ severity: "warning", what, remedy: "Nothing is deleted because of it. Is that meant?" }, offset);
    }
    return alerts;
  }
  const isNothing = alerts === null;
  const what = isNothing ? `${key} has no value.` : `${key} has to be a list.`;
  const remedy = isNothing
    ? "Give it a list of alerts; where there are to be none, write alerts: []"
    : "Begin each alert with a dash, indented below `alerts:`.";
  tell({ severity: "error", what, remedy }, offset, [key]);
  return [];
}

function readAlerts(
  root: Content,
  key: string,
  alerts: readonly unknown[],
  placeAt: (offset: number) => Place,
  problems: Problem[],
): AlertDefinition[] {
  const before = problems.length;
  const found: AlertDefinition[] = [];
  for (const [index, alert] of alerts.entries()) {
    const spotOf = (path: readonly FieldStep[]) => root.spotOf([key, index, ...path]);
    const places = {
      of: (path: readonly FieldStep[]) => placeAt(spotOf(path).offset),
      ofKey: (path: readonly FieldStep[]) => placeAt(spotOf(path).keyOffset),
    };
    if (problems.length - before > mostProblems) {
      const what = "More of the file was not looked at: there is too much wrong in it.";
      problems.push({
        severity: "error",
        what,
        where: places.of([]),
        remedy: "Mend what is told, and ask again.",
      });
      break;
    }
    const read = readAlertDefinition(alert, places, problems);
    if (read !== undefined) found.push(read);
  }
  return found;
}

/** What every alert of the file leaves as it is. */
function readIgnore(root: Content, value: unknown, tell: Tell): readonly IgnorableAttribute[] {
  if (value === undefined) return [];
  const parsed = alertAttributes.ignore.safeParse(value);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.filter((step) => typeof step !== "symbol");
    const field = ["ignore", ...path];
    const complaint = complaintAbout(issue, field, Array.isArray(value) ? value[Number(path[0])] : value);
    tell({ severity: "error", ...complaint }, root.spotOf(field).offset, field);
  }
  return parsed.data ?? [];
}
