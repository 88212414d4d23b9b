/** Resolves the tests of a file, and reports unknown names, invalid times and invalid series at their places. */
import { type MetricValue } from "../alerting";
import { parseAlert, type Places } from "../definitions";
import {
  errorOf,
  formatField,
  getOrAdd,
  hintForName,
  isError,
  isMapping,
  omitUndefined,
  type Problem,
  quote,
  toNfc,
} from "../diagnostics";
import { type AlertDefinition, type Reference } from "../reconcile";
import { attributesOf, isMuted, scopeOf, TextMap } from "../service";
import {
  isExcluded,
  maxTimeSeconds,
  parseDate,
  parseTestTime,
  parseTimeInTest,
  timeHint,
} from "./parse-test-file";
import { type AlertTest, type ExpectedAlert, type ExpectedRoute, type TestChange } from "./run-test";
import { type ExpectationContent, type RouteContent, type TestContent, type TestFileContent } from "./schema";
import { maxSamples, parseSeries, type SampleBudget, samplesOf, type SeriesPart } from "./series";
import { TestEnvironment, type ValuePath } from "./test-environment";
import { type ExpectedEntry } from "./timeline";

/** Per file. */
const maxProblems = 1000;

/** Resolves the tests. Only tests without errors have warnings of what proves nothing. @returns undefined after adding errors */
export function resolveTests(
  content: TestFileContent,
  places: Places,
  definitions: readonly AlertDefinition[],
  problems: Problem[],
  hasName: (name: string) => boolean,
  budget: SampleBudget,
): { readonly tests: readonly AlertTest[]; readonly environment: TestEnvironment } | undefined {
  const found: Problem[] = [];
  const environment = new TestEnvironment(content, places, definitions, found);
  const resolver = new TestResolver(environment, budget);
  const tests = content.tests.flatMap((test, index) =>
    !isExcluded(test) && hasName(test.name) ? [resolver.resolveTest(test, ["tests", index])] : [],
  );
  if (!found.some(isError)) resolver.reportIgnored();
  for (const problem of found.slice(0, maxProblems)) problems.push(problem);
  return found.some(isError) || budget.isExceeded ? undefined : { tests, environment };
}

interface Series {
  readonly host: number;
  readonly metric: string;
  /** In milliseconds. */
  readonly interval: number;
  readonly parts: readonly SeriesPart[];
  readonly at: number;
}

function expandSeries(series: readonly Series[]): MetricValue[] {
  const values: MetricValue[] = [];
  for (const { host, metric, interval, parts } of series)
    for (const [n, value] of samplesOf(parts)) values.push({ host, metric, value, at: n * interval });
  return values;
}

class TestResolver {
  readonly #reportedDurations = new Set<Reference>();
  /** What proves nothing, by a clause. */
  readonly #ignored = new Map<string, { readonly path: ValuePath; readonly remedy: string; count: number }>();

  constructor(
    private readonly environment: TestEnvironment,
    private readonly budget: SampleBudget,
  ) {}

  /** Adds one warning for each kind, at the first place. */
  reportIgnored(): void {
    for (const [clause, { path, remedy, count }] of this.#ignored) {
      const more = count === 1 ? "" : ` (and ${count - 1} more in this file)`;
      this.environment.report(path, `${formatField(path)} ${clause}${more}.`, remedy, "warning");
    }
  }

  #ignore(path: ValuePath, clause: string, remedy: string): void {
    getOrAdd(this.#ignored, clause, () => ({ path, remedy, count: 0 })).count++;
  }

  #start: number | undefined;

  #time(value: string | number, path: ValuePath): number {
    return this.environment.time(value, path, this.#start);
  }

