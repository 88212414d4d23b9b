/** Simulates definitions on a timeline that a program passes, with the inputs of a test file. */
import { simulateTimeline } from "../alerting";
import { type Problem, ProblemError } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { type AlertLevel, formatTimeSpan } from "../service";
import { checkContent } from "./parse-test-file";
import { resolveTests } from "./resolve-tests";
import { type TestContentInput, type TestFileContentInput, testFileSchema } from "./schema";
import { SampleBudget } from "./series";

/** The inputs of a simulation, as in a test file. Times are strings such as `5m`, or seconds. */
export type SimulatedTimeline = Omit<TestFileContentInput, "$schema" | "definitions" | "tests"> &
  Pick<TestContentInput, "start" | "metrics" | "events" | "changes" | "until">;

/** One firing of an alert on a host, or for a global event. */
export interface NamedFiring {
  readonly alert: string;
  /** Time from the start, for example `6m10s`. */
  readonly at: string;
  /** When a threshold alert resolves. Undefined for an event alert, and for an alert that is unresolved at the end. */
  readonly resolves: string | undefined;
  /** Undefined for a global event. */
  readonly host: string | undefined;
  readonly level: AlertLevel;
  /** Names of destinations, or IDs where the definition has IDs. */
  readonly notifies: readonly (string | number)[];
}

/**
 * Simulates definitions on a timeline.
 *
 * @returns the firings, sorted by time
 * @throws ProblemError with all problems of the timeline
 * @example
 * simulateDefinitions(loadDefinitions(["alerts.yaml"]).alerts, {
 *   hosts: [{ name: "db1", type: "mysql" }],
 *   events: [{ at: "1m", type: "code deployment", host: "db1" }],
 * });
 */
export function simulateDefinitions(
  definitions: readonly AlertDefinition[],
  { start, metrics, events, changes, until, ...file }: SimulatedTimeline,
): NamedFiring[] {
  const problems: Problem[] = [];
  const places = { ofValue: () => ({}), ofKey: () => ({}) };
  const test = { name: "simulation", start, metrics, events, changes, until };
  const content = checkContent(testFileSchema, { ...file, tests: [test] }, places, problems);
  const { tests: [resolved] = [] } =
    (content && resolveTests(content, places, definitions, problems, () => true, new SampleBudget())) ?? {};
  if (resolved === undefined) throw new ProblemError(problems.map(inTimeline));
  const { input, names } = resolved;
  return simulateTimeline(input).map(({ alert, at, resolvedAt, host, level, destinations }) => ({
    alert: names.alert(alert),
    at: formatTimeSpan(at),
    resolves: resolvedAt === undefined ? undefined : formatTimeSpan(resolvedAt),
    host: host === undefined ? undefined : names.host(host),
    level,
    notifies: destinations.map(names.destinationReference),
  }));
}

/** Removes the test from the path, because a program passes the inputs of one test only. */
function inTimeline({ what, where, ...problem }: Problem): Problem {
  const { field = [], ...place } = where ?? {};
  const path = field[0] === "tests" ? field.slice(2) : field;
  return { ...problem, what: what.replaceAll("tests[0].", ""), where: { ...place, field: path } };
}
