/** Finds the alerts that fire in no test, and the threshold alerts that fire but do not resolve in any test. */
import { resolve } from "node:path";
import { type AlertDefinition } from "../reconcile";
import { type AlertTestFile } from "./load-tests";
import { type AlertTestResult } from "./run-test";

export interface AlertCoverage {
  readonly alerts: number;
  /** The number of alerts that fire in at least one test. */
  readonly fired: number;
  /** Alerts that fire in no test. */
  readonly unfired: readonly AlertDefinition[];
  /** Threshold alerts that fire in a test, but do not resolve in any test. */
  readonly unresolved: readonly AlertDefinition[];
}

/** @param files with the results of their tests. Files that test the same definitions count them once. */
export function findAlertCoverage(
  files: readonly { readonly file: AlertTestFile; readonly results: readonly AlertTestResult[] }[],
): AlertCoverage {
  const definitions = new Map<string, AlertDefinition>();
  const fired = new Set<string>();
  const resolved = new Set<string>();
  for (const { file, results } of files) {
    const keys = file.alerts.map(keyOf);
    file.alerts.forEach((alert, index) => definitions.set(keys[index] ?? "", alert));
    for (const { alert, resolvedAt } of results.flatMap(({ firings }) => firings)) {
      const key = keys[alert - 1] ?? "";
      fired.add(key);
      if (resolvedAt !== undefined) resolved.add(key);
    }
  }
  const all = [...definitions];
  const select = (isSelected: (key: string, alert: AlertDefinition) => boolean) =>
    all.flatMap(([key, alert]) => (isSelected(key, alert) ? [alert] : []));
  return {
    alerts: all.length,
    fired: fired.size,
    unfired: select((key) => !fired.has(key)),
    unresolved: select(
      (key, { condition }) => condition.kind === "threshold" && fired.has(key) && !resolved.has(key),
    ),
  };
}

/** Test files can refer to the same definitions by different paths. */
function keyOf({ name, place }: AlertDefinition): string {
  return JSON.stringify([place.file === undefined ? "" : resolve(place.file), name]);
}
