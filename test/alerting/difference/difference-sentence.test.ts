/** Differences as sentences: each situation, and what the alert does in it before and after the change. */
import { type ComparedAlert, describeDifference, differenceOf } from "../../../src/alerting";
import { type ThresholdCondition } from "../../../src/service";

const minute = 60_000;
/** Policy 9 and duration 9 are of unknown length. */
const known = {
  host: (id: number) => (id === 3 ? { id, type: "mysql", isDeleted: false } : undefined),
  policyIntervalMs: (policy: number) => [undefined, 0, 15 * minute, 15 * minute + 10_000][policy],
  durationMs: (duration: number) =>
    [undefined, minute, 5 * minute, 0, 25 * 60 * minute + 61_000, 2000][duration],
};
const names = {
  destination: new Map([[7, "#db-alerts"]]),
  host: new Map([[3, "db-3"]]),
  policy: new Map([
    [1, "Every time"],
    [2, "At most once every 15 minutes"],
  ]),
  duration: new Map([[9, "Some Time"]]),
};
const nameObject = (kind: keyof typeof names, id: number) => names[kind].get(id) ?? `${kind} ${id}`;

type Settings = Partial<ComparedAlert> & { readonly hosts?: number[]; readonly host_types?: string[] };

function alertWith(
  condition: NonNullable<ComparedAlert["config"]>["condition"],
  settings: Settings,
): ComparedAlert {
  const { hosts = [], host_types = ["mysql"], ...rest } = settings;
  return { policy: 1, disabled: false, destinations: [7], config: { hosts, host_types, condition }, ...rest };
}

function threshold(changed: Partial<ThresholdCondition> = {}, settings: Settings = {}): ComparedAlert {
  const condition = { kind: "threshold", metric: "lag", trigger: 80, reset: 70, duration: 2 } as const;
  return alertWith({ ...condition, alert_level: "warn" as const, ...changed }, settings);
}

function event(categories: string[], settings: Settings = {}): ComparedAlert {
  return alertWith({ kind: "event", categories }, { host_types: [], ...settings });
}

const manyDestinations = { destinations: [7, 1, 2, 3, 4, 5, 6, 1] };

