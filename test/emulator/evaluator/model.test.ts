/**
 * Compares the emulator and `simulate` with a model that counts every second. Alerts fire and resolve in the same seconds,
 * for any values and any intervals between writes.
 */
import fc from "fast-check";
import { emptySeed, type SeedAlert } from "../../../src/emulator";
import { AlertEvaluation } from "../../../src/emulator/alert-evaluation";
import { fillEnvironment } from "../../../src/emulator/seed/environment-seed";
import { loadDriver } from "../../../src/emulator/store/sqlite/driver";
import { openSqliteStore } from "../../../src/emulator/store/sqlite/sqlite-store";
import { simulate } from "../../support/simulate";

const start = 1_790_000_000;

interface Rule {
  readonly trigger: number;
  readonly reset: number;
  readonly duration: number;
  readonly policy: number;
}

type Step = { readonly after: number } & ({ readonly value: number } | { readonly catchUp: true });

interface Outcome {
  readonly fired: number;
  readonly resolved: number | null;
}

const rules = fc.record({
  trigger: fc.integer({ min: 2, max: 6 }),
  reset: fc.integer({ min: 1, max: 8 }),
  duration: fc.integer({ min: 0, max: 12 }),
  policy: fc.integer({ min: 0, max: 25 }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ after: fc.nat(9), value: fc.integer({ min: 0, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ after: fc.nat(40), catchUp: fc.constant(true as const) }) },
  ),
  { minLength: 1, maxLength: 25 },
);

/** Counts every second: the current value, how long it has exceeded the trigger, and the policy interval. */
function countSeconds(rule: Rule, all: readonly Step[], rest: number): Outcome[] {
  const outcomes: { fired: number; resolved: number | null }[] = [];
  let value = -1;
  let above = 0;
  let now = 0;
  const settle = () => {
    const last = outcomes.at(-1);
    const isFired = last?.resolved === null;
    const allowed = last === undefined || now >= last.fired + rule.policy;
    if (!isFired && value > rule.trigger && above >= rule.duration && allowed) {
      outcomes.push({ fired: now, resolved: null });
    }
  };
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now++;
      if (value > rule.trigger) above++;
      settle();
    }
  };
  for (const step of all) {
    pass(step.after);
    if (!("value" in step)) continue;
    value = step.value;
    const last = outcomes.at(-1);
    if (last?.resolved === null && value < rule.reset) {
      last.resolved = now;
      above = 0;
    }
    if (value <= rule.trigger) above = 0;
    settle();
  }
  pass(rest);
  return outcomes;
}

function evaluate(rule: Rule, all: readonly Step[], rest: number): Outcome[] {
  const store = openSqliteStore(loadDriver(), undefined);
  try {
    const environment = store.environment("e", (created) => {
      fillEnvironment(created, {
        ...emptySeed,
        policies: [{ id: 1, seconds: rule.policy }],
        durations: [{ id: 1, seconds: rule.duration }],
        alerts: [{ alert, config: { ...config, trigger: rule.trigger, reset: rule.reset } }],
      });
      created.hosts.put(host);
    });
    let now = start;
    const clock = { now: () => now * 1000, isRunning: false };
    const monitor = new AlertEvaluation(environment, { clock, webhooks: "loopback", baseUrl: () => "" });
    for (const step of all) {
      now += step.after;
      monitor.write(({ record }) => {
        if ("value" in step) record({ host: 1, metric: "m", value: step.value, ts: now });
      });
    }
    now += rest;
    monitor.catchUp();
    return environment.firings
      .newest(1000)
      .reverse()
      .map(({ at, resolved_at }) => ({
        fired: at - start,
        resolved: resolved_at === null ? null : resolved_at - start,
      }));
  } finally {
    store.close();
  }
}

const alert: SeedAlert["alert"] = {
  name: "a",
  annotations: "",
  policy: 1,
  type: 2,
  disabled: 0,
  destinations: [],
};
const config = {
  hosts: [],
  host_types: [],
  alert_level: "warn" as const,
  metric: "m",
  duration: 1,
};
const host = {
  id: 1,
  uuid: "0".repeat(32),
  created: 0,
  updated: 0,
  deleted: 0,
  lastSeen: 0,
  parent: 0,
  name: "db",
  bindings: [],
  type: "mysql",
  description: "",
  status: 1,
  os: "Linux",
  arch: "x86_64",
  discovered: 0,
};

it("[FIRE-1] [FIRE-3] [FIRE-4] fires and resolves in the same seconds as a model of every second", () => {
  fc.assert(
    fc.property(rules, steps, fc.nat(60), (rule, all, rest) => {
      expect(evaluate(rule, all, rest)).toEqual(countSeconds(rule, all, rest));
    }),
    { numRuns: 300, seed: 20261121 },
  );
}, 60_000);

function simulateSteps(rule: Rule, all: readonly Step[], rest: number): Outcome[] {
  let now = 0;
  const values = all.flatMap((step) => {
    now += step.after;
    return "value" in step ? [{ host: 1, metric: "m", value: step.value, at: now * 1000 }] : [];
  });
  const { trigger, reset } = rule;
  const condition = {
    kind: "threshold",
    metric: "m",
    trigger,
    reset,
    duration: 1,
    alert_level: "warn",
  } as const;
  const simulated = {
    id: 1,
    policy: 1,
    disabled: false,
    destinations: [],
    config: { hosts: [], host_types: [], condition },
  };
  return simulate({
    alerts: [simulated],
    hosts: [{ id: 1, type: "mysql", isDeleted: false }],
    policyIntervalsMs: new Map([[1, rule.policy * 1000]]),
    durationsMs: new Map([[1, rule.duration * 1000]]),
    values,
    until: (now + rest) * 1000,
  }).map(({ at, resolvedAt }) => ({
    fired: at / 1000,
    resolved: resolvedAt === undefined ? null : resolvedAt / 1000,
  }));
}

it("[FIRE-1] [FIRE-3] [FIRE-4] simulates the same seconds as the model", () => {
  fc.assert(
    fc.property(rules, steps, fc.nat(60), (rule, all, rest) => {
      expect(simulateSteps(rule, all, rest)).toEqual(countSeconds(rule, all, rest));
    }),
    { numRuns: 1000, seed: 20261122 },
  );
});
