/**
 * The comparison of a desired with a live alert. The plan, the engine and the Terraform provider use it.
 *
 * Settings and configuration are compared separately, because separate calls write them. Strings are compared in NFC.
 */
import { type FieldStep } from "../diagnostics";
import { type AlertCondition, type AlertConfig, type AlertSettings, isSameText } from "../service";
import { type DesiredAlert, kindOf, type LiveAlert } from "./desired-alert";
import {
  comparedConditions,
  type ComparedField,
  comparedScope,
  comparedSettings,
  type FieldValue,
  isSet,
  keepSpelling,
  normalizeValue,
  valueOf,
} from "./field-values";

/** A field that differs. Its path is the one in definitions files and in the Terraform resource. */
export interface FieldChange {
  readonly path: readonly FieldStep[];
  /** Live value. */
  readonly from: FieldValue;
  /** Desired value. */
  readonly to: FieldValue;
  /** Of a difference in hosts that a definition selects: why each host joined or left, by ID. */
  readonly reasons?: Readonly<Record<string, string>> | undefined;
}

export interface AlertComparison {
  /** The kind cannot change in place: the alert must be replaced. */
  readonly kindChanged: boolean;
  readonly settings: readonly FieldChange[];
  /** Differences of the configuration: all fields if the live alert has none. */
  readonly config: readonly FieldChange[];
  /** The live alert has no configuration: its creation ended after the POST. */
  readonly isIncomplete: boolean;
}

export function compare(desired: DesiredAlert, live: LiveAlert): AlertComparison {
  const kindChanged = kindOf(desired) !== live.alert.kind;
  return {
    kindChanged,
    settings: compareSettings(live.alert, desired),
    config: compareConfigs(live.config, desired),
    isIncomplete: live.config === undefined && !kindChanged,
  };
}

export function fieldsOf({ settings, config }: AlertComparison): readonly FieldChange[] {
  return concat(settings, config);
}

export function isInSync(comparison: AlertComparison): boolean {
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

/** All values of a configuration. Sets are normalized. */
export function configFields(config: AlertConfig): readonly FieldChange[] {
  return compareConfigs(undefined, config);
}

export function allFields(desired: DesiredAlert): readonly FieldChange[] {
  return concat(compareSettings(undefined, desired), compareConfigs(undefined, desired));
}

/** @param from undefined for a new alert: all fields differ */
function compareSettings(
  from: Omit<AlertSettings, "kind"> | undefined,
  to: Omit<AlertSettings, "kind">,
): readonly FieldChange[] {
  return compareFields(comparedSettings, from, to);
}

/** If the kinds differ, the fields of the live kind are removed and those of the desired kind are new. */
function compareConfigs(from: AlertConfig | undefined, to: AlertConfig | undefined): readonly FieldChange[] {
  return concat(compareFields(comparedScope, from, to), compareConditions(from?.condition, to?.condition));
}

function compareConditions(
  from: AlertCondition | undefined,
  to: AlertCondition | undefined,
): readonly FieldChange[] {
  const kind = from?.kind ?? to?.kind;
  if (kind === undefined) return noChanges;
  if (from === undefined || to === undefined || kind === to.kind)
    return compareFields(comparedConditions[kind], from, to);
  return concat(compareConditions(from, undefined), compareConditions(undefined, to));
}

/** Shared, because most alerts have no differences. */
const noChanges: readonly FieldChange[] = [];

function concat(first: readonly FieldChange[], second: readonly FieldChange[]): readonly FieldChange[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}

function compareFields(
  fields: readonly ComparedField[],
  before: object | undefined,
  after: object | undefined,
): readonly FieldChange[] {
  if (before === undefined && after === undefined) return noChanges;
  let changes: FieldChange[] | undefined;
  for (const field of fields) {
    let from = valueOf(before, field);
    let to = valueOf(after, field);
    if (isSameValue(from, to)) continue;
    if (isSet(from) || isSet(to)) {
      // A text that both sets have is reported in the form of the live set.
      to = normalizeValue(field, keepSpelling(field, to, from));
      from = normalizeValue(field, from);
      if (isSameValue(from, to)) continue;
    } else if (field.dataType === "text" && isEqualText(from, to)) continue;
    (changes ??= []).push({ path: field.path, from, to });
  }
  return changes ?? noChanges;
}

function isEqualText(a: FieldValue, b: FieldValue): boolean {
  return typeof a === "string" && typeof b === "string" && isSameText(a, b);
}

/** Sets are equal if they have the same elements in the same order. */
function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (a === b) return true;
  if (!isSet(a) || !isSet(b) || a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
