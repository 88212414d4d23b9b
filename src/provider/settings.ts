/** Arguments of the provider that have a default, and an environment variable of the same name: `DBMON_MAX_RETRIES` for `max_retries`. */
import { clientDefaults } from "../client";
import { quote } from "../diagnostics";
import { existingAlertsValues, isExistingAlerts } from "../reconcile";
import { parseTimeSpan } from "../service";
import { attribute as a, type Diagnostics, isUnknown, type Unknown } from "../tfplugin";
import { checkDuration, checkMin } from "./validators";

/** Terraform requests ten resources at a time. The remaining calls read ahead, which hides the latency of a distant service. */
const defaultMaxConcurrency = 64;

/** The default of `max_deletes`. */
export const noLimit = "unlimited";

interface Setting {
  readonly default: string;
  readonly purpose: string;
  /** Returns an error message for a text that is not valid. */
  readonly check: (text: string) => string | undefined;
}

const settings = {
  propagation_window: {
    default: "60s",
    purpose: "Max time until a change takes effect and reads show it.",
    check: checkDuration,
  },
  request_timeout: {
    default: "30s",
    purpose: "Timeout of one attempt of a call to the service.",
    check: (text) =>
      checkDuration(text) ?? (parseTimeSpan(text) === 0 ? "Must be greater than zero." : undefined),
  },
  max_concurrency: {
    default: String(defaultMaxConcurrency),
    purpose:
      "Max concurrent calls to the service. Terraform processes 10 resources at a time, unless you set its `-parallelism` option.",
    check: (text) => checkCount(text, 1),
  },
  max_retries: {
    default: String(clientDefaults.maxRetries),
    purpose: "Max retries of a failed call that is safe to retry.",
    check: (text) => checkCount(text, 0),
  },
  existing_alerts: {
    default: "error",
    purpose:
      "What to do if a live alert has the name of an alert to be created. `error` refuses the plan, so that an existing alert must be imported. " +
      "`adopt` adopts it, one propagation window after the apply started, and updates it if it differs.",
    check: (text) =>
      isExistingAlerts(text)
        ? undefined
        : `${quote(text)} is not valid. Use one of ${existingAlertsValues.map(quote).join(", ")}.`,
  },
  max_deletes: {
    default: noLimit,
    purpose:
      "Max alerts that a plan may delete or replace. A plan with more of them is an error, also that of `terraform destroy`.",
    check: (text) => (text === noLimit ? undefined : checkCount(text, 0)),
  },
} satisfies Record<string, Setting>;

type SettingName = keyof typeof settings;

function checkCount(text: string, min: number): string | undefined {
  return /^\d{1,9}$/.test(text) ? checkMin(min)(Number(text)) : `${quote(text)} is not an integer.`;
}

export const settingAttributes = {
  propagation_window: text("propagation_window"),
  request_timeout: text("request_timeout"),
  max_concurrency: count("max_concurrency", 1),
  max_retries: count("max_retries", 0),
  existing_alerts: text("existing_alerts"),
  max_deletes: count("max_deletes", 0),
};

function text(name: SettingName) {
  return a.string({ optional: true, validate: [settings[name].check], description: describe(name) });
}

function count(name: SettingName, min: number) {
  return a.integer({ optional: true, validate: [checkMin(min)], description: describe(name) });
}

function describe(name: SettingName): string {
  const { purpose, default: defaultValue } = settings[name];
  return `${purpose} Default: the \`${variableOf(name)}\` environment variable, or \`${defaultValue}\`.`;
}

/** Reads the arguments, their environment variables or the defaults. @returns undefined if a value is unknown or not valid */
export function readSettings(
  config: Readonly<Record<SettingName, string | number | Unknown | null>>,
  environment: Readonly<Record<string, string | undefined>>,
  diagnostics: Diagnostics,
): Readonly<Record<SettingName, string>> | undefined {
  const values: Partial<Record<SettingName, string>> = {};
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const variable = environment[variableOf(name)] ?? "";
    const value = config[name] ?? (variable === "" ? setting.default : variable);
    if (isUnknown(value)) return undefined;
    const message = setting.check(String(value));
    if (message !== undefined) {
      const detail = "Correct or unset the environment variable.";
      diagnostics.error({ summary: `${variableOf(name)}: ${message}`, detail });
    }
    values[name] = String(value);
  }
  // Each setting has a value.
  return diagnostics.hasErrors ? undefined : (values as Record<SettingName, string>);
}

function variableOf(name: SettingName): string {
  return `DBMON_${name.toUpperCase()}`;
}
