import { existsSync } from "node:fs";
import { type IConstruct } from "constructs";
import { type NamedFiring, simulateDefinitions, type SimulatedTimeline } from "../alert-tests";
import { type Definitions, loadDefinitions, parseDefinitionsFile, parseStack } from "../definitions";
import { isError, ProblemError } from "../diagnostics";
import { synthesizeStack } from "./defined-alerts";

/**
 * Alerts to simulate: a stack or a construct in it, the path of a definitions file, of a folder or of a cdktf output folder, or a list of
 * alerts with the keys of a definitions file.
 */
export type AlertSource = IConstruct | string | readonly Readonly<Record<string, unknown>>[];

/** The result of {@link simulate}. */
export interface SimulatedAlerts {
  /** Names of all alerts, including those that do not fire. */
  readonly alerts: readonly string[];
  /** In the order of their times. */
  readonly firings: readonly NamedFiring[];
}

/**
 * Simulates alerts on a timeline of metrics, events and changes. Definitions are in effect from the start. Times are strings such as `90s`,
 * `5m` or `1h30m`, or whole seconds.
 *
 * @param timeline the keys of a test file (docs/test-files.md): `hosts`, `destinations`, `policies`, `durations`, `metrics`, `events`,
 *   `changes`, `until`
 * @throws Error with all problems of the definitions and of the timeline
 * @example
 * const simulated = simulate(stack, {
 *   hosts: [{ name: "db1", type: "mysql" }],
 *   durations: { 2: "5m" },
 *   metrics: [{ host: "db1", metric: "mysql.repl.seconds_behind_master", every: "10s", values: "0x6 40x40 10" }],
 * });
 * expect(simulated).toFire({ alert: "Orders: a replica is behind", at: "6m10s", host: "db1", notifies: ["#db-alerts"] });
 * expect(simulated).toNotFire("Deploy: code went out");
 */
export function simulate(source: AlertSource, timeline: SimulatedTimeline): SimulatedAlerts {
  const { alerts, problems } = readSource(source);
  if (problems.some(isError)) throw new ProblemError(problems.filter(isError));
  return { alerts: alerts.map(({ name }) => name), firings: simulateDefinitions(alerts, timeline) };
}

function readSource(source: AlertSource): Definitions {
  if (typeof source === "string") return readText(source);
  if (isList(source)) return parseDefinitionsFile(JSON.stringify({ alerts: source }), "definitions");
  return readStack(synthesizeStack(source));
}

/** A path, or the JSON text of a stack, as `Testing.synth` returns it. */
function readText(source: string): Definitions {
  return !existsSync(source) && source.trimStart().startsWith("{")
    ? readStack(source)
    : loadDefinitions([source], { isForService: false });
}

function readStack(text: string): Definitions {
  return parseStack(text, "stack", { isForService: false });
}

function isList(source: AlertSource): source is Extract<AlertSource, readonly unknown[]> {
  return Array.isArray(source);
}
