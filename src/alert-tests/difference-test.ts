/** Writes the difference that a change makes as a test. The alert passes it after the change, and fails it before. */
import { type AlertDifference, assumedDurationMs, type Firing, type MetricValue } from "../alerting";
import { escapeValues } from "../definitions";
import { setKey } from "../diagnostics";
import { type Reference } from "../reconcile";
import { formatTimeSpan, formatTimestamp, type Mute } from "../service";
import { type TestContentInput, type TestFileContentInput } from "./schema";

/** A difference that a test can express. */
export interface TestedDifference {
  readonly alert: string;
  /** The situation and the result after the change. */
  readonly title: string;
  readonly difference: AlertDifference;
  /** Disables the alert after the change. */
  readonly mute: Mute | undefined;
}

/** The objects that the definitions refer to. Names are unique. Definitions can refer to an object by its name or its ID. */
export interface TestedObjects {
  readonly hosts: readonly (TestedObject & { readonly type: string; readonly tags?: readonly string[] })[];
  readonly destinations: readonly TestedObject[];
  readonly policies: readonly (TestedObject & { readonly seconds: number | undefined })[];
  readonly durations: readonly (TestedObject & { readonly seconds: number | undefined })[];
}

interface TestedObject {
  readonly id: number;
  readonly name: string | undefined;
}

/** A duration of unknown length is assumed to be five minutes long. Strings are literal: `${` is escaped. */
export function writeDifferenceTest(tested: TestedDifference, objects: TestedObjects): TestFileContentInput {
  const { host } = tested.difference;
  const hosts = objects.hosts.map(({ id, name = `host-${id}`, type, tags }) => ({
    name: escapeValues(name),
    type: escapeValues(type),
    ...(tags === undefined ? {} : { tags: tags.map(escapeValues) }),
    id,
  }));
  const hostName =
    hosts.find(({ id }) => id === host.id)?.name ??
    (host.kind === "any" ? "any-host" : escapeValues(`any-${host.type}-host`));
  const destinations = objects.destinations.flatMap(({ id, name }) =>
    name === undefined ? [] : { name: escapeValues(name), id },
  );
  const references = new Map<number, Reference>(destinations.map(({ id, name }) => [id, name]));
  return {
    hosts: [...hosts, ...(host.kind === "named" ? [] : [{ name: hostName, type: escapeValues(host.type) }])],
    ...(destinations.length === 0 ? {} : { destinations }),
    policies: tableOfTimes(objects.policies),
    durations: tableOfTimes(
      objects.durations.map(({ seconds = assumedDurationMs / 1000, ...duration }) => ({
        ...duration,
        seconds,
      })),
    ),
    tests: [testOf(tested, hostName, (id) => references.get(id) ?? id)],
  };
}

/** By ID, and by name. */
function tableOfTimes(options: TestedObjects["policies"]): Record<string, string> {
  const table: Record<string, string> = {};
  for (const { id, name, seconds } of options) {
    if (seconds === undefined) continue;
    for (const reference of [String(id), ...(name === undefined ? [] : [escapeValues(name)])])
      setKey(table, reference, formatTimeSpan(seconds * 1000));
  }
  return table;
}

function testOf(
  { alert, title, difference, mute }: TestedDifference,
  host: string,
  referenceTo: (destination: number) => Reference,
): TestContentInput {
  const { events, values, until, after } = difference;
  const entries = after.flatMap((firing) => entriesOf(firing, host, referenceTo));
  return {
    name: escapeValues(`${alert}: ${title}`),
    ...(mute === undefined ? {} : { start: startBefore(mute, until) }),
    ...(values.length === 0 ? {} : { metrics: values.map((value) => seriesOf(value, host)) }),
    ...(events.length === 0
      ? {}
      : {
          events: events.map(({ at, type }) => ({ at: formatTimeSpan(at), type: escapeValues(type), host })),
        }),
    until: formatTimeSpan(until),
    expect: { [escapeValues(alert)]: entries.sort((a, b) => a.at - b.at).map(({ entry }) => entry) },
  };
}

/** A minute before the last start of a test that ends while the alert is muted. @param until in milliseconds */
function startBefore(mute: Mute, until: number): string {
  return formatTimestamp(Math.floor((mute.until - until) / 1000) * 1000 - 60_000);
}

/** A series with one value. The value of a time after the start is the second sample of its series. */
function seriesOf({ metric: name, value, at }: MetricValue, host: string) {
  const metric = escapeValues(name);
  return at === 0
    ? { host, metric, every: "1m", values: String(value) }
    : { host, metric, every: formatTimeSpan(at), values: `_ ${value}` };
}

function entriesOf(
  { kind, at, resolvedAt, level, destinations }: Firing,
  host: string,
  referenceTo: (destination: number) => Reference,
) {
  const notifies = [...new Set(destinations)].map(referenceTo);
  const fires = { fires: formatTimeSpan(at), host, ...(kind === "event" ? {} : { level }), notifies };
  return [
    { at, entry: fires },
    ...(resolvedAt === undefined
      ? []
      : [{ at: resolvedAt, entry: { resolves: formatTimeSpan(resolvedAt), host } }]),
  ];
}
