/**
 * The values of `existing_alerts` of the provider and of `--existing` of the command. In a file of its own, because the options
 * of the command are read at every start. adoption.ts has the meaning of each value.
 */
export const existingAlertsValues = ["adopt", "adopt_identical", "error"] as const;

/** What to do with a live alert that has the name of an alert to be created. */
export type ExistingAlerts = (typeof existingAlertsValues)[number];

export const defaultExistingAlerts: ExistingAlerts = "adopt_identical";

export function isExistingAlerts(text: string): text is ExistingAlerts {
  return existingAlertsValues.some((value) => value === text);
}
