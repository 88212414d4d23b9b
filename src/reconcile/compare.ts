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
  readonly isIncomplete: boolean;
}

export function compare(desired: DesiredAlert, live: LiveAlert): Comparison {
  const kindChanged = kindOf(desired) !== live.alert.kind;
  return {
    kindChanged,
    settings: changesOfSettings(live.alert, desired),
    config: changesOfConfig(live.config, desired),
    isIncomplete: live.config === undefined && !kindChanged,
  };
}

/** What differs in both halves. */
export function fieldsOf({ settings, config }: Comparison): readonly FieldChange[] {
  if (config.length === 0) return settings;
  return settings.length === 0 ? config : [...settings, ...config];
}

export function isInSync(comparison: Comparison): boolean {
  return !comparison.kindChanged && comparison.settings.length === 0 && comparison.config.length === 0;
}

/** Whether two readings of a live alert say the same. */
export function isSameLive(one: LiveAlert, other: LiveAlert): boolean {
  return (
    one.alert.kind === other.alert.kind &&
    changesOfSettings(one.alert, other.alert).length === 0 &&
    changesOfConfig(one.config, other.config).length === 0
  );
}

/** Every field of a desired alert as a change from nothing: what a creation sets. */
export function allFields(desired: DesiredAlert): FieldChange[] {
  return [...changesOfSettings(undefined, desired), ...changesOfConfig(undefined, desired)];
}

type Path = readonly FieldStep[];
type Settings = Omit<AlertSettings, "kind">;
type EventCondition = Extract<AlertConfig["condition"], { kind: "event" }>;
type ThresholdCondition = Extract<AlertConfig["condition"], { kind: "threshold" }>;

const none: readonly FieldChange[] = [];

/** What differs, field by field. Most alerts are in sync, and cost no list. */
class Differences {
  #changes: FieldChange[] | undefined;

  get list(): readonly FieldChange[] {
    return this.#changes ?? none;
  }

  value(path: Path, from: FieldValue, to: FieldValue): void {
    if (from !== to) this.#add(path, from, to);
  }

  /** Where both sides wrote it alike, no normal form is made. */
  set<Values extends readonly string[] | readonly number[]>(
    path: Path,
    from: Values | undefined,
    to: Values | undefined,
    inNormalForm: (values: Values) => Values,
  ): void {
    if (isSameSequence(from, to)) return;
    const before = from && inNormalForm(from);
    const after = to && inNormalForm(to);
    if (!isSameSequence(before, after)) this.#add(path, before, after);
  }

  #add(path: Path, from: FieldValue, to: FieldValue): void {
    (this.#changes ??= []).push({ path, from, to });
  }
}

/** As they are spelled in definitions. */
const paths = {
  name: ["name"],
  annotations: ["annotations"],
  policy: ["policy"],
  disabled: ["disabled"],
  destinations: ["destinations"],
  hosts: ["hosts"],
  hostTypes: ["host_types"],
  categories: ["event", "categories"],
  alertLevel: ["threshold", "alert_level"],
  metric: ["threshold", "metric"],
  trigger: ["threshold", "trigger"],
  duration: ["threshold", "duration"],
  reset: ["threshold", "reset"],
} as const satisfies Record<string, Path>;

/** Every field where there is nothing live yet. */
function changesOfSettings(from: Settings | undefined, to: Settings): readonly FieldChange[] {
  const found = new Differences();
  found.value(paths.name, from?.name, to.name);
  found.value(paths.annotations, from?.annotations, to.annotations);
  found.value(paths.policy, from?.policy, to.policy);
  found.value(paths.disabled, from?.disabled, to.disabled);
  found.set(paths.destinations, from?.destinations, to.destinations, sortedIds);
  return found.list;
}

/** Where the kinds differ, the fields of the one are gone, and then those of the other are new. */
function changesOfConfig(from: AlertConfig | undefined, to: AlertConfig | undefined): readonly FieldChange[] {
  const found = new Differences();
  found.set(paths.hosts, from?.hosts, to?.hosts, sortedIds);
  found.set(paths.hostTypes, from?.hostTypes, to?.hostTypes, sortedNames);
  const [before, after] = [from?.condition, to?.condition];
  if (before?.kind === "threshold") {
    compareThresholds(found, before, thresholdOf(after));
    compareEvents(found, undefined, eventOf(after));
  } else {
    compareEvents(found, eventOf(before), eventOf(after));
    compareThresholds(found, undefined, thresholdOf(after));
  }
  return found.list;
}

function compareEvents(
  found: Differences,
  from: EventCondition | undefined,
  to: EventCondition | undefined,
): void {
  found.set(paths.categories, from?.categories, to?.categories, sortedNames);
}

function compareThresholds(
  found: Differences,
  from: ThresholdCondition | undefined,
  to: ThresholdCondition | undefined,
): void {
  found.value(paths.alertLevel, from?.alertLevel, to?.alertLevel);
  found.value(paths.metric, from?.metric, to?.metric);
  found.value(paths.trigger, from?.trigger, to?.trigger);
  found.value(paths.duration, from?.duration, to?.duration);
  found.value(paths.reset, from?.reset, to?.reset);
}

function eventOf(condition: AlertConfig["condition"] | undefined): EventCondition | undefined {
  return condition?.kind === "event" ? condition : undefined;
}

function thresholdOf(condition: AlertConfig["condition"] | undefined): ThresholdCondition | undefined {
  return condition?.kind === "threshold" ? condition : undefined;
}

function isSameSequence(
  one: readonly (string | number)[] | undefined,
  other: readonly (string | number)[] | undefined,
): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
