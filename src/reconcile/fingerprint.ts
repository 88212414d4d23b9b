/** Compares the contents of alerts by text. A saved plan holds a hash of the live state, and is stale if that state has changed. */
import { createHash } from "node:crypto";
import { toNfc } from "../diagnostics";
import { type AlertConfig, type AlertSettings } from "../service";
import { type LiveAlert } from "./desired-alert";
import {
  comparedConditions,
  type ComparedField,
  comparedScope,
  type FieldValue,
  isSet,
  normalizeValue,
  sortIds,
  sortNames,
  valueOf,
} from "./field-values";
import { type Change, nameOf } from "./plan";

/** Covers the live alerts of the changes. Ignores unmanaged alerts. */
export function fingerprintOf({ changes }: { readonly changes: readonly Change[] }): string {
  const hash = createHash("sha256");
  for (const change of changes) {
    const live = change.action === "create" ? null : normalizeLive(change.live);
    hash.update(`${JSON.stringify([nameOf(change), live])}\n`);
  }
  return hash.digest("hex");
}

/** A text that is equal for alerts that differ only in their names. Without a configuration, the text covers only the settings. */
export function contentKey(settings: AlertSettings, config?: AlertConfig): string {
  return JSON.stringify([normalizeSettings(settings), config === undefined ? null : configParts(config)]);
}

/** Ignores the order and duplicates of sets, the normalization form of strings, and fields that the specification does not name. */
function normalizeLive({ alert, config }: LiveAlert): unknown {
  const settings = [alert.id, toNfc(alert.name), ...normalizeSettings(alert)];
  return [settings, config === undefined ? null : configParts(config)];
}

function normalizeSettings({ annotations, policy, kind, disabled, destinations }: AlertSettings): unknown[] {
  return [toNfc(annotations), policy, kind, disabled, sortIds(destinations)];
}

function configParts(config: AlertConfig): unknown[] {
  const { condition } = config;
  const { kind } = condition;
  return [
    ...normalizeFields(comparedScope, config),
    kind,
    ...normalizeFields(comparedConditions[kind], condition),
  ];
}

function normalizeFields(fields: readonly ComparedField[], object: object): FieldValue[] {
  return fields.map((field) => {
    const value = valueOf(object, field);
    if (field.dataType === "text") return toNfc(String(value));
    return field.dataType === "texts" && isSet(value)
      ? sortNames(value.map((text) => toNfc(String(text))))
      : normalizeValue(field, value);
  });
}