it.each<[change: string, ComparedAlert | undefined, ComparedAlert | undefined, sentence: string]>([
  [
    "a creation",
    undefined,
    threshold(),
    "At 90 on a mysql host for 5 minutes: before nothing; after warn to #db-alerts.",
  ],
  [
    "a deletion",
    threshold(),
    undefined,
    "At 90 on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.",
  ],
  [
    "a trigger",
    threshold(),
    threshold({ trigger: 90 }),
    "At 85 on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.",
  ],
  [
    "a level",
    threshold(),
    threshold({ alert_level: "crit" }),
    "At 90 on a mysql host for 5 minutes: before warn to #db-alerts; after crit to #db-alerts.",
  ],
  [
    "a metric",
    threshold(),
    threshold({ metric: "cpu" }),
    "At 90 of lag on a mysql host for 5 minutes: before warn to #db-alerts; after nothing.",
  ],
  [
    "a reset",
    threshold(),
    threshold({ reset: 60 }),
    "At 90, then 65, then 90 on a mysql host: before warn to #db-alerts twice; after warn to #db-alerts.",
  ],
  [
    "a duration",
    threshold(),
    threshold({ duration: 1 }),
    "At 90 on a mysql host for 1 minute: before nothing; after warn to #db-alerts.",
  ],
  [
    "no duration",
    threshold({ duration: 3 }),
    threshold({ duration: 3, trigger: 90 }),
    "At 85 on a mysql host: before warn to #db-alerts; after nothing.",
  ],
  [
    "a long duration",
    threshold({ duration: 4 }),
    threshold({ duration: 4, trigger: 90 }),
    "At 85 on a mysql host for 1 day 1 hour 1 minute 1 second: before warn to #db-alerts; after nothing.",
  ],
  [
    "a duration of seconds",
    threshold({ duration: 5 }),
    threshold({ duration: 5, trigger: 90 }),
    "At 85 on a mysql host for 2 seconds: before warn to #db-alerts; after nothing.",
  ],
  [
    "an unknown duration",
    threshold(),
    threshold({ duration: 9 }),
    "At 90 on a mysql host: before for duration 2; after for some Time.",
  ],
  [
    "an unknown duration of both",
    threshold({ duration: 9 }),
    threshold({ duration: 9, trigger: 90 }),
    "At 85 on a mysql host for some Time: before warn to #db-alerts; after nothing.",
  ],
  [
    "a policy",
    threshold(),
    threshold({}, { policy: 2 }),
    "At 90, then 60, then 90 on a mysql host: before every time; after at most once every 15 minutes.",
  ],
  [
    "a shorter duration with a slightly longer policy",
    threshold({}, { policy: 2 }),
    threshold({ duration: 1 }, { policy: 3 }),
    "At 90, then 60, then 90, then 60, and so on with 51 values on a mysql host: before at most once every 15 minutes; after policy 3.",
  ],
  [
    "an unknown policy",
    threshold(),
    threshold({}, { policy: 9 }),
    "At 90, then 60, then 90 on a mysql host: before every time; after policy 9.",
  ],
  [
    "a host",
    threshold({}, { host_types: [] }),
    threshold({}, { host_types: [], hosts: [3] }),
    "At 90 on an os host for 5 minutes: before warn to #db-alerts; after nothing.",
  ],
  [
    "an unknown host",
    threshold({}, { host_types: [], hosts: [3] }),
    threshold({}, { host_types: [], hosts: [3, 4] }),
    "At 90 on host 4 for 5 minutes: before nothing; after warn to #db-alerts.",
  ],
  [
    "a type of hosts",
    threshold(),
    threshold({}, { host_types: ["mysql", "os"] }),
    "At 90 on an os host for 5 minutes: before nothing; after warn to #db-alerts.",
  ],
  [
    "any host",
    threshold({}, { host_types: [] }),
    threshold({ trigger: 90 }, { host_types: [] }),
    "At 85 on any host for 5 minutes: before warn to #db-alerts; after nothing.",
  ],
  [
    "no destinations",
    threshold(),
    threshold({}, { destinations: [] }),
    "At 90 on a mysql host for 5 minutes: before warn to #db-alerts; after warn to nobody.",
  ],
  [
    "no destinations and a lower trigger",
    threshold(),
    threshold({ trigger: 75 }, { destinations: [] }),
    "At 90 on a mysql host for 5 minutes: before warn to #db-alerts; after warn to nobody.",
  ],
  [
    "the type of a named host",
    threshold({}, { host_types: [], hosts: [3] }),
    threshold(),
    "At 90 on another mysql host for 5 minutes: before nothing; after warn to #db-alerts.",
  ],
  [
    "a type that an unknown host may have",
    threshold({}, { host_types: [], hosts: [4] }),
    threshold({}, { hosts: [4] }),
    "At 90 on another mysql host for 5 minutes: before nothing; after warn to #db-alerts.",
  ],
  [
    "a named host of another type",
    threshold({}, { host_types: [], hosts: [3] }),
    threshold({}, { host_types: ["os"], hosts: [3] }),
    "At 90 on an os host for 5 minutes: before nothing; after warn to #db-alerts.",
  ],
  [
    "many destinations",
    threshold(),
    threshold({}, manyDestinations),
    "At 90 on a mysql host for 5 minutes: before warn to #db-alerts; after warn to #db-alerts, destination 1, destination 2, destination 3, destination 4, 2 more.",
  ],
  [
    "six destinations",
    threshold(),
    threshold({}, { destinations: [7, 1, 2, 3, 4, 5] }),
    "At 90 on a mysql host for 5 minutes: before warn to #db-alerts; after warn to #db-alerts, destination 1, destination 2, destination 3, destination 4, destination 5.",
  ],
  [
    "an event",
    event(["deploy"]),
    event(["deploy", 'load "test"']),
    'After "load \\"test\\"" on any host: before nothing; after notification to #db-alerts.',
  ],
  [
    "the policy of an event",
    event(["deploy"]),
    event(["deploy"], { policy: 2 }),
    'After "deploy" on any host: before every time; after at most once every 15 minutes.',
  ],
  [
    "another kind",
    event(["deploy"]),
    threshold(),
    'After "deploy" on any host: before notification to #db-alerts; after nothing.',
  ],
])("%s", (_, before, after, sentence) => {
  const difference = differenceOf(before, after, known);
  const text = difference && describeDifference(difference, { ...known, before, after, nameObject });
  expect(text?.sentence).toBe(sentence);
});
