/** Parses one alert of a definitions file or stack, and reports every problem at the place of its value. */
import type * as z from "zod";
import {
  errorOf,
  type FieldStep,
  formatField,
  hasLoneSurrogate,
  isError,
  isMapping,
  nearNames,
  omitUndefined,
  type Place,
  type Problem,
} from "../diagnostics";
import { type AlertDefinition, parseId } from "../reconcile";
import { checkAlert, conditionOf, type HostTags, type PartialAlert, readMute } from "../service";
import { describeValue } from "./field-problems";
import { scopeKeys } from "./resolve-alert";
import { resolvedAlertSchema } from "./schema";
import {
  allowedKeys,
  fieldOfIssue,
  intendedKey,
  maxUnknownKeys,
  problemsOfIssue,
  unknownKeyRemedy,
} from "./schema-problems";
import { type Places } from "./yaml/parse-yaml";

const alertKeys = allowedKeys(resolvedAlertSchema, []);
const selectors = resolvedAlertSchema.pick({ hosts: true, host_tags: true, allow_no_hosts: true }).strip();

/** A definition with errors. */
export interface InvalidAlert {
  readonly name: string | undefined;
  readonly place: Place;
  /** Also in the problems of all definitions. */
  readonly problems: readonly Problem[];
}

/** The result of reading definitions. */
export interface Definitions {
  readonly alerts: readonly AlertDefinition[];
  readonly invalidAlerts: readonly InvalidAlert[];
  readonly problems: readonly Problem[];
  /** Undefined if no source is a plan of Terraform. */
  readonly terraformPlan?: TerraformPlan;
}

/** What a plan of Terraform says beside its definitions. */
export interface TerraformPlan {
  /** The alerts that it deletes, with the places of their resources. */
  readonly deletions: readonly Pick<AlertDefinition, "name" | "place">[];
  /** Whether it is a plan of -refresh-only, which changes no alert. */
  readonly isRefreshOnly: boolean;
  readonly imports: readonly string[];
  /** Names of the alerts with sensitive values, of which nothing may be shown. */
  readonly hiddenNames: readonly string[];
}

/** @returns undefined if the alert has errors, which are added to `problems` */
export function parseAlert(value: unknown, places: Places, problems: Problem[]): AlertDefinition | undefined {
  const subject = isMapping(value) && typeof value["name"] === "string" ? { subject: value["name"] } : {};
  // The keys have the order of the plan document.
  const report: ReportField = ({ what, remedy, ...problem }, { field, ...place }) => {
    const origin = field && places.originOf?.(field);
    const sentence = origin === undefined ? what : `${what} ${origin}`;
    const where = { ...place, ...subject, ...omitUndefined({ field }) };
    problems.push({ ...problem, what: sentence, where, ...omitUndefined({ remedy }) });
  };
  if (!isMapping(value)) {
    const what = `An alert must be a mapping, not ${describeValue(value)}.`;
    const remedy = "Write at least a name, a policy, and event or threshold, or remove the item.";
    report(errorOf("definition-invalid", what, { remedy }), places.ofValue([]));
    return undefined;
  }
  const parsed = resolvedAlertSchema.safeParse(value);
  const checked = { schema: resolvedAlertSchema, value, places };
  const issues = parsed.error?.issues ?? [];
  const misspelledKeys = findMisspelledKeys(issues);
  for (const issue of issues) {
    const field = fieldOfIssue(issue);
    const isUnknownKey = issue.code === "unrecognized_keys";
    if (!isUnknownKey && misspelledKeys.has(field.join("."))) continue;
    for (const { where, ...problem } of problemsOfIssue(issue, checked, undefined, remedyForUnknownKey))
      report(problem, where);
    const hidden = isUnknownKey ? issue.keys.length - maxUnknownKeys : 0;
    if (hidden <= 0) continue;
    const what = `${hidden} more unknown keys in ${field.length === 0 ? "alert" : field.join(".")}.`;
    const remedy = "Check that this mapping is an alert.";
    report(errorOf("definition-invalid", what, { remedy }), { ...places.ofValue(field), field });
  }
  reportLoneSurrogates(value, [], places, report);
  const isKindUnclear = misspelledKeys.has("event") || misspelledKeys.has("threshold");
  const findings = checkAlert(partialAlert(value, isKindUnclear));
  for (const finding of findings) {
    const { check, severity, what, why, remedy, index } = finding;
    const field = index === undefined ? finding.field : [...finding.field, index];
    const where = { ...places.ofValue(field), ...(field.length === 0 ? {} : { field }) };
    const sentence = `${what}${why === undefined ? "" : `: ${why}`}.`;
    report({ code: check ?? "definition-invalid", severity, what: sentence, remedy }, where);
  }
  if (parsed.data === undefined || findings.some(isError)) return undefined;
  return toDefinition(parsed.data, places);
}

type ReportField = (problem: Omit<Problem, "where">, where: Place) => void;

function toDefinition(
  alert: z.output<typeof resolvedAlertSchema>,
  places: Places,
): AlertDefinition | undefined {
  const { event, threshold, muted, renamed_from: renamedFrom, ignore, ...others } = alert;
  const { host_tags: tags, allow_no_hosts: allowNoHosts, ...settings } = others;
  const condition = conditionOf(event, threshold);
  if (condition === undefined) return undefined;
  return {
    ...settings,
    condition,
    ...omitUndefined({
      mute: readMute(muted),
      renamedFrom,
      ignore,
      allowNoHosts,
      hostTags: tags && hostTagsOf(tags),
    }),
    place: places.ofValue([]),
    placeOf: places.ofValue,
  };
}

