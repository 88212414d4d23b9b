/** Checks the report of a run, and the live alerts after the runs, against the rules of docs/reliability.md. Each violation is a sentence. */
import { isDeepStrictEqual } from "node:util";
import { nameOf, resolveReferences } from "../../../src/reconcile";
import { kindOfType, readAlert, readAlertConfig } from "../../../src/service";
import { planFor } from "../../support/plan-for";
import { type Fields } from "../api-alerts";
import { type ModelAlert, type ServiceModel } from "../service-model";
import { type Expected, isPruned, type Scenario, unmanaged } from "./change-cases";
import { type RunResult } from "./one-run";

/**
 * Checks the report of one run against the live alerts after it.
 * @param hadIncompleteList whether a list omitted alerts, which the plan then need not report
 */
export function* checkReport(
  scenario: Scenario,
  result: RunResult,
  model: ServiceModel,
  hadIncompleteList: boolean,
): Generator<string> {
  if (result.unexpectedError !== undefined) {
    yield `it threw an error that is not a problem: ${describe(result.unexpectedError)}`;
    return;
  }
  const results = new Map(result.report?.results.map((changeResult) => [changeResult.name, changeResult]));
  for (const { name, outcome, problems } of results.values()) {
    if (outcome === "failed" && problems.length === 0) yield `${name} failed without a problem`;
    if (outcome === "done" && problems.length > 0) yield `${name} is reported as done, with problems`;
    const reportsRollback = problems.some(({ what }) => what.includes("so the alert was rolled back"));
    if (reportsRollback && model.named(name).length > 0)
      yield `${name} is reported as rolled back, but it exists`;
  }
  for (const name of namesToCheck(scenario, result)) {
    const difference = differenceOf(scenario, model, name);
    const reported = results.get(name);
    if (difference === undefined) continue;
    if (reported?.outcome === "done") yield `${name} is reported as done, but ${difference}`;
    const isReported = reported !== undefined || result.refusal.length > 0;
    const isPlanned = result.plan?.changes.some(
      (change) => change.action !== "unchanged" && nameOf(change) === name,
    );
    if (!isReported && !(hadIncompleteList && isPlanned !== true))
      yield `${name} is not reported, but ${difference}`;
  }
}

function namesToCheck({ definitions, seed }: Scenario, { plan }: RunResult): Set<string> {
  const pruned = seed.map(({ settings }) => settings.name).filter(isPruned);
  return new Set([...definitions.map(({ name }) => name), ...pruned, ...(plan?.changes ?? []).map(nameOf)]);
}

/** @returns how the live alerts with this name differ from the expected alert, or undefined if they do not */
function differenceOf({ expected }: Scenario, model: ServiceModel, name: string): string | undefined {
  const live = model.named(name);
  const expectedAlert = expected.find(({ settings }) => settings.name === name);
  if (expectedAlert === undefined) return live.length === 0 ? undefined : "it exists";
  if (live.length > 1) return `${live.length} alerts have this name`;
  const [alert] = live;
  if (alert === undefined) return "it does not exist";
  return differs(alert, expectedAlert);
}

function differs(alert: ModelAlert, expectedAlert: Expected): string | undefined {
  // A replacement may lose unknown fields, but not defined ones.
  if (!covers(alert.settings, expectedAlert.settings))
    return `its settings are ${JSON.stringify(alert.settings)}`;
  if (expectedAlert.config === null) return alert.config === null ? undefined : "it has a configuration";
  if (alert.config === null) return "it has no configuration";
  return covers(alert.config, expectedAlert.config)
    ? undefined
    : `its configuration is ${JSON.stringify(alert.config)}`;
}

const unknownFields = new Set(["team", "notes"]);

function covers(live: Fields, expectedAlert: Fields): boolean {
  return Object.entries(expectedAlert).every(
    ([name, value]) => unknownFields.has(name) || isDeepStrictEqual(live[name], value),
  );
}

/** After the last run, the service must have exactly the expected alerts, and each updated alert must keep its id. */
export function* checkFinalState(
  { expected, seed }: Scenario,
  found: readonly ModelAlert[],
): Generator<string> {
  const idOf = new Map(seed.map(({ settings }, index) => [settings.name, index + 1]));
  const unexpected = new Map(found.map((alert) => [alert.id, alert]));
  for (const { formerName, settings, config } of expected) {
    const alerts = found.filter((alert) => alert.settings.name === settings.name);
    for (const { id } of alerts) unexpected.delete(id);
    const [alert] = alerts;
    if (alert === undefined) {
      yield `in the end ${settings.name} does not exist`;
      continue;
    }
    if (alerts.length > 1) yield `in the end ${alerts.length} alerts are named ${settings.name}`;
    if (formerName !== undefined && alert.id !== idOf.get(formerName))
      yield `in the end ${settings.name} is not the alert that was named ${formerName}`;
    const isExact = isDeepStrictEqual([alert.settings, alert.config], [settings, config]);
    if (!isExact) yield `in the end ${settings.name} is ${JSON.stringify(alert)}`;
  }
  for (const { id, settings } of unexpected.values())
    yield `in the end there is an unexpected alert ${settings.name} (${id})`;
}

/** No field of an unmanaged alert may change. */
export function* checkUnmanaged(found: readonly ModelAlert[]): Generator<string> {
  for (const [index, { settings, config }] of unmanaged.entries()) {
    const alert = found.find(({ id }) => id === index + 1);
    if (!isDeepStrictEqual(alert, { id: index + 1, settings, config })) {
      yield `the unmanaged alert ${settings.name} changed to ${JSON.stringify(alert)}`;
    }
  }
}

/** The last run, which has no faults, must succeed, and a new plan must be empty. */
export function* checkConverged(
  { definitions }: Scenario,
  last: RunResult | undefined,
  found: readonly ModelAlert[],
): Generator<string> {
  for (const { what } of last?.refusal ?? []) yield `the last run was refused: ${what}`;
  for (const { name, outcome, problems } of last?.report?.results ?? []) {
    if (outcome !== "done") yield `the last run: ${name} ${outcome}: ${JSON.stringify(problems)}`;
  }
  const resolution = resolveReferences(definitions, {
    destinations: [
      { id: 1, name: "Pager" },
      { id: 2, name: "Chat" },
    ],
    hosts: [{ id: 1, name: "db-1" }],
    policies: [1, 2, 3, 4].map((id) => ({ id })),
    durations: [1, 2, 3, 4, 5].map((id) => ({ id })),
  });
  if (!resolution.ok) throw new Error("a reference of the scenario does not exist");
  const live = found.map(({ id, settings, config }) => ({
    alert: readAlert({ ...settings, id }),
    config: readAlertConfig(config, kindOfType(settings.type === 1 ? 1 : 2)),
  }));
  const { changes, problems } = planFor(resolution.desired, live, { prune: isPruned });
  for (const { what } of problems) yield `a plan afterwards reports: ${what}`;
  for (const change of changes) {
    if (change.action !== "unchanged") yield `a plan afterwards would ${change.action} ${nameOf(change)}`;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
