/**
 * The comparison of a desired with a live alert. The plan, the engine and the Terraform provider use it.
 *
 * Settings and configuration are compared separately, because separate calls write them. Texts are compared in NFC.
 */
import { type FieldStep } from "../diagnostics";
import { type AlertConfig, type AlertSettings, isSameText } from "../service";
import { type DesiredAlert, kindOf, type LiveAlert, sortIds, sortNames } from "./desired-alert";
import { spellAllAs } from "./live-spelling";

export type FieldValue = string | number | boolean | readonly string[] | readonly number[] | undefined;

/** A field that differs. Its path is the one in definitions files and in the Terraform resource. */
export interface FieldChange {
  readonly path: readonly FieldStep[];
  /** Live value. */
  readonly from: FieldValue;
  /** Desired value. */
  readonly to: FieldValue;
}

export interface Comparison {
  /** The kind cannot change in place: the alert must be replaced. */
  readonly kindChanged: boolean;
  /** Differences of the settings. */
  readonly settings: readonly FieldChange[];
  /** Differences of the configuration: all fields if the live alert has none. */
  readonly config: readonly FieldChange[];
  /** The live alert has no configuration: its creation ended after the POST. */
  readonly isIncomplete: boolean;
}

export function compare(desired: DesiredAlert, live: LiveAlert): Comparison {
  const kindChanged = kindOf(desired) !== live.alert.kind;
  return {
    kindChanged,
    settings: compareSettings(live.alert, desired),
    config: compareConfigs(live.config, desired),
    isIncomplete: live.config === undefined && !kindChanged,
  };
}

/** All differences. */
export function fieldsOf({ settings, config }: Comparison): readonly FieldChange[] {
  if (config.length === 0) return settings;
  return settings.length === 0 ? config : [...settings, ...config];
}

export function isInSync(comparison: Comparison): boolean {
  return !comparison.kindChanged && comparison.settings.length === 0 && comparison.config.length === 0;
}

/** The fields in which two reads of a live alert differ. */
export function liveDifferences(before: LiveAlert, after: LiveAlert): readonly FieldChange[] {
  const from = before.alert.kind;
  const to = after.alert.kind;
  return [
    ...(from === to ? [] : [{ path: ["kind"], from, to }]),
    ...compareSettings(before.alert, after.alert),
    ...compareConfigs(before.config, after.config),
  ];
}

/** The fields that a creation sets. */
export function allFields(desired: DesiredAlert): FieldChange[] {
  return [...compareSettings(undefined, desired), ...compareConfigs(undefined, desired)];
}

type Path = readonly FieldStep[];
type Settings = Omit<AlertSettings, "kind">;
type EventCondition = Extract<AlertConfig["condition"], { kind: "event" }>;
type ThresholdCondition = Extract<AlertConfig["condition"], { kind: "threshold" }>;

const noChanges: readonly FieldChange[] = [];

/** Collects differences. Most alerts are in sync and need no list. */
class Differences {
  #changes: FieldChange[] | undefined;

  get changes(): readonly FieldChange[] {
    return this.#changes ?? noChanges;
  }

  compareValue(path: Path, from: FieldValue, to: FieldValue): void {
    if (from !== to) this.#add(path, from, to);
  }

  compareText(path: Path, from: string | undefined, to: string | undefined): void {
    if (from !== undefined && to !== undefined && isSameText(from, to)) return;
    this.compareValue(path, from, to);
  }

  compareIdSet(path: Path, from: readonly number[] | undefined, to: readonly number[] | undefined): void {
    this.#compareSet(path, from, to, sortIds);
  }

  /** A text that both sets have is reported in the form of the live set. */
  compareTextSet(path: Path, from: readonly string[] | undefined, to: readonly string[] | undefined): void {
    this.#compareSet(path, from, to, (texts) =>
      sortNames(from === undefined ? texts : spellAllAs(texts, from)),
    );
  }

  /** Equal sequences are equal sets, and are not normalized. */
  #compareSet<Values extends readonly string[] | readonly number[]>(
    path: Path,
    from: Values | undefined,
    to: Values | undefined,
    normalizeSet: (values: Values) => Values,
  ): void {
    if (areEqualSequences(from, to)) return;
    const before = from && normalizeSet(from);
    const after = to && normalizeSet(to);
    if (!areEqualSequences(before, after)) this.#add(path, before, after);
  }

  #add(path: Path, from: FieldValue, to: FieldValue): void {
    (this.#changes ??= []).push({ path, from, to });
  }
}

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

/** @param from undefined for a new alert: all fields differ */
function compareSettings(from: Settings | undefined, to: Settings): readonly FieldChange[] {
  const differences = new Differences();
  differences.compareText(paths.name, from?.name, to.name);
  differences.compareText(paths.annotations, from?.annotations, to.annotations);
  differences.compareValue(paths.policy, from?.policy, to.policy);
  differences.compareValue(paths.disabled, from?.disabled, to.disabled);
  differences.compareIdSet(paths.destinations, from?.destinations, to.destinations);
  return differences.changes;
}

/** If the kinds differ, the fields of the live kind are removed and those of the desired kind are new. */
function compareConfigs(from: AlertConfig | undefined, to: AlertConfig | undefined): readonly FieldChange[] {
  const differences = new Differences();
  differences.compareIdSet(paths.hosts, from?.hosts, to?.hosts);
  differences.compareTextSet(paths.hostTypes, from?.hostTypes, to?.hostTypes);
  const [before, after] = [from?.condition, to?.condition];
  if (before?.kind === "threshold") {
    compareThresholds(differences, before, thresholdOf(after));
    compareEvents(differences, undefined, eventOf(after));
  } else {
    compareEvents(differences, eventOf(before), eventOf(after));
    compareThresholds(differences, undefined, thresholdOf(after));
  }
  return differences.changes;
}

function compareEvents(
  differences: Differences,
  from: EventCondition | undefined,
  to: EventCondition | undefined,
): void {
  differences.compareTextSet(paths.categories, from?.categories, to?.categories);
}

function compareThresholds(
  differences: Differences,
  from: ThresholdCondition | undefined,
  to: ThresholdCondition | undefined,
): void {
  differences.compareValue(paths.alertLevel, from?.alertLevel, to?.alertLevel);
  differences.compareText(paths.metric, from?.metric, to?.metric);
  differences.compareValue(paths.trigger, from?.trigger, to?.trigger);
  differences.compareValue(paths.duration, from?.duration, to?.duration);
  differences.compareValue(paths.reset, from?.reset, to?.reset);
}

function eventOf(condition: AlertConfig["condition"] | undefined): EventCondition | undefined {
  return condition?.kind === "event" ? condition : undefined;
}

function thresholdOf(condition: AlertConfig["condition"] | undefined): ThresholdCondition | undefined {
  return condition?.kind === "threshold" ? condition : undefined;
}

function areEqualSequences(
  a: readonly (string | number)[] | undefined,
  b: readonly (string | number)[] | undefined,
): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
