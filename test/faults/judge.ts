/**
 * Whether what a run says is true, and whether what the runs left is what was asked for. Each complaint is a sentence; none
 * means that all held.
 */
import { isDeepStrictEqual } from "node:util";
import { nameOf, resolveReferences } from "../../src/reconcile";
import { kindOfType, readAlert, readAlertConfig } from "../../src/service";
import { type Ledger, type LedgerAlert } from "./ledger";
import { type RunResult } from "./one-run";
import { type Expected, foreign, isPruned, type Scenario } from "./parts";
import { type Fields } from "./wire";
import { planFor } from "../support/plan-for";

/**
 * What one run reports, held against what its writes left.
 * @param wasDeceived a list of this run left alerts out: what its plan could not see, it need not tell
 */
export function* judgeRun(
  scenario: Scenario,
  result: RunResult,
  ledger: Ledger,
  wasDeceived: boolean,
): Generator<string> {
  if (result.defect !== undefined) {
    yield `it threw what is no problem to show: ${describe(result.defect)}`;
    return;
  }
  const results = new Map(result.report?.results.map((one) => [one.name, one]));
  for (const { name, outcome, problems } of results.values()) {
    if (outcome === "failed" && problems.length === 0) yield `${name} failed, and no problem says why`;
    if (outcome === "done" && problems.length > 0) yield `${name} is done, and has problems`;
    const saysNothingLeft = problems.some(({ remedy = "" }) => remedy.includes("nothing is left behind"));
    if (saysNothingLeft && ledger.named(name).length > 0)
      yield `${name} is said to be removed again, and is there`;
  }
  for (const name of wantedNames(scenario, result)) {
    const wrong = differenceOf(scenario, ledger, name);
    const told = results.get(name);
    if (wrong === undefined) continue;
    if (told?.outcome === "done") yield `${name} is reported as done, but ${wrong}`;
    const isTold = told !== undefined || result.refusal.length > 0;
    const isPlanned = result.plan?.changes.some(
      (change) => change.action !== "unchanged" && nameOf(change) === name,
    );
    if (!isTold && !(wasDeceived && isPlanned !== true)) yield `${name} is not reported, but ${wrong}`;
  }
}

function wantedNames({ definitions, seed }: Scenario, { plan }: RunResult): Set<string> {
  const pruned = seed.map(({ settings }) => settings.name).filter(isPruned);
  return new Set([...definitions.map(({ name }) => name), ...pruned, ...(plan?.changes ?? []).map(nameOf)]);
}

/** How a name stands otherwise than is wanted. */
function differenceOf({ expected }: Scenario, ledger: Ledger, name: string): string | undefined {
  const held = ledger.named(name);
  const wanted = expected.find(({ settings }) => settings.name === name);
  if (wanted === undefined) return held.length === 0 ? undefined : "it is there";
  if (held.length > 1) return `there are ${held.length} of it`;
  const [alert] = held;
  if (alert === undefined) return "it is not there";
  return differs(alert, wanted);
}

function differs(alert: LedgerAlert, wanted: Expected): string | undefined {
  // A field that only the live alert had may be lost with an alert that was replaced; what is defined may not.
  if (!covers(alert.settings, wanted.settings)) return `its settings are ${JSON.stringify(alert.settings)}`;
  if (wanted.config === null) return alert.config === null ? undefined : "it has a configuration";
  if (alert.config === null) return "it has no configuration";
  return covers(alert.config, wanted.config)
    ? undefined
    : `its configuration is ${JSON.stringify(alert.config)}`;
}

const unknownFields = new Set(["team", "notes"]);

function covers(held: Fields, wanted: Fields): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => unknownFields.has(name) || isDeepStrictEqual(held[name], value),
  );
}

/** After the last run: exactly what was asked for, and what nobody asked about as it was. */
export function* judgeEnd({ expected, seed }: Scenario, found: readonly LedgerAlert[]): Generator<string> {
  const idOf = new Map(seed.map(({ settings }, index) => [settings.name, index + 1]));
  const rest = new Map(found.map((alert) => [alert.id, alert]));
  for (const { was, settings, config } of expected) {
    const alerts = found.filter((alert) => alert.settings.name === settings.name);
    for (const { id } of alerts) rest.delete(id);
    const [alert] = alerts;
    if (alert === undefined) {
      yield `in the end ${settings.name} is not there`;
      continue;
    }
    if (alerts.length > 1) yield `in the end there are ${alerts.length} of ${settings.name}`;
    if (was !== undefined && alert.id !== idOf.get(was))
      yield `in the end ${settings.name} is not what ${was} was`;
    const isExact = isDeepStrictEqual([alert.settings, alert.config], [settings, config]);
    if (!isExact) yield `in the end ${settings.name} is ${JSON.stringify(alert)}`;
  }
  for (const { id, settings } of rest.values()) yield `in the end there is also ${settings.name} (${id})`;
}

/** The foreign alerts, to the last field. */
export function* judgeForeign(found: readonly LedgerAlert[]): Generator<string> {
  for (const [index, { settings, config }] of foreign.entries()) {
    const alert = found.find(({ id }) => id === index + 1);
    if (!isDeepStrictEqual(alert, { id: index + 1, settings, config })) {
      yield `the foreign alert ${settings.name} is now ${JSON.stringify(alert)}`;
    }
  }
}

/** The run without faults has no failure, and a plan from what is there now has nothing to do. */
export function* judgeSettled(
  { definitions }: Scenario,
  last: RunResult | undefined,
  found: readonly LedgerAlert[],
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
  for (const { what } of problems) yield `a plan afterwards says: ${what}`;
  for (const change of changes) {
    if (change.action !== "unchanged") yield `a plan afterwards would ${change.action} ${nameOf(change)}`;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
