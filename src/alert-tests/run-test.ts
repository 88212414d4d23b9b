/** Runs tests: simulates their timelines, and compares firings and routes with the expectations. Also finds the alerts that no test fires. */
import { resolve } from "node:path";
import {
  type AlertChange,
  type ConfiguredAlert,
  type Firing,
  type RoutedCause,
  routesTo,
  simulateTimeline,
  type SimulationInput,
} from "../alerting";
import { groupBy, type Place, quote, toSafeLine } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import {
  type ComparedEntry,
  compareTimelines,
  describeDestinations,
  type ExpectedEntry,
  isSameSet,
  type SimulatedNames,
} from "./timeline";

export interface ExpectedAlert {
  readonly alert: number;
  readonly entries: readonly ExpectedEntry[];
  /** The place of an entry, or of the whole expectation. */
  readonly placeOf: (index?: number) => Place;
}

export interface ExpectedRoute {
  readonly cause: RoutedCause;
  readonly host: number | undefined;
  readonly destinations: readonly number[];
  readonly place: Place;
}

export interface TestChange extends AlertChange {
  /** The keys that this change and earlier ones of the alert set, also those in blocks. */
  readonly set: ReadonlySet<string>;
}

interface TestInput extends Required<SimulationInput> {
  readonly changes: readonly TestChange[];
}

/** A test with resolved names. Objects have the IDs of the simulation. */
export interface AlertTest {
  readonly name: string;
  readonly place: Place;
  /** Unix milliseconds. Undefined if mutes do not count. */
  readonly start: number | undefined;
  /** Has the alerts that the input can fire. */
  readonly input: TestInput;
  readonly expected: readonly ExpectedAlert[];
  readonly routes: readonly ExpectedRoute[];
  /** All alerts, as they are at the start. */
  readonly alerts: readonly ConfiguredAlert[];
  readonly names: SimulatedNames;
}

interface FailedExpectation {
  /** One sentence, without the place. */
  readonly what: string;
  readonly where: Place;
  /** The whole timeline of the alert. One entry for a route. */
  readonly entries: readonly Pick<ComparedEntry, "expected" | "actual" | "isSame">[];
}

export interface AlertTestResult {
  readonly test: AlertTest;
  readonly failures: readonly FailedExpectation[];
  readonly firings: readonly Firing[];
}

export function runAlertTest(test: AlertTest): AlertTestResult {
  const firings = simulateTimeline(test.input);
  const firingsByAlert = groupBy(firings, ({ alert }) => alert);
  const timelines = test.expected.flatMap(({ alert, entries, placeOf }): FailedExpectation[] => {
    const compared = compareTimelines(entries, firingsByAlert.get(alert) ?? [], test.names);
    const first = compared.find(({ isSame }) => !isSame);
    if (first === undefined) return [];
    const where = { ...placeOf(first.index), subject: test.names.alert(alert) };
    return [{ what: describeMismatch(first), where, entries: compared }];
  });
  const routes = test.routes.flatMap((route) => failedRoute(test, route));
  return { test, failures: [...timelines, ...routes], firings };
}

function describeMismatch({ expected, actual }: ComparedEntry): string {
  if (expected === undefined) return `Unexpected: ${actual ?? ""}.`;
  if (actual === undefined) return `Missing: ${expected}.`;
  return `Expected: ${expected}. Actual: ${actual}.`;
}

function failedRoute({ alerts, input, names }: AlertTest, route: ExpectedRoute): FailedExpectation[] {
  const host = route.host === undefined ? undefined : input.objects.host(route.host);
  const actual = routesTo(alerts, route.cause, host).flatMap(({ destinations }) => destinations);
  if (isSameSet(route.destinations, actual)) return [];
  const { cause } = route;
  const what =
    cause.kind === "event"
      ? `an event ${quote(cause.category)}`
      : `a threshold alert of level ${cause.level}`;
  const subject = `${what}${route.host === undefined ? "" : ` on ${toSafeLine(names.host(route.host))}`}`;
  const entry = {
    expected: describeDestinations(route.destinations, names),
    actual: describeDestinations(actual, names),
    isSame: false,
  };
  return [
    {
      what: `Expected that ${subject} ${entry.expected}. Actual: ${entry.actual}.`,
      where: route.place,
      entries: [entry],
    },
  ];
}

export interface AlertCoverage {
  readonly alerts: number;
  /** The number of alerts that fire in at least one test. */
  readonly fired: number;
  readonly unfired: readonly AlertDefinition[];
  /** Threshold alerts that fire in a test, but do not resolve in any test. */
  readonly unresolved: readonly AlertDefinition[];
}

/** @param files with the results of their tests. Files that test the same definitions count them once. */
export function findAlertCoverage(
  files: readonly {
    readonly file: { readonly alerts: readonly AlertDefinition[] };
    readonly results: readonly AlertTestResult[];
  }[],
): AlertCoverage {
  const definitions = new Map<string, AlertDefinition>();
  const fired = new Set<string>();
  const resolved = new Set<string>();
  for (const { file, results } of files) {
    const keys = file.alerts.map(definitionKey);
    file.alerts.forEach((alert, index) => definitions.set(keys[index] ?? "", alert));
    const proving = results.filter(({ test: { expected, routes } }) => expected.length + routes.length > 0);
    for (const { alert, resolvedAt } of proving.flatMap(({ firings }) => firings)) {
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
export function definitionKey({ name, place }: AlertDefinition): string {
  return JSON.stringify([place.file === undefined ? "" : resolve(place.file), name]);
}
