/** Settings that most alerts of a group share. Exported TypeScript sets them once with `AlertDefaults`. */
import { groupBy } from "../diagnostics";
import { scopeOf, type AlertScope, keysOf, scopeFields } from "../service";
import { type CompleteAlert } from "./export-types";

export interface AlertSettings extends AlertScope {
  readonly policy: number;
  readonly destinations: readonly number[];
  readonly annotations: string;
}

type SettingValue = AlertSettings[keyof AlertSettings];

const minAlertsPerDefault = 3;

export function settingsOf({ alert, config }: CompleteAlert): AlertSettings {
  const { policy, destinations, annotations } = alert;
  return { policy, destinations, annotations, ...scopeOf(config) };
}

export function findDefaults(alerts: readonly CompleteAlert[]): Partial<AlertSettings> {
  const settings = alerts.map(settingsOf);
  const defaults: Partial<AlertSettings> = {};
  for (const key of ["policy", "destinations", ...keysOf(scopeFields), "annotations"] as const)
    Object.assign(defaults, findDefault(key, settings));
  return defaults;
}

/** The value of more than half of the alerts. An alert with an empty value would have to override the default, so it counts too. */
function findDefault(key: keyof AlertSettings, all: readonly AlertSettings[]): Partial<AlertSettings> {
  const values = all.map((settings) => settings[key]);
  const groups = [...groupBy(values, (value) => JSON.stringify(value)).values()];
  const [mostFrequent = []] = groups.sort((a, b) => b.length - a.length);
  const [value] = mostFrequent;
  const isFrequent = mostFrequent.length >= minAlertsPerDefault && mostFrequent.length * 2 > all.length;
  return isFrequent && value !== undefined && !isEmpty(value) ? { [key]: value } : {};
}

function isEmpty(value: SettingValue): boolean {
  return typeof value !== "number" && value.length === 0;
}

/** Whether the alert must set the value itself, because it differs from the default. */
export function isOverride(
  key: keyof AlertSettings,
  settings: AlertSettings,
  defaults: Partial<AlertSettings>,
): boolean {
  const value = defaults[key];
  if (value === undefined) return !isEmpty(settings[key]);
  return JSON.stringify(value) !== JSON.stringify(settings[key]);
}
