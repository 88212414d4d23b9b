/**
 * The one comparison of a desired with a live alert. The set-wise plan and the Terraform provider both stand on it.
 *
 * The two halves of an alert are written by two calls, so their differences are kept apart.
 */
import { type FieldStep } from "../diagnostics";
import { type AlertConfig, type AlertSettings } from "../service";
import { type DesiredAlert, kindOf, type LiveAlert, sortedIds, sortedNames } from "./desired-alert";

export type FieldValue = string | number | boolean | readonly string[] | readonly number[] | undefined;

/** A field that differs. Its path is spelled as in definitions and in the Terraform resource. */
export interface FieldChange {
  readonly path: readonly FieldStep[];
  /** Live value; undefined where the live alert has none. */
  readonly from: FieldValue;
  /** Desired value; undefined where the definition has none. */
  readonly to: FieldValue;
}

export interface Comparison {
  /** The kind cannot be changed in place: the alert has to be replaced. */
  readonly kindChanged: boolean;
  /** What the alert's own settings differ in. */
  readonly settings: readonly FieldChange[];
  /** What the configuration differs in; all of it where the live alert has none. */
  readonly config: readonly FieldChange[];
  /** The live alert has no configuration: its creation was cut off after the first step. */
  readonly isHalfMade: boolean;
}

export function compare(desired: DesiredAlert, live: LiveAlert): Comparison {
  const kindChanged = kindOf(desired) !== live.alert.kind;
  return {
    kindChanged,
    settings: changesBetween(settingsFields, live.alert, desired),
    config: changesOfConfig(live.config, desired),
    isHalfMade: live.config === undefined && !kindChanged,
  };
}

/** What differs in both halves. */
export function fieldsOf({ settings, config }: Comparison): readonly FieldChange[] {
  return joined(settings, config);
}

export function isInSync(comparison: Comparison): boolean {
  return !comparison.kindChanged && comparison.settings.length === 0 && comparison.config.length === 0;
}

/** Whether two readings of a live alert say the same. */
export function isSameLive(one: LiveAlert, other: LiveAlert): boolean {
  return (
    one.alert.kind === other.alert.kind &&
    changesBetween(settingsFields, one.alert, other.alert).length === 0 &&
    changesOfConfig(one.config, other.config).length === 0
  );
}

/** Every field of a desired alert as a change from nothing: what a creation sets. */
export function allFields(desired: DesiredAlert): FieldChange[] {
  return [...changesBetween(settingsFields, undefined, desired), ...changesOfConfig(undefined, desired)];
}

interface Field<Whole> {
  /** As it is spelled in definitions. */
  readonly path: readonly FieldStep[];
  /** Its value in the normal form. */
  readonly of: (whole: Whole) => FieldValue;
  /** A set as it was written: where both were written alike, no normal form is made. */
  readonly raw?: (whole: Whole) => FieldValue;
}

type Settings = Omit<AlertSettings, "kind">;
type EventCondition = Extract<AlertConfig["condition"], { kind: "event" }>;
type ThresholdCondition = Extract<AlertConfig["condition"], { kind: "threshold" }>;

const settingsFields: readonly Field<Settings>[] = [
  { path: ["name"], of: ({ name }) => name },
  { path: ["annotations"], of: ({ annotations }) => annotations },
  { path: ["policy"], of: ({ policy }) => policy },
  { path: ["disabled"], of: ({ disabled }) => disabled },
  {
    path: ["destinations"],
    of: ({ destinations }) => sortedIds(destinations),
    raw: ({ destinations }) => destinations,
  },
];

const filterFields: readonly Field<AlertConfig>[] = [
  { path: ["hosts"], of: ({ hosts }) => sortedIds(hosts), raw: ({ hosts }) => hosts },
  { path: ["host_types"], of: ({ hostTypes }) => sortedNames(hostTypes), raw: ({ hostTypes }) => hostTypes },
];

const eventFields: readonly Field<EventCondition>[] = [
  {
    path: ["event", "categories"],
    of: ({ categories }) => sortedNames(categories),
    raw: ({ categories }) => categories,
  },
];

const thresholdFields: readonly Field<ThresholdCondition>[] = [
  { path: ["threshold", "alert_level"], of: ({ alertLevel }) => alertLevel },
  { path: ["threshold", "metric"], of: ({ metric }) => metric },
  { path: ["threshold", "trigger"], of: ({ trigger }) => trigger },
  { path: ["threshold", "duration"], of: ({ duration }) => duration },
  { path: ["threshold", "reset"], of: ({ reset }) => reset },
];

/** Where the kinds differ, the fields of the one are gone, and then those of the other are new. */
function changesOfConfig(from: AlertConfig | undefined, to: AlertConfig | undefined): readonly FieldChange[] {
  const filters = changesBetween(filterFields, from, to);
  const event = changesBetween(eventFields, eventOf(from), eventOf(to));
  const threshold = changesBetween(thresholdFields, thresholdOf(from), thresholdOf(to));
  return from?.condition.kind === "threshold"
    ? joined(joined(filters, threshold), event)
    : joined(joined(filters, event), threshold);
}

/** Most alerts are in sync, and cost no list. */
function joined(one: readonly FieldChange[], other: readonly FieldChange[]): readonly FieldChange[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}

const none: readonly FieldChange[] = [];

function eventOf(config: AlertConfig | undefined): EventCondition | undefined {
  return config?.condition.kind === "event" ? config.condition : undefined;
}

function thresholdOf(config: AlertConfig | undefined): ThresholdCondition | undefined {
  return config?.condition.kind === "threshold" ? config.condition : undefined;
}

/** Nothing where both are absent; every field where one is. */
function changesBetween<Whole>(
  fields: readonly Field<Whole>[],
  from: Whole | undefined,
  to: Whole | undefined,
): readonly FieldChange[] {
  if (from === undefined && to === undefined) return none;
  let changes: FieldChange[] | undefined;
  for (const { path, of, raw } of fields) {
    if (raw !== undefined && from !== undefined && to !== undefined && isSameValue(raw(from), raw(to)))
      continue;
    const before = from === undefined ? undefined : of(from);
    const after = to === undefined ? undefined : of(to);
    if (!isSameValue(before, after)) (changes ??= []).push({ path, from: before, to: after });
  }
  return changes ?? none;
}

function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
