/** Arguments of the provider that have a default, and an environment variable of the same name: `DBMON_MAX_RETRIES` for `max_retries`. */
import { clientDefaults } from "../client";
import { quote } from "../diagnostics";
import { existingAlertsValues, isExistingAlerts } from "../reconcile";
import { parseTimeSpan } from "../service";
import { type Diagnostics, isUnknown, type Unknown } from "../tfplugin";
import { checkDuration, checkMin } from "./validators";

/** Terraform requests ten resources at a time. The remaining calls are prefetches, which hide the latency of a distant service. */
const defaultMaxConcurrency = 64;

/** The default of `max_deletes`. */
export const noLimit = "unlimited";

interface Setting {
  readonly default: string;
  /** Returns an error message for a value that is not valid. */
  readonly check: (text: string) => string | undefined;
}

const settings = {
  propagation_window: { default: "60s", check: checkDuration },
  request_timeout: { default: "30s", check: checkTimeout },
  max_concurrency: { default: String(defaultMaxConcurrency), check: checkCount(1) },
  max_retries: { default: String(clientDefaults.maxRetries), check: checkCount(0) },
  existing_alerts: { default: "error", check: checkExistingAlerts },
  max_deletes: { default: noLimit, check: (text) => (text === noLimit ? undefined : checkCount(0)(text)) },
} satisfies Record<string, Setting>;

type SettingName = keyof typeof settings;

/** The description of a setting in the schema. */
export function describeSetting(name: SettingName, purpose: string): string {
  return `${purpose} Default: the \`${variableOf(name)}\` environment variable, or \`${settings[name].default}\`.`;
}

/** Reads the arguments, their environment variables or the defaults. @returns undefined if a value is unknown or not valid */
export function readSettings(
  config: Readonly<Record<SettingName, string | number | Unknown | null>>,
  environment: Readonly<Record<string, string | undefined>>,
  diagnostics: Diagnostics,
): Readonly<Record<SettingName, string>> | undefined {
  const values = { ...config };
  let isValid = true;
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const configured = config[name];
    const variable = environment[variableOf(name)] ?? "";
    const value = configured ?? (variable === "" ? setting.default : variable);
    if (isUnknown(value)) return undefined;
    const message = setting.check(String(value));
    if (message !== undefined) {
      const detail = "Correct or unset the environment variable.";
      diagnostics.error({ summary: `${variableOf(name)}: ${message}`, detail });
    }
    isValid &&= message === undefined;
    values[name] = String(value);
  }
  return isValid ? (values as Record<SettingName, string>) : undefined;
}

function variableOf(name: SettingName): string {
  return `DBMON_${name.toUpperCase()}`;
}

export function checkTimeout(text: string): string | undefined {
  return checkDuration(text) ?? (parseTimeSpan(text) === 0 ? "Must be greater than zero." : undefined);
}

export function checkExistingAlerts(text: string): string | undefined {
  if (isExistingAlerts(text)) return undefined;
  return `${quote(text)} is not valid. Use one of ${existingAlertsValues.map(quote).join(", ")}.`;
}

function checkCount(min: number): (text: string) => string | undefined {
  return (text) =>
    /^\d{1,9}$/.test(text) ? checkMin(min)(Number(text)) : `${quote(text)} is not an integer.`;
}
