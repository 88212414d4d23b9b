/**
 * The proof that no difference and no silence is missing, and that a difference is the shortest: exhaustive searches over all timelines
 * of small grids, with the naive simulator. `npm run test:difference` searches larger grids.
 */
import { type ComparedAlert, differenceOf, type KnownObjects, notifiesLess } from "../../../src/alerting";
import { type AlertConfig } from "../../../src/service";
import {
  automatonOf,
  type NaiveHost,
  type NaiveInput,
  notifiesLessNaively,
  simulateNaively,
} from "./naive-simulator";
import { asNaive } from "./random-alerts";

const isComplete = process.env["DBMON_DIFFERENCE_PAIRS"] !== undefined;

const host: NaiveHost = { id: 9, type: "os", isDeleted: false };
/** Host 3 is deleted. */
const namedHosts: readonly NaiveHost[] = [
  { id: 1, type: "mysql", isDeleted: false },
  { id: 2, type: "pgsql", isDeleted: false },
  { id: 3, type: "mysql", isDeleted: true },
];
/** The ID of a policy or duration is its length in seconds. */
const known: KnownObjects = {
  host: (id) => namedHosts.find((one) => one.id === id),
  policyIntervalMs: (seconds) => seconds * 1000,
  durationMs: (seconds) => seconds * 1000,
};

interface Grid {
  readonly alerts: readonly ComparedAlert[];
  readonly hosts: readonly NaiveHost[];
  /** What can happen in a second, besides nothing. */
  readonly inputs: readonly NaiveInput[];
  /** Seconds of the first input, and of all further ones. */
  readonly times: readonly [first: readonly number[], further: readonly number[]];
  readonly maxInputs: number;
}

const allHosts = { hosts: [], host_types: [] };
const always = { policy: 0, disabled: false, destinations: [7] };

function threshold(changed: object = {}): AlertConfig["condition"] {
  const condition = { kind: "threshold", metric: "lag", trigger: 1, reset: 1, duration: 0 } as const;
  return { ...condition, alert_level: "warn", ...changed };
}

function value(number: number, metric = "lag"): NaiveInput {
  return { values: [{ metric, value: number }], events: [] };
}

function event(...types: readonly string[]): NaiveInput {
  return { values: [], events: types.map((type) => ({ type })) };
}

/** All lists of one item of each list. */
function combine<T extends readonly (readonly unknown[])[]>(
  ...lists: T
): { -readonly [K in keyof T]: T[K][number] }[] {
  return lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])),
    [[]],
  ) as { -readonly [K in keyof T]: T[K][number] }[];
}

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);
}

const grids: Record<string, Grid> = {
  "triggers, resets, durations and intervals": {
    alerts: combine(
      [1, 2],
      isComplete ? [0, 1, 2, 3] : [1, 3],
      isComplete ? [0, 1, 2] : [0, 2],
      isComplete ? [0, 1, 2, 3, 4, 5] : [0, 2, 4],
    ).map(([trigger, reset, duration, policy]) => ({
      ...always,
      policy,
      config: { ...allHosts, condition: threshold({ trigger, reset, duration }) },
    })),
    hosts: [host],
    inputs: [-1, 0, 1, 1.5, 2, 2.5, 3].map((number) => value(number)),
    times: [[0], [1, 2, 3, 4]],
    maxInputs: isComplete ? 4 : 3,
  },
  "hosts and types": {
    alerts: combine(
      subsets([1, 2, 3]),
      subsets(["mysql", "pgsql"]),
      [threshold(), { kind: "event", categories: ["a"] } as const],
      [[7], []],
    ).map(([hosts, host_types, condition, destinations]) => ({
      ...always,
      destinations,
      config: { hosts, host_types, condition },
    })),
    hosts: [
      ...namedHosts,
      ...["mysql", "pgsql", "os"].map((type, index) => ({ id: 4 + index, type, isDeleted: false })),
    ],
    inputs: [value(2), event("a")],
    times: [[0], []],
    maxInputs: 1,
  },
  "levels, destinations, metrics and disabled alerts": {
    alerts: combine(
      ["info", "warn", "crit"],
      [[], [7], [8], [7, 8], [8, 7, 8]],
      ["lag", "load"],
      [false, true],
      isComplete ? [0, 1, 3] : [0, 3],
    ).map(([alert_level, destinations, metric, disabled, policy]) => ({
      policy,
      disabled,
      destinations,
      config: { ...allHosts, condition: threshold({ alert_level, metric }) },
    })),
    hosts: [host],
    inputs: [value(0), value(2), value(0, "load"), value(2, "load")],
    times: [[0], [1, 2]],
    maxInputs: 3,
  },
  "categories and intervals of events": {
    alerts: combine(subsets(["a", "b", "c"]), [0, 1, 2, 3], [[7], [8], []]).map(
      ([categories, policy, destinations]) => ({
        policy,
        disabled: false,
        destinations,
        config: { ...allHosts, condition: { kind: "event", categories } },
      }),
    ),
    hosts: [host],
    inputs: [event("a"), event("b"), event("c")],
    times: [[0], [0, 1, 2, 3]],
    maxInputs: 2,
  },
};

interface Timeline {
  readonly host: NaiveHost;
  readonly inputs: readonly (NaiveInput & { readonly at: number })[];
}

/** All timelines of a grid, ordered by their number of inputs. Two values are never at the same second. */
function timelinesOf({ hosts, inputs, times: [first, further], maxInputs }: Grid): Timeline[] {
  const at = (seconds: readonly number[]) =>
    seconds.flatMap((second) => inputs.map((input) => ({ ...input, at: second })));
  let timelines: Timeline[] = hosts.flatMap((one) =>
    at(first).map((input) => ({ host: one, inputs: [input] })),
  );
  const all = [...timelines];
  for (let count = 2; count <= maxInputs; count++) {
    timelines = timelines.flatMap((timeline) => {
      const last = timeline.inputs.at(-1);
      return at(further)
        .filter((next) => last && next.at >= last.at + (next.values.length > 0 ? 1 : 0))
        .map((next) => ({ ...timeline, inputs: [...timeline.inputs, next] }));
    });
    all.push(...timelines);
  }
  return all;
}

