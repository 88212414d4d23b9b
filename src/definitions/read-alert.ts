/** Reads one alert as a definition spells it, or tells everything that is wrong with it, each part at its place. */
import type * as z from "zod";
import { type FieldStep, type Place, type Problem, quote } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { checkAlert, conditionOf, type PartialAlert, suggestHostType } from "../service";
import { alertDefinition } from "./alert-schema";
import { complaintAbout } from "./field-complaints";
import { meantKey, remedyForKey } from "./unknown-keys";

/** Where the parts of an alert stand in its file. */
export interface Places {
  /** Of a value, or of the nearest one around it that there is. */
  readonly of: (path: readonly FieldStep[]) => Place;
  readonly ofKey: (path: readonly FieldStep[]) => Place;
}

const { shape } = alertDefinition;
const alertKeys = Object.keys(shape);
const keysWithin: Readonly<Record<string, readonly string[]>> = {
  event: Object.keys(shape.event.unwrap().shape),
  threshold: Object.keys(shape.threshold.unwrap().shape),
};

/** Of one map: who has more wrote something else than an alert. */
const mostUnknownKeys = 20;

/** Every complaint is added to `problems`. */
export function readAlertDefinition(
  value: unknown,
  places: Places,
  problems: Problem[],
): AlertDefinition | undefined {
  const subject = subjectOf(value);
  const tell = (problem: Omit<Problem, "where">, where: Place) => {
    problems.push({ ...problem, where: { ...where, ...(subject === undefined ? {} : { subject }) } });
  };
  if (!isRecord(value)) {
    const what =
      value === null
        ? "A member of the list is empty."
        : "An alert is a map: its attributes with their values.";
    const remedy = "Write at least a name, a policy, and event or threshold; or remove the member.";
    tell({ severity: "error", what, remedy }, places.of([]));
    return undefined;
  }
  const result = alertDefinition.safeParse(value);
  const issues = result.error?.issues ?? [];
  const misspelled = misspelledKeys(issues);
  for (const issue of issues) {
    const field = stepsOf(issue.path);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, mostUnknownKeys)) {
        const path = [...field, key];
        tell({ severity: "error", ...unknownKey(key, field) }, { ...places.ofKey(path), field: path });
      }
      const rest = issue.keys.length - mostUnknownKeys;
      const what = `It has ${rest} more keys that are unknown.`;
      if (rest > 0)
        tell({ severity: "error", what, remedy: "Is it an alert?" }, { ...places.of(field), field });
    } else if (!misspelled.has(field.join("."))) {
      const complaint = complaintAbout(issue, field, valueAt(value, field));
      tell({ severity: "error", ...complaint }, { ...places.of(field), field });
    }
  }
  const mayBeKind = misspelled.has("event") || misspelled.has("threshold");
  for (const finding of checkAlert(knownOf(value, mayBeKind))) {
    const { severity, field, what, why, remedy } = finding;
    const where = { ...places.of(field), ...(field.length === 0 ? {} : { field }) };
    tell({ severity, what: `${what}${why === undefined ? "" : `: ${why}`}.`, remedy }, where);
  }
  if (result.data === undefined) return undefined;
  tellDoubts(result.data, places, tell);
  return definitionOf(result.data, places);
}

function definitionOf(
  { event, threshold, host_types, renamed_from, ignore, ...alert }: z.output<typeof alertDefinition>,
  places: Places,
): AlertDefinition | undefined {
  const condition = conditionOf(event, threshold);
  if (condition === undefined) return undefined;
  const past = renamed_from === undefined ? {} : { renamedFrom: renamed_from };
  const left = ignore === undefined ? {} : { ignore };
  const where = { place: places.of([]), placeOf: places.of };
  return { ...alert, ...past, ...left, hostTypes: host_types, condition, ...where };
}

/** Without what the schema tells: a value of another type, and an empty list of categories. */
function knownOf(value: Readonly<Record<string, unknown>>, mayBeKind: boolean): PartialAlert {
  const { metric, trigger, reset } = isRecord(value["threshold"]) ? value["threshold"] : {};
  return {
    hasEvent: mayBeKind ? undefined : Object.hasOwn(value, "event"),
    hasThreshold: mayBeKind ? undefined : Object.hasOwn(value, "threshold"),
    metric: typeof metric === "string" && metric !== "" ? metric : undefined,
    trigger: typeof trigger === "number" ? trigger : undefined,
    reset: typeof reset === "number" ? reset : undefined,
  };
}

/** The paths of known keys that an unknown one was probably meant as, or into: that they are missing need not be told. */
function misspelledKeys(issues: readonly z.core.$ZodIssue[]): ReadonlySet<string> {
  const paths = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const field = stepsOf(issue.path);
    return issue.keys.slice(0, mostUnknownKeys).flatMap((key) => {
      const home = field.length === 0 ? homeOf(key) : undefined;
      const meant = home ?? meantKey(key, knownKeys(field));
      return meant === undefined ? [] : [[...field, meant].join(".")];
    });
  });
  return new Set(paths);
}

/** The map inside of an alert that has the key. */
function homeOf(key: string): string | undefined {
  return Object.keys(keysWithin).find((name) => keysWithin[name]?.includes(key));
}

function knownKeys(field: readonly FieldStep[]): readonly string[] {
  return keysWithin[field.join(".")] ?? alertKeys;
}

function unknownKey(key: string, field: readonly FieldStep[]): { what: string; remedy: string } {
  const home = field.length === 0 ? "An alert" : field.join(".");
  const inside = homeOf(key);
  const isOfAlert = field.length > 0 && alertKeys.includes(key);
  const belongs = isOfAlert ? "beside it, into the alert itself" : inside && `into ${inside}`;
  return { what: `${home} has no ${quote(key)}.`, remedy: remedyForKey(key, knownKeys(field), belongs) };
}

function tellDoubts(
  { name, host_types }: z.output<typeof alertDefinition>,
  places: Places,
  tell: (problem: Omit<Problem, "where">, where: Place) => void,
): void {
  if (name.trim() === "") {
    const what = "name is nothing but white space.";
    const remedy = "Give the alert a name, unique in its environment.";
    tell({ severity: "error", what, remedy }, { ...places.of(["name"]), field: ["name"] });
  }
  host_types.forEach((type, index) => {
    const doubt = suggestHostType(type);
    if (doubt === undefined) return;
    const field = ["host_types", index];
    tell(
      { severity: "warning", what: `${doubt.what}.`, remedy: doubt.remedy },
      { ...places.of(field), field },
    );
  });
}

function valueAt(value: unknown, field: readonly FieldStep[]): unknown {
  return field.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return typeof step === "number" ? at[step] : undefined;
    return isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

function stepsOf(path: readonly PropertyKey[]): FieldStep[] {
  return path.filter((step): step is FieldStep => typeof step !== "symbol");
}

function subjectOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value["name"] === "string" ? value["name"] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