  resolveTest(test: TestContent, path: ValuePath): AlertTest {
    this.#start = test.start === undefined ? undefined : parseDate(test.start);
    if (test.start !== undefined && this.#start === undefined) {
      const what = `${formatField([...path, "start"])} is not a date with a zone: ${quote(test.start)}.`;
      this.environment.report([...path, "start"], what, "Write a date such as 2026-03-29T00:30+01:00.");
    }
    const series = this.#readMetrics(test.metrics, [...path, "metrics"]);
    const events = test.events.map(({ at, type, host, level, message }, index) => ({
      at: this.#time(at, [...path, "events", index, "at"]),
      type,
      host: this.environment.host(host, [...path, "events", index, "host"]),
      level,
      message,
    }));
    const changes = this.#readChanges(test.changes, [...path, "changes"]);
    const expected = Object.entries(test.expect).flatMap(([name, entries]) =>
      this.#readExpectation(name, entries, [...path, "expect", name]),
    );
    const routes = test.routes.flatMap((route, index) => this.#readRoute(route, [...path, "routes", index]));
    this.#checkDurations(test, expected, path);
    const effects = test.changes.map(({ at }) => ({
      at: (parseTimeInTest(at, this.#start) ?? 0) + this.environment.propagationWindowMs,
    }));
    const lastInput = Math.max(lastTime(series), lastTime(events), lastTime(effects));
    const until =
      test.until === undefined
        ? lastInput + this.environment.longestDuration()
        : this.#time(test.until, [...path, "until"]);
    this.#ignoreAfter(until, series, [...path, "metrics"], "has samples after the end of the test");
    this.#ignoreAfter(until, events, [...path, "events"]);
    this.#ignoreAfter(until, effects, [...path, "changes"]);
    if (expected.length + routes.length === 0)
      this.#ignore(path, "has no expectation, so it proves nothing", "Add expect or routes.");
    const alerts = this.environment.alertsAt(this.#start);
    return {
      name: test.name,
      place: this.environment.places.ofValue(path),
      start: this.#start,
      input: {
        ...this.environment.simulation(
          series.map(({ metric }) => metric),
          events.map(({ type }) => type),
          alerts,
        ),
        // Expanded when the test runs, so that only the samples of one test are in memory.
        get values() {
          return expandSeries(series);
        },
        events,
        changes,
        until,
      },
      expected,
      routes,
      alerts,
      names: this.environment.names(),
    };
  }

  #readMetrics(metrics: TestContent["metrics"], path: ValuePath): Series[] {
    const seen = new Set<string>();
    return metrics.flatMap(({ host: hostName, metric, every, values }, index) => {
      const at = [...path, index];
      if (seen.size === seen.add(toNfc(JSON.stringify([hostName, metric]))).size)
        this.#ignore(at, "has the host and the metric of another series of the test", "Join the series.");
      const host = this.environment.host(hostName, [...at, "host"]);
      const interval = this.environment.time(every, [...at, "every"]);
      if (parseTestTime(every) === 0)
        this.environment.report([...at, "every"], "every must be greater than zero.", timeHint);
      this.#warnIfUnwatched(metric, [...at, "metric"]);
      const text = this.environment.places.textOf?.([...at, "values"]) ?? String(values);
      const series = parseSeries(text);
      if (!series.ok) {
        const what = `${formatField([...at, "values"])} contains ${quote(series.invalid)}, which is not a sample.`;
        const remedy = "Write a, axN, a+bxN, a-bxN, _ or _xN, separated by spaces, for example: 0x6 40x40 10";
        this.environment.report([...at, "values"], what, remedy);
        return [];
      }
      const { parts } = series;
      const present = parts.filter(({ first }) => first !== undefined);
      this.#countSamples(countOf(present) * Math.max(1, this.environment.watcherCount(metric)), [
        ...at,
        "values",
      ]);
      if ((countOf(parts) - 1) * interval > maxTimeSeconds * 1000) {
        const remedy = "Write fewer samples, or a shorter interval.";
        this.environment.report([...at, "values"], "The samples cover more than a year.", remedy);
      }
      if (host === undefined) return [];
      const last = countOf(parts.slice(0, 1 + parts.findLastIndex(({ first }) => first !== undefined))) - 1;
      return [{ host, metric, interval, parts, at: Math.max(0, last) * interval }];
    });
  }

  #ignoreAfter(
    end: number,
    inputs: readonly { readonly at: number }[],
    path: ValuePath,
    clause = "has no effect before the end of the test",
  ): void {
    for (const [index, { at }] of inputs.entries())
      if (at > end) this.#ignore([...path, index], clause, "Set a later until, or an earlier time.");
  }