function logsOf(alert: ComparedAlert, timelines: readonly Timeline[]): (readonly string[])[] {
  const naive = asNaive(alert, known);
  return timelines.map(({ host: one, inputs }) => {
    const timed = inputs.map(({ at, values, events }) => ({
      values: values.map((item) => ({ ...item, at })),
      events: events.map((item) => ({ ...item, at })),
    }));
    const [values, events] = [timed.flatMap((input) => input.values), timed.flatMap((input) => input.events)];
    return simulateNaively(naive, { host: one, values, events, until: 8 });
  });
}

interface Shortest {
  readonly count: number;
  /** The first second at which the alerts differ. */
  readonly until: number;
}

type Log = readonly string[];

/** The first second at which two logs differ. */
function differsAt(one: Log, other: Log): number | undefined {
  const length = Math.max(one.length, other.length);
  let position = 0;
  while (position < length && one[position] === other[position]) position++;
  if (position === length) return undefined;
  const seconds = [one[position], other[position]].map((entry) => parseInt(entry ?? "99", 10));
  return Math.min(...seconds);
}

const notifications = new Map<string, readonly (readonly [second: number, destination: string])[]>();

/** The destinations that an entry of a log notifies: `3 fires warn 7+8`. */
function notificationsOf(entry: string) {
  let found = notifications.get(entry);
  if (found === undefined) {
    const [second = "", verb, , destinations = ""] = entry.split(" ");
    const ids = verb === "fires" && destinations !== "" ? destinations.split("+") : [];
    notifications.set(entry, (found = ids.map((id) => [Number(second), id])));
  }
  return found;
}

/** The first second until which a log notifies some destination more often than the other one. */
function notifiesMoreAt(one: Log, other: Log): number | undefined {
  const rest = other.flatMap(notificationsOf);
  for (const [second, id] of one.flatMap(notificationsOf)) {
    const match = rest.findIndex(([time, destination]) => destination === id && time <= second);
    if (match === -1) return second;
    rest.splice(match, 1);
  }
  return undefined;
}

/**
 * The fewest inputs, and then the least time, with which the logs of two alerts differ. Differences that lose a notification come first, then
 * those that gain one.
 */
function shortestDifference(
  timelines: readonly Timeline[],
  before: readonly Log[],
  after: readonly Log[],
): Shortest | undefined {
  const orders = [notifiesMoreAt, (one: Log, other: Log) => notifiesMoreAt(other, one), differsAt];
  for (const secondOf of orders) {
    let shortest: Shortest | undefined;
    for (const [index, { inputs }] of timelines.entries()) {
      if (shortest !== undefined && inputs.length > shortest.count) break;
      const [one = [], other = []] = [before[index], after[index]];
      const until = differsAt(one, other) === undefined ? undefined : secondOf(one, other);
      if (until !== undefined && (shortest === undefined || until < shortest.until))
        shortest = { count: inputs.length, until };
    }
    if (shortest !== undefined) return shortest;
  }
  return undefined;
}

it.each(Object.entries(grids))(
  "finds the shortest difference exactly where an exhaustive search does: %s",
  (_, grid) => {
    const timelines = timelinesOf(grid);
    const logs = grid.alerts.map((alert) => logsOf(alert, timelines));
    const mistakes: unknown[] = [];
    for (const [first, before] of grid.alerts.entries())
      for (const [second, after] of grid.alerts.entries()) {
        const expected = shortestDifference(timelines, logs[first] ?? [], logs[second] ?? []);
        const found = differenceOf(before, after, known);
        const count = found && found.values.length + found.events.length;
        // A loss that the search cannot reach.
        const end = (found?.values.at(-1)?.at ?? 0) / 1000;
        const isBeyond = (count ?? 0) > grid.maxInputs || end > Math.max(0, ...grid.times[1]);
        if (isBeyond && notifiesLess(before, after, known)) continue;
        if (count !== expected?.count || (found && found.until / 1000) !== expected?.until)
          mistakes.push({ before, after, expected, found });
      }
    expect(mistakes.slice(0, 3)).toEqual([]);
  },
  3_600_000,
);

it.each(Object.entries(grids))(
  "says that an alert notifies less exactly where some timeline of any length shows it: %s",
  (_, { alerts, hosts, inputs }) => {
    // Values change at most once a second, and any number of events can be at the same time.
    const pairs = combine(inputs, inputs).flatMap(([{ events: one }, { events: other }]) =>
      one.length > 0 && other.length > 0 ? { values: [], events: [...one, ...other] } : [],
    );
    const all = [event(), ...inputs, ...pairs];
    const automata = alerts.map((alert) => hosts.map((one) => automatonOf(asNaive(alert, known), one, all)));
    const mistakes: unknown[] = [];
    let silenced = 0;
    for (const [first, before] of alerts.entries())
      for (const [second, after] of alerts.entries()) {
        const expected = hosts.some((_, index) =>
          notifiesLessNaively(automata[first]?.[index] ?? [], automata[second]?.[index] ?? []),
        );
        if (expected) silenced++;
        if (notifiesLess(before, after, known) !== expected) mistakes.push({ before, after, expected });
      }
    expect(mistakes.slice(0, 3)).toEqual([]);
    expect(silenced).toBeGreaterThan(alerts.length);
  },
  3_600_000,
);
