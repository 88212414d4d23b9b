/** Runs tests with mutants of an alert. Only tests that expect something of the alert can notice them. */
import {
  type AlertHost,
  type ConfiguredAlert,
  type MetricValue,
  type RoutedCause,
  routesTo,
  simulateTimeline,
  thresholdEventType,
} from "../alerting";
import { getOrAdd, groupBy } from "../diagnostics";
import { includesText } from "../service";
import { type AlertTest, type ExpectedRoute } from "./run-test";
import { compareTimelines, isSameSet } from "./timeline";

/** A change of an alert. */
export interface Mutation {
  /** For example `trigger: 30 -> 33`. */
  readonly change: string;
  /** The changed fields of the alert, of its configuration or of its condition. The IDs depend on the test file. */
  readonly values: (alert: ConfiguredAlert) => Readonly<Record<string, unknown>>;
  readonly durationMs?: number;
}

/** The ID of a duration that no definition has. */
export const mutantDuration = -1;

/**
 * @param version the alert as defined, or changed by a test
 * @param defined the alert in the same environment, as defined
 * @param set the fields that the test sets, which no mutation changes
 */
export function mutate(
  version: ConfiguredAlert,
  { values }: Mutation,
  defined = version,
  set: ReadonlySet<string> = new Set(),
): ConfiguredAlert {
  const changed = Object.entries(values(defined)).filter(([key]) => !set.has(key));
  const overlay = <T extends object>(object: T): T => ({
    ...object,
    ...Object.fromEntries(changed.filter(([key]) => Object.hasOwn(object, key))),
  });
  const { config } = version;
  return overlay({ ...version, config: overlay({ ...config, condition: overlay(config.condition) }) });
}

/** Routes with the same time, cause and host, which have the same alerts and destinations. */
interface RouteGroup {
  readonly cause: RoutedCause;
  readonly host: AlertHost | undefined;
  readonly alerts: readonly ConfiguredAlert[];
  readonly notifying: readonly ConfiguredAlert[];
  readonly destinations: readonly number[];
}

export class NoticingTests {
  /** The tests that expect firings of an alert, or none, by its ID. */
  readonly #testsByAlert = new Map<number, AlertTest[]>();
  readonly #routes = new Map<string, RouteGroup>();
  /** The event alerts that firings of threshold alerts fire. */
  readonly #listeners: ReadonlySet<number>;

  /** @param tests that passed */
  constructor(alerts: readonly ConfiguredAlert[], tests: readonly AlertTest[]) {
    const listeners = alerts.filter(
      ({ config: { condition } }) =>
        condition.kind === "event" && includesText(condition.categories, thresholdEventType),
    );
    this.#listeners = new Set(listeners.map(({ id }) => id));
    for (const test of tests) {
      const expected = test.expected.map(({ alert }) => alert);
      const isAnyExpected = expected.some((id) => this.#listeners.has(id));
      const fired = isAnyExpected ? test.input.alerts.map(({ id }) => id) : [];
      for (const id of new Set([...expected, ...fired]))
        getOrAdd(this.#testsByAlert, id, () => []).push(test);
      for (const route of test.routes) this.#addRoute(route, test);
    }
  }

  #addRoute({ cause, host: hostId, destinations }: ExpectedRoute, { start, alerts, input }: AlertTest): void {
    const host = hostId === undefined ? undefined : input.objects.host(hostId);
    getOrAdd(this.#routes, JSON.stringify([start, cause, hostId]), () => ({
      cause,
      host,
      alerts,
      notifying: routesTo(alerts, cause, host),
      // The test passed, so that other routes of the group expect the same destinations.
      destinations,
    }));
  }

  /** Returns the mutations of the alert that no test notices. */
  unnoticed(alert: ConfiguredAlert, mutations: readonly Mutation[]): readonly Mutation[] {
    let rest = mutations.filter((mutation) => !this.#isRouteNoticing(alert, mutation));
    for (const test of this.#testsByAlert.get(alert.id) ?? []) {
      if (rest.length === 0) break;
      const { values } = test.input;
      rest = rest.filter((mutation) => !this.#isNoticing(test, values, alert, mutation));
    }
    return rest;
  }

  #isRouteNoticing(alert: ConfiguredAlert, mutation: Mutation): boolean {
    return [...this.#routes.values()].some(({ cause, host, alerts, notifying, destinations }) => {
      const others = notifying.filter(({ id }) => id !== alert.id);
      const version = alerts[alert.id - 1] ?? alert;
      const after = routesTo([mutate(version, mutation, alert)], cause, host);
      if (others.length === notifying.length && after.length === 0) return false;
      return !isSameSet(
        destinations,
        [...others, ...after].flatMap(({ destinations: ids }) => ids),
      );
    });
  }

  #isNoticing(
    test: AlertTest,
    values: readonly MetricValue[],
    alert: ConfiguredAlert,
    mutation: Mutation,
  ): boolean {
    const { expected, names, input } = test;
    const { alerts, changes, objects, events, until, propagationWindowMs } = input;
    const durationMs = (id: number) => (id === mutantDuration ? mutation.durationMs : objects.durationMs(id));
    // An alert affects others only where its firings fire event alerts.
    const isShared = [alert.id, ...expected.map(({ alert: id }) => id)].some((id) => this.#listeners.has(id));
    const isSimulated = ({ id }: { readonly id: number }) => isShared || id === alert.id;
    const firings = simulateTimeline({
      alerts: alerts
        .filter(isSimulated)
        .map((version) => (version.id === alert.id ? mutate(version, mutation, alert) : version)),
      changes: changes
        .filter(isSimulated)
        .map((change) =>
          change.id === alert.id && change.alert !== undefined
            ? { ...change, alert: mutate(change.alert, mutation, alert, change.set) }
            : change,
        ),
      objects: { ...objects, durationMs },
      values,
      events,
      until,
      propagationWindowMs,
    });
    const firingsByAlert = groupBy(firings, ({ alert: id }) => id);
    return expected.some(
      ({ alert: id, entries }) =>
        isSimulated({ id }) &&
        compareTimelines(entries, firingsByAlert.get(id) ?? [], names).some(({ isSame }) => !isSame),
    );
  }
}