  #countSamples(count: number, path: ValuePath): void {
    if (!this.budget.spend(count)) return;
    const what = `The tests of this run have more than ${maxSamples.toLocaleString("en")} samples, counted for each alert that watches them.`;
    this.environment.report(path, what, "Use longer intervals, or select fewer tests with --filter.");
  }

  #warnIfUnwatched(metric: string, path: ValuePath): void {
    if (this.environment.watcherCount(metric) > 0) return;
    const what = `No definition watches the metric ${quote(metric)}.`;
    this.environment.report(path, what, hintForName(metric, this.environment.metrics), "warning");
  }

  /** Each change applies to the result of the earlier ones of the same alert. */
  #readChanges(changes: TestContent["changes"], path: ValuePath): TestChange[] {
    const current = new Map<number, AlertDefinition>();
    const keys = new Map<number, ReadonlySet<string>>();
    const start = this.#start ?? Infinity;
    // An apply at the end of a mute enables the alert.
    const ends = this.environment.definitions.flatMap(({ name, mute }) =>
      mute !== undefined && isMuted(mute, start)
        ? [{ at: mute.until - start, alert: name, set: {}, path }]
        : [],
    );
    const written = changes.map(({ at, ...change }, index) => ({
      ...change,
      at: this.#time(at, [...path, index, "at"]),
      path: [...path, index],
    }));
    return [...written, ...ends]
      .sort((a, b) => a.at - b.at)
      .flatMap(({ at, alert, set, path: changePath }) => {
        const id = this.environment.alert(alert, [...changePath, "alert"]);
        const before =
          id === undefined ? undefined : (current.get(id) ?? this.environment.definitions[id - 1]);
        if (id === undefined || before === undefined) return [];
        const setPath = [...changePath, "set"];
        const places: Places = {
          ofValue: (field) => this.environment.places.ofValue([...setPath, ...field]),
          ofKey: (field) => this.environment.places.ofKey([...setPath, ...field]),
        };
        const after = changedDefinition(before, set, places, this.environment.problems);
        if (after === undefined) return [];
        current.set(id, after);
        const blocks = Object.values(set).filter(isMapping);
        const changed = new Set([...(keys.get(id) ?? []), ...[set, ...blocks].flatMap(Object.keys)]);
        keys.set(id, changed);
        const configured = this.environment.configure(after, changePath);
        const disabled = configured.disabled || isMuted(after.mute, start + at);
        return [{ at, id, alert: { ...configured, id, disabled }, set: changed }];
      });
  }

  #readExpectation(name: string, contents: readonly ExpectationContent[], path: ValuePath): ExpectedAlert[] {
    const alert = this.environment.alert(name, path, "ofKey");
    const entries = contents.flatMap((content, index) => this.#readEntry(content, [...path, index]));
    entries.forEach(({ at }, index) => {
      if (at >= (entries[index - 1]?.at ?? 0)) return;
      const what = "The expectations are not sorted by time.";
      this.environment.report([...path, index], what, "Sort them by the time of fires and resolves.");
    });
    if (alert === undefined) return [];
    const placeOf = (index?: number) =>
      index === undefined
        ? this.environment.places.ofKey(path)
        : this.environment.places.ofValue([...path, index]);
    return [{ alert, entries, placeOf }];
  }

  #readEntry(content: ExpectationContent, path: ValuePath): ExpectedEntry[] {
    const { fires, resolves, host, level, notifies } = content;
    if ((fires === undefined) === (resolves === undefined)) {
      const what = "An expectation needs either fires or resolves.";
      this.environment.report(path, what, "Set one of them to a time.");
      return [];
    }
    const type = fires === undefined ? "resolves" : "fires";
    return [
      {
        type,
        at: this.#time(fires ?? resolves ?? 0, [...path, type]),
        host: this.environment.host(host, [...path, "host"]),
        level,
        destinations: notifies?.flatMap((name, index) =>
          this.environment.destination(name, [...path, "notifies", index]),
        ),
      },
    ];
  }

  #readRoute({ host, event, level, notifies }: RouteContent, path: ValuePath): ExpectedRoute[] {
    if ((event === undefined) === (level === undefined)) {
      const remedy = "Set event to a type of events, or level to info, warn or crit.";
      this.environment.report(path, "A route needs either event or level.", remedy);
      return [];
    }
    if (level !== undefined && host === undefined) {
      const remedy = "Set host to the name of a host.";
      this.environment.report(path, "A threshold alert fires on a host.", remedy);
    }
    return [
      {
        cause: level === undefined ? { kind: "event", category: event ?? "" } : { kind: "threshold", level },
        host: this.environment.host(host, [...path, "host"]),
        destinations: notifies.flatMap((name, index) =>
          this.environment.destination(name, [...path, "notifies", index]),
        ),
        place: this.environment.places.ofValue(path),
      },
    ];
  }

  /** Reports unknown durations of threshold alerts that the test gives samples for, or expects to fire. */
  #checkDurations(test: TestContent, expected: readonly ExpectedAlert[], path: ValuePath): void {
    const metrics = new TextMap(test.metrics.map(({ metric }) => [metric, true]));
    const firing = new Set(expected.flatMap(({ alert, entries }) => (entries.length > 0 ? [alert] : [])));
    for (const { id, name, metric, duration } of this.environment.unmeasured) {
      if ((!metrics.has(metric) && !firing.has(id)) || this.#reportedDurations.has(duration)) continue;
      this.#reportedDurations.add(duration);
      const what = `The alert ${quote(name)} uses duration ${duration}, whose length is not given.`;
      this.environment.report(
        path,
        what,
        `Add it at the top level, for example: durations: { ${duration}: 5m }`,
      );
    }
  }
}

