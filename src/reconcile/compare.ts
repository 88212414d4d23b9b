/**
 * The one comparison of a desired with a live alert. The set-wise plan and the Terraform provider both stand on it.
 *
 * The two halves of an alert are written by two calls, so their differences are kept apart.
 */
import { type FieldStep } from "../diagnostics";
import { type AlertConfig, type AlertSettings } from "../service";
import {
  configOf,
  type DesiredAlert,
  kindOf,
  type LiveAlert,
  settingsOf,
  sortedIds,
  sortedNames,
} from "./desired-alert";

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
    settings: changesBetween(settingsFields(live.alert), settingsFields(settingsOf(desired))),
    config: changesBetween(fieldsOfLive(live), configFields(configOf(desired))),
    isHalfMade: live.config === undefined && !kindChanged,
  };
}

export function isInSync(comparison: Comparison): boolean {
  return !comparison.kindChanged && comparison.settings.length === 0 && comparison.config.length === 0;
}

/** Whether two readings of a live alert say the same. */
export function isSameLive(one: LiveAlert, other: LiveAlert): boolean {
  return (
    one.alert.kind === other.alert.kind &&
    changesBetween(settingsFields(one.alert), settingsFields(other.alert)).length === 0 &&
    changesBetween(fieldsOfLive(one), fieldsOfLive(other)).length === 0
  );
}

function fieldsOfLive({ config }: LiveAlert): Fields {
  return config === undefined ? new Map() : configFields(config);
}

/** Every field of a desired alert as a change from nothing: what a creation sets. */
export function allFields(desired: DesiredAlert): FieldChange[] {
  return [
    ...changesBetween(new Map(), settingsFields(settingsOf(desired))),
    ...changesBetween(new Map(), configFields(configOf(desired))),
  ];
}

type Fields = ReadonlyMap<string, FieldValue>;

function settingsFields(settings: AlertSettings): Fields {
  return new Map<string, FieldValue>([
    ["name", settings.name],
    ["annotations", settings.annotations],
    ["policy", settings.policy],
    ["disabled", settings.disabled],
    ["destinations", sortedIds(settings.destinations)],
  ]);
}

function configFields(config: AlertConfig): Fields {
  const filters: [string, FieldValue][] = [
    ["hosts", sortedIds(config.hosts)],
    ["host_types", sortedNames(config.hostTypes)],
  ];
  const { condition } = config;
  switch (condition.kind) {
    case "event":
      return new Map([...filters, ["event.categories", sortedNames(condition.categories)]]);
    case "threshold":
      return new Map<string, FieldValue>([
        ...filters,
        ["threshold.alert_level", condition.alertLevel],
        ["threshold.metric", condition.metric],
        ["threshold.trigger", condition.trigger],
        ["threshold.duration", condition.duration],
        ["threshold.reset", condition.reset],
      ]);
  }
}

function changesBetween(from: Fields, to: Fields): FieldChange[] {
  const paths = [...new Set([...from.keys(), ...to.keys()])];
  return paths
    .map((path) => ({ path: path.split("."), from: from.get(path), to: to.get(path) }))
    .filter((change) => !isSameValue(change.from, change.to));
}

function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((element, index) => element === b[index]);
}
