/** The shortest difference of two alerts, by examples. */
import {
  type AlertDifference,
  type ComparedAlert,
  differenceOf,
  differencesOf,
  type KnownObjects,
  notifiesLess,
} from "../../../src/alerting";
import { type EventCondition, type ThresholdCondition } from "../../../src/service";

const minute = 60_000;
/** Policy 9 and duration 9 are of unknown length. */
const known: KnownObjects = {
  host: (id) => (id === 3 ? { id, type: "mysql", isDeleted: false } : undefined),
  policyIntervalMs: (policy) => [undefined, 0, 15 * minute, 60 * minute, 20 * minute, 2000][policy],
  durationMs: (duration) => [undefined, minute, 5 * minute, 15 * minute, 0][duration],
};

type Settings = Partial<ComparedAlert> & { readonly hosts?: number[]; readonly host_types?: string[] };

function threshold(changed: Partial<ThresholdCondition> = {}, settings: Settings = {}): ComparedAlert {
  const { hosts = [], host_types = ["mysql"], ...rest } = settings;
  const condition = { kind: "threshold", metric: "lag", trigger: 80, reset: 70, duration: 2 } as const;
  const config = { hosts, host_types, condition: { ...condition, alert_level: "warn" as const, ...changed } };
  return { policy: 1, disabled: false, destinations: [7], config, ...rest };
}

function event(categories: string[] = ["Backups"], settings: Settings = {}): ComparedAlert {
  const { hosts = [], host_types = [], ...rest } = settings;
  const condition: EventCondition = { kind: "event", categories };
  return { policy: 1, disabled: false, destinations: [7], config: { hosts, host_types, condition }, ...rest };
}

/** For example `fires on mysql: 0 85; before 300; after nothing`. Times are seconds. */
function summarize({ kind, host, values, events, before, after, isAssumed }: AlertDifference): string {
  const place = host.kind === "named" ? `host ${host.id}` : host.kind === "any" ? "any" : host.type;
  const inputs = [
    ...values.map(({ at, value }) => `${at / 1000} ${value}`),
    ...events.map(({ at, type }) => `${at / 1000} ${type}`),
  ];
  const firings = [before, after].map((list) =>
    list.length === 0
      ? "nothing"
      : list
          .map(({ at, resolvedAt }) => [at, resolvedAt].flatMap((time) => (time ?? 0) / 1000).join("-"))
          .join(" "),
  );
  const flags = isAssumed ? ["assumed"] : [];
  return [`${kind} on ${place}`, inputs.join(", "), ...firings, ...flags].join("; ");
}

it.each<[string, ComparedAlert | undefined, ComparedAlert | undefined, string | undefined]>([
  ["a trigger", threshold(), threshold({ trigger: 90 }), "fires on mysql; 0 85; 300-0; nothing"],
  ["a lower trigger", threshold(), threshold({ trigger: 79 }), "fires on mysql; 0 79.5; nothing; 300-0"],
  ["a duration", threshold(), threshold({ duration: 3 }), "time on mysql; 0 90; 300-0; nothing"],
  ["a level", threshold(), threshold({ alert_level: "crit" }), "level on mysql; 0 90; 300-0; 300-0"],
  [
    "a reset",
    threshold(),
    threshold({ reset: 60 }),
    "resolution on mysql; 0 90, 300 65, 301 90; 300-300 601-0; 300-0",
  ],
  [
    "a destination",
    threshold(),
    threshold({}, { destinations: [] }),
    "destinations on mysql; 0 90; 300-0; 300-0",
  ],
  [
    "a policy",
    threshold(),
    threshold({}, { policy: 3 }),
    "frequency on mysql; 0 90, 300 60, 301 90; 300-300 601-0; 300-300",
  ],
  [
    "a policy with a reset above the trigger",
    threshold({ reset: 100 }),
    threshold({ reset: 100 }, { policy: 3 }),
    "frequency on mysql; 0 90, 300 90; 300-300 600-0; 300-300",
  ],
  [
    "a policy whose interval is not longer than the duration",
    threshold({ duration: 3 }),
    threshold({ duration: 3 }, { policy: 2 }),
    undefined,
  ],
  [
    "a type of hosts",
    threshold(),
    threshold({}, { host_types: ["mysql", "pgsql"] }),
    "hosts on pgsql; 0 90; nothing; 300-0",
  ],
  [
    "all hosts instead of a type",
    threshold({}, { host_types: [] }),
    threshold(),
    "hosts on os; 0 90; 300-0; nothing",
  ],
  ["a host of a listed type", threshold(), threshold({}, { hosts: [3] }), undefined],
  [
    "a host of unknown type",
    threshold(),
    threshold({}, { hosts: [4] }),
    "hosts on host 4; 0 90; nothing; 300-0; assumed",
  ],
  ["a metric", threshold(), threshold({ metric: "load" }), "fires on mysql; 0 90; 300-0; nothing"],
  ["the kind", threshold(), event(), "fires on mysql; 0 90; 300-0; nothing"],
  [
    "a disabled alert",
    threshold(),
    threshold({}, { disabled: true }),
    "fires on mysql; 0 90; 300-0; nothing",
  ],
  ["an alert that cannot fire", undefined, threshold({ trigger: Number.MAX_VALUE }), undefined],
  [
    "an incomplete alert",
    { ...event(), config: undefined },
    event(),
    "fires on any; 0 Backups; nothing; 0-0",
  ],
  ["a creation", undefined, threshold(), "fires on mysql; 0 90; nothing; 300-0"],
  ["a deletion", event(), undefined, "fires on any; 0 Backups; 0-0; nothing"],
  ["a category", event(), event(["Backups", "Restores"]), "fires on any; 0 Restores; nothing; 0-0"],
  [
    "a policy of an event alert",
    event(["Backups"], { hosts: [3] }),
    event(["Backups"], { hosts: [3], policy: 2 }),
    "frequency on host 3; 0 Backups, 0 Backups; 0-0 0-0; 0-0",
  ],
  ["the order of sets", event(["a", "b"]), event(["b", "a", "b"], { destinations: [7, 7] }), undefined],
  ["nothing, with an unknown length", threshold({ duration: 9 }), threshold({ duration: 9 }), undefined],
  [
    "a duration of unknown length",
    threshold({ duration: 9 }),
    threshold(),
    "time on mysql; 0 90; 0-0; nothing; assumed",
  ],
  [
    "a policy of unknown length",
    event(),
    event(["Backups"], { policy: 9 }),
    "frequency on any; 0 Backups, 0 Backups; 0-0 0-0; 0-0; assumed",
  ],
])("%s", (_, before, after, expected) => {
  const difference = differenceOf(before, after, known);
  expect(difference && summarize(difference)).toBe(expected);
});