function countOf(parts: readonly SeriesPart[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

function lastTime(inputs: readonly { readonly at: number }[]): number {
  return inputs.reduce((last, { at }) => Math.max(last, at), 0);
}

/**
 * Returns the definition with other values. A block, `event` or `threshold`, keeps the keys that are not given.
 *
 * @param places of `values`
 * @returns undefined after adding problems, if the values are invalid
 */
function changedDefinition(
  definition: AlertDefinition,
  values: Readonly<Record<string, unknown>>,
  places: Places,
  problems: Problem[],
): AlertDefinition | undefined {
  const { kind } = definition.condition;
  const otherKind = kind === "event" ? "threshold" : "event";
  const unchangeable = ["name", "muted", otherKind].find((key) => Object.hasOwn(values, key));
  if (unchangeable !== undefined) {
    const where = { ...places.ofKey([unchangeable]), field: ["set", unchangeable] };
    const what = `A test cannot change ${unchangeable}.`;
    const remedy =
      "Remove it. A test changes no name, no kind and no mute. To test a mute of the definition, set start.";
    problems.push(errorOf("definition-invalid", what, { where, remedy }));
    return undefined;
  }
  const block = values[kind];
  const conditionAttributes = attributesOf(definition.condition);
  const merged = isMapping(block) ? { [kind]: { ...conditionAttributes[kind], ...block } } : {};
  const before = {
    name: definition.name,
    policy: definition.policy,
    annotations: definition.annotations,
    disabled: definition.disabled,
    destinations: definition.destinations,
    ...scopeOf(definition),
    ...omitUndefined({ host_tags: definition.hostTags, allow_no_hosts: definition.allowNoHosts }),
    ...conditionAttributes,
  };
  const after = parseAlert({ ...before, ...values, ...merged }, places, problems);
  return after && { ...after, mute: definition.mute };
}