function hostTagsOf(tags: NonNullable<z.output<typeof resolvedAlertSchema>["host_tags"]>): HostTags {
  return Object.fromEntries(Object.entries(tags).map(([key, values]) => [key, [values].flat()]));
}

/** The values for `checkAlert`. Leaves out values that the schema reports: invalid types and empty categories. */
function partialAlert(value: Readonly<Record<string, unknown>>, isKindUnclear: boolean): PartialAlert {
  const { metric, trigger, reset } = isMapping(value["threshold"]) ? value["threshold"] : {};
  const { categories } = isMapping(value["event"]) ? value["event"] : {};
  const { until } = isMapping(value["muted"]) ? value["muted"] : {};
  const { name, disabled } = value;
  const { hosts, host_tags: tags, allow_no_hosts: allowsNoHosts } = selectors.safeParse(value).data ?? {};
  return {
    hosts: hosts?.map(String),
    hostTags: tags && hostTagsOf(tags),
    allowsNoHosts,
    name: typeof name === "string" && name !== "" ? name : undefined,
    hasEvent: isKindUnclear ? undefined : Object.hasOwn(value, "event"),
    hasThreshold: isKindUnclear ? undefined : Object.hasOwn(value, "threshold"),
    host_types: stringsIn(value["host_types"]),
    categories: stringsIn(categories),
    metric: typeof metric === "string" && metric !== "" ? metric : undefined,
    trigger: typeof trigger === "number" ? trigger : undefined,
    reset: typeof reset === "number" ? reset : undefined,
    mutedUntil: typeof until === "string" && until !== "" ? until : undefined,
    disabled: typeof disabled === "boolean" ? disabled : undefined,
  };
}

/** Returns undefined for an empty list, and for a list with an item that is not a string. */
function stringsIn(value: unknown): readonly string[] | undefined {
  const isStrings =
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
  return isStrings ? value : undefined;
}

/** Paths of the keys that the author probably misspelled or misplaced. They are not reported as missing. */
function findMisspelledKeys(issues: readonly z.core.$ZodIssue[]): ReadonlySet<string> {
  const paths = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const field = fieldOfIssue(issue);
    return issue.keys.slice(0, maxUnknownKeys).flatMap((key) => {
      const block = field.length === 0 ? blockWithKey(key) : undefined;
      const intended = block ?? intendedKey(key, allowedKeys(resolvedAlertSchema, field));
      return intended === undefined ? [] : [[...field, intended].join(".")];
    });
  });
  return new Set(paths);
}

function blockWithKey(key: string): string | undefined {
  return ["event", "threshold"].find((block) => allowedKeys(resolvedAlertSchema, [block]).includes(key));
}

function remedyForUnknownKey(key: string, field: readonly FieldStep[]): string {
  const isInAlert = field.length === 0;
  const block = blockWithKey(key);
  const isMisplaced = !isInAlert && alertKeys.includes(key);
  const destination = isMisplaced ? "one level up, into the alert" : block && `into ${block}`;
  const isScopeKey = isInAlert && nearNames(key, scopeKeys).length > 0;
  return unknownKeyRemedy(key, isScopeKey ? scopeKeys : allowedKeys(resolvedAlertSchema, field), destination);
}

/** JSON and YAML can escape half of a surrogate pair. The service and Terraform would replace it with another character. */
function reportLoneSurrogates(
  value: unknown,
  field: readonly FieldStep[],
  places: Places,
  report: ReportField,
): void {
  if (typeof value === "string") {
    if (!hasLoneSurrogate(value)) return;
    const what = `${formatField(field)} contains a lone surrogate, which is half of a character: ${describeValue(value)}.`;
    const where = { ...places.ofValue(field), field };
    report(
      errorOf("definition-invalid", what, { remedy: "Remove it, or write the whole character." }),
      where,
    );
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      reportLoneSurrogates(item, [...field, index], places, report);
    });
  } else if (isMapping(value)) {
    for (const [key, member] of Object.entries(value))
      reportLoneSurrogates(member, [...field, key], places, report);
  }
}

/** Parses an alert of a stack or of a Terraform plan, which refers to other objects by strings. A string of digits is an id. @returns undefined after adding errors to `problems` */
export function parseTerraformAlert(
  attributes: Readonly<Record<string, unknown>>,
  places: Places,
  problems: Problem[],
): AlertDefinition | undefined {
  const threshold = attributes["threshold"];
  const alert = {
    ...attributes,
    ...convert("policy", attributes),
    ...convert("destinations", attributes),
    ...convert("hosts", attributes),
    ...(isMapping(threshold) ? { threshold: { ...threshold, ...convert("duration", threshold) } } : {}),
  };
  const definition = parseAlert(alert, places, problems);
  return definition === undefined ? undefined : { ...definition, hasTextReferences: true };
}

function convert(key: string, { [key]: value }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (value === undefined) return {};
  const toReference = (text: unknown) => (typeof text === "string" ? (parseId(text) ?? text) : text);
  return { [key]: Array.isArray(value) ? value.map(toReference) : toReference(value) };
}
