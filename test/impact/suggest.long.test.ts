/** Suggested triggers equal those that a search of all values finds, which simulates each. */
import fc from "fast-check";
import { type Firing, type MetricValue } from "../../src/alerting";
import {
  chooseTrigger,
  type SuggestedTrigger,
  type SuggestionInput,
  suggestTriggers,
} from "../../src/impact";
import { readHost } from "../../src/service";
import { simulate } from "../support/simulate";

const start = Date.UTC(2026, 10, 1);
const seconds = 6 * 3600;
const period = { from: start / 1000, until: start / 1000 + seconds };
const end = (period.until + 1) * 1000;
const hosts = [
  readHost({ id: 1, name: "db-1", type: "mysql" }),
  readHost({ id: 2, name: "db-2", type: "mysql" }),
  readHost({ id: 3, name: "db-3", type: "pgsql" }),
  readHost({ id: 4, name: "db-4", type: "mysql", deleted: 1 }),
];
const durations = [
  { id: 3, name: undefined, seconds: 300 },
  { id: 1, name: undefined, seconds: 0 },
  { id: 2, name: undefined, seconds: 60 },
  { id: 5, name: undefined, seconds: undefined },
  { id: 4, name: undefined, seconds: 1800 },
];
const metric = "os.cpu.user_us";

function firingsWith(input: SuggestionInput, trigger: number, duration: number): readonly Firing[] {
  const { alert, condition, values, policyIntervalMs } = input;
  const config = { ...alert.config, condition: { ...condition, trigger, duration } };
  return simulate({
    alerts: [{ ...alert, config, id: 1, disabled: false }],
    hosts: hosts.map(({ id, type = "", isDeleted }) => ({ id, type, isDeleted })),
    policyIntervalsMs: new Map([[alert.policy, policyIntervalMs]]),
    durationsMs: new Map(durations.map(({ id, seconds = 0 }) => [id, seconds * 1000])),
    values,
    until: end,
  });
}

function meets({ limit }: SuggestionInput, firings: readonly Firing[]): boolean {
  return firings.every(
    ({ at }) => firings.filter((one) => one.at >= at && one.at < at + limit.windowMs).length <= limit.count,
  );
}

/** Without numbers as text. */
function roundUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return value === 0 || step < 1 ? value : Math.ceil(value / step) * step;
}

/** Tries the reset and every value above it for each duration. */
function tryAll(input: SuggestionInput): SuggestedTrigger[] {
  const { condition, alert } = input;
  const current = firingsWith(input, condition.trigger, condition.duration);
  const watched = new Set(
    hosts.filter(({ type = "" }) => alert.config.host_types[0] === type).map(({ id }) => id),
  );
  const values = input.values.filter(({ host }) => watched.has(host)).map(({ value }) => value);
  const triggers = [...new Set([condition.reset, ...values])]
    .filter((value) => value >= condition.reset)
    .sort((a, b) => a - b);
  const known = durations.flatMap(({ id, seconds: length }) => (length === undefined ? [] : { id, length }));
  known.sort((a, b) => a.length - b.length);
  return known.flatMap(({ id: duration }) => {
    const isAllowed = (trigger: number) => meets(input, firingsWith(input, trigger, duration));
    const smallest = triggers.find(isAllowed);
    if (smallest === undefined || smallest === Infinity) return [];
    const trigger = isAllowed(roundUp(smallest)) ? roundUp(smallest) : smallest;
    const firings = firingsWith(input, trigger, duration);
    const missed = current.filter(
      (one) =>
        !firings.some(
          ({ host, at, resolvedAt = end }) =>
            host === one.host &&
            at <= (one.resolvedAt ?? end) &&
            resolvedAt >= one.at &&
            resolvedAt === (one.resolvedAt ?? end),
        ),
    );
    const lengths = missed.map(({ at, resolvedAt = end }) => resolvedAt - at);
    const missedMs = Math.max(0, ...lengths);
    const isUnresolved = missed.some(
      ({ at, resolvedAt }) => resolvedAt === undefined && end - at === missedMs,
    );
    return {
      duration,
      trigger,
      smallest_trigger: smallest,
      firings: firings.length,
      missed_seconds: missedMs / 1000,
      is_missed_unresolved: isUnresolved,
    };
  });
}

const value = fc.record({
  // Values at one time, and at the end of the period, occur.
  at: fc.integer({ min: 0, max: seconds / 30 }).map((step) => start + step * 30_000),
  host: fc.integer({ min: 1, max: 4 }),
  value: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 14 }) },
    { weight: 4, arbitrary: fc.integer({ min: 120, max: 990 }) },
    { weight: 1, arbitrary: fc.constantFrom(Infinity, -Infinity, -3, 0.5) },
  ),
  metric: fc.constant(metric),
});

const world = fc
  .record({
    values: fc.array<MetricValue>(value, { minLength: 0, maxLength: 90, size: "max" }),
    trigger: fc.integer({ min: 0, max: 14 }),
    reset: fc.integer({ min: 0, max: 9 }),
    duration: fc.constantFrom(1, 2, 3, 4),
    count: fc.integer({ min: 0, max: 5 }),
    windowMs: fc.constantFrom(1000, 600_000, 3_600_000, seconds * 1000, 14 * 86_400_000),
    policyIntervalMs: fc.constantFrom(0, 0, 60_000, 900_000, 7_200_000),
  })
  .map(({ values, trigger, reset, duration, count, windowMs, policyIntervalMs }): SuggestionInput => {
    const condition = {
      kind: "threshold" as const,
      alert_level: "warn" as const,
      metric,
      trigger,
      reset,
      duration,
    };
    const config = { hosts: [], host_types: ["mysql"], condition };
    const alert = { policy: 1, destinations: [1], config };
    return {
      alert,
      condition,
      hosts,
      durations,
      values,
      period,
      policyIntervalMs,
      limit: { count, windowMs },
    };
  });

const runs = Number(process.env["DBMON_SUGGESTION_RUNS"] ?? 1000);

it(`the suggestion equals a search of all values and durations in ${runs} worlds`, () => {
  let chosen = 0;
  fc.assert(
    fc.property(world, (input) => {
      const rows = suggestTriggers(input);
      const expected = tryAll(input);
      expect(rows).toEqual(expected);
      const best = chooseTrigger(rows);
      const missed = Math.min(...expected.map((row) => row.missed_seconds));
      expect(best).toEqual(expected.find((row) => row.missed_seconds === missed));
      if (best !== undefined && best.trigger > input.condition.reset) chosen++;
    }),
    { numRuns: runs },
  );
  expect(chosen).toBeGreaterThan(runs / 10);
});