it("returns a difference of each kind", () => {
  const after = threshold(
    { trigger: 90, reset: 60, duration: 3, alert_level: "crit" },
    { policy: 3, destinations: [7, 8], host_types: [] },
  );
  expect(differencesOf(threshold(), after, known).map(({ kind }) => kind)).toEqual([
    "fires",
    "time",
    "resolution",
    "frequency",
    "hosts",
    "level",
    "destinations",
  ]);
});

it("finds that a lower interval of an unknown length can be noticed without a duration", () => {
  const after = threshold({ duration: 4 }, { policy: 5 });
  const difference = differenceOf(threshold({ duration: 4 }, { policy: 9 }), after, known);
  expect(difference?.kind).toBe("frequency");
});

describe("notifiesLess", () => {
  const sparse = threshold({ duration: 3 }, { policy: 2 });
  it.each<[string, ComparedAlert | undefined, ComparedAlert | undefined, boolean]>([
    ["a higher trigger", threshold(), threshold({ trigger: 90 }), true],
    ["a lower trigger", threshold(), threshold({ trigger: 70 }), false],
    ["a longer duration, which delays", threshold(), threshold({ duration: 3 }), true],
    ["a shorter duration", sparse, threshold({ duration: 1 }, { policy: 2 }), false],
    [
      "a shorter duration with a longer interval, which is noticed after many firings",
      sparse,
      threshold({ duration: 1 }, { policy: 4 }),
      true,
    ],
    ["an interval that ends before the next firing", threshold({ duration: 3 }), sparse, false],
    ["a lower reset, after which it does not fire again", threshold(), threshold({ reset: 60 }), true],
    ["a higher reset", threshold({ reset: 60 }), threshold(), false],
    ["a level", threshold(), threshold({ alert_level: "info" }), false],
    ["another destination", threshold(), threshold({}, { destinations: [8] }), false],
    ["no destination", threshold(), threshold({}, { destinations: [] }), true],
    [
      "what notified nobody",
      threshold({}, { destinations: [] }),
      threshold({ trigger: 90 }, { destinations: [] }),
      false,
    ],
    ["fewer hosts", threshold({}, { host_types: [] }), threshold(), true],
    ["more hosts", threshold(), threshold({}, { host_types: [] }), false],
    ["another metric", threshold(), threshold({ metric: "load" }), true],
    ["a disabled alert", event(), event(["Backups"], { disabled: true }), true],
    ["an enabled alert", event(["Backups"], { disabled: true }), event(), false],
    ["a lost category", event(["a", "b"]), event(["b", "c"]), true],
    ["a longer interval of events", event(), event(["Backups"], { policy: 2 }), true],
    ["a creation", undefined, event(), false],
    ["a deletion", event(), undefined, true],
    ["a deletion of an alert that notifies nobody", event(["a"], { destinations: [] }), undefined, false],
    ["a policy of unknown length after it", event(), event(["Backups"], { policy: 9 }), true],
    ["the same policy of unknown length", event(["a"], { policy: 9 }), event(["a"], { policy: 9 }), false],
    ["a duration of unknown length before it", threshold({ duration: 9 }), threshold(), true],
  ])("%s", (_, before, after, expected) => {
    expect(notifiesLess(before, after, known)).toBe(expected);
  });
});
