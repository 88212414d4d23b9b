/** Runs one test: simulates its timeline, and compares firings and routes with its expectations. */
import { type Firing, routesTo, simulate } from "../alerting";
import { groupBy, type Place, toSafeLine, quote } from "../diagnostics";
import { type AlertTest, type ExpectedRoute } from "./alert-test";
import { compareTimelines, type ComparedEntry, describeDestinations, isSameSet } from "./timeline";

interface FailedExpectation {
  /** One sentence, without the place. */
  readonly what: string;
  readonly where: Place;
  /** The whole timeline of the alert. One entry for a route. */
  readonly entries: readonly Pick<ComparedEntry, "expected" | "actual" | "isSame">[];
}

export interface AlertTestResult {
  readonly test: AlertTest;
  /** Empty if the test passed. */
  readonly failures: readonly FailedExpectation[];
  readonly firings: readonly Firing[];
}

export function runAlertTest(test: AlertTest): AlertTestResult {
  const firings = simulate(test.input);
  const firingsByAlert = groupBy(firings, ({ alert }) => alert);
  const timelines = test.expected.flatMap(({ alert, entries, placeOf }): FailedExpectation[] => {
    const compared = compareTimelines(entries, firingsByAlert.get(alert) ?? [], test.names);
    const first = compared.find(({ isSame }) => !isSame);
    if (first === undefined) return [];
    const where = { ...placeOf(first.index), subject: test.names.alert(alert) };
    return [{ what: describeDifference(first), where, entries: compared }];
  });
  const routes = test.routes.flatMap((route) => failedRoute(test, route));
  return { test, failures: [...timelines, ...routes], firings };
}

function describeDifference({ expected, actual }: ComparedEntry): string {
  if (expected === undefined) return `Unexpected: ${actual ?? ""}.`;
  if (actual === undefined) return `Missing: ${expected}.`;
  return `Expected: ${expected}. Actual: ${actual}.`;
}

function failedRoute({ input, names }: AlertTest, route: ExpectedRoute): FailedExpectation[] {
  const host = input.hosts.find(({ id }) => id === route.host);
  const actual = routesTo(input.alerts, route.cause, host).flatMap(({ destinations }) => destinations);
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
