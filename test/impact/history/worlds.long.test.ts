/**
 * Random worlds in the emulator, whose events are read back: recorded firings belong to the alert that fired, and the bounds of a change hold
 * for the same values. DBMON_HISTORY_WORLDS sets the number of worlds.
 */
import fc from "fast-check";
import { emptySeed, ServiceEmulator } from "../../../src/emulator";
import { Backtest, type BacktestResult, type LiveThresholdAlert } from "../../../src/impact";
import { isInScope, readEvent, readHost, readList } from "../../../src/service";
import { callService } from "../../support/emulator";
import { simulate } from "../../support/simulate";
import { VirtualClock } from "../../support/virtual-clock";

const worlds = Number(process.env["DBMON_HISTORY_WORLDS"] ?? 300);
const metrics = ["m", "m.lag"];
const policies = [0, 60, 600].map((seconds, index) => ({ id: index + 1, name: `P${index}`, seconds }));
const durations = [0, 30, 300].map((seconds, index) => ({ id: index + 1, name: `D${index}`, seconds }));
const hosts = ["mysql", "mysql", "pgsql"].map((type, index) => ({
  id: index + 1,
  name: `db-${index}`,
  type,
}));

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const definitions = fc.record({
  policy: oneOf(1, 2, 3),
  disabled: fc.boolean(),
  hosts: oneOf<readonly number[]>([], [], [1], [1, 3]),
  host_types: oneOf<readonly string[]>([], [], ["mysql"]),
  alert_level: oneOf("warn" as const, "crit" as const),
  metric: oneOf(...metrics),
  trigger: oneOf(3, 4, 5, 6),
  reset: oneOf(2, 3, 4),
  duration: oneOf(1, 2, 3),
});
type Definition = typeof definitions extends fc.Arbitrary<infer T> ? T : never;

const steps = fc.array(
  fc.record({ after: fc.nat(200), host: oneOf(1, 2, 3), metric: oneOf(...metrics), value: fc.nat(9) }),
  { minLength: 5, maxLength: 40 },
);
/** Changes some settings of the first alert. */
const changes = fc
  .tuple(
    definitions,
    fc.subarray(["policy", "hosts", "trigger", "reset", "duration", "disabled"] as const, {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([other, keys]) => Object.fromEntries(keys.map((key) => [key, other[key]])) as Partial<Definition>);
const world = fc.record({
  alerts: fc.array(definitions, { minLength: 1, maxLength: 4 }),
  steps,
  change: changes,
  /** The trigger and duration of an alert are edited after a step. */
  edit: fc.option(
    fc.record({ at: fc.nat(40), alert: fc.nat(3), trigger: oneOf(3, 4, 5, 6), duration: oneOf(1, 2, 3) }),
  ),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function liveAlert(
  { policy, disabled, hosts: ids, host_types, ...condition }: Definition,
  index: number,
): LiveThresholdAlert {
  const config = { hosts: ids, host_types, condition: { kind: "threshold" as const, ...condition } };
  return { id: index + 1, name: `alert ${index}`, policy, disabled, destinations: [], config };
}

function configWire({ hosts: ids, host_types, alert_level, metric, trigger, reset, duration }: Definition) {
  return { hosts: [...ids], host_types: [...host_types], alert_level, metric, trigger, reset, duration };
}

/** Runs a world in an emulator. @returns its events, as the service lists them, and the alert of each */
async function live({ alerts, steps: all, edit }: World) {
  const clock = new VirtualClock();
  const from = clock.now() / 1000;
  const emulator = await ServiceEmulator.start({
    clock,
    propagationSeconds: 0,
    seed: {
      ...emptySeed,
      policies,
      durations,
      hosts: [],
      alerts: alerts.map((alert, index) => {
        const disabled = alert.disabled ? (1 as const) : (0 as const);
        const settings = {
          name: `alert ${index}`,
          annotations: "",
          policy: alert.policy,
          type: 2 as const,
          disabled,
          destinations: [],
        };
        return { alert: settings, config: configWire(alert) };
      }),
    },
  });
  try {
    const control = emulator.environment();
    control.add("hosts", ...hosts);
    const definitionsNow = [...alerts];
    const values: { host: number; metric: string; value: number; at: number }[] = [];
    for (const [index, { after, host, metric, value }] of all.entries()) {
      clock.passSeconds(after);
      control.add("metrics", { host, metric, value });
      values.push({ host, metric, value, at: clock.now() - from * 1000 });
      const edited = edit?.at === index ? definitionsNow[edit.alert] : undefined;
      if (edit === null || edited === undefined) continue;
      const definition = { ...edited, trigger: edit.trigger, duration: edit.duration };
      definitionsNow[edit.alert] = definition;
      await callService(emulator, "PUT", `/config/alerts/${edit.alert + 1}/config`, configWire(definition));
    }
    clock.passSeconds(1000);
    const until = clock.now() / 1000;
    const firings = control.firings();
    const response = await callService(
      emulator,
      "GET",
      `/events?from=${from - 1}&until=${until + 1}&addGlobal=1`,
    );
    const listed = await callService(emulator, "GET", "/hosts");
    return {
      period: { from, until },
      values,
      isEdited: definitionsNow.some((definition, index) => definition !== alerts[index]),
      alerts: definitionsNow.map(liveAlert),
      firings,
      events: readList(response, "events", readEvent).sort((a, b) => a.start - b.start),
      hosts: readList(listed, "hosts", readHost),
    };
  } finally {
    await emulator.stop();
  }
}

type Lived = Awaited<ReturnType<typeof live>>;

function record(
  { period, alerts, events, hosts: listed }: Lived,
  change: Partial<Definition>,
): BacktestResult {
  const backtest = new Backtest({
    subjects: alerts.map((alert, index) => ({
      name: alert.name,
      before: alert,
      after: index === 0 ? changed(alert, change) : alert,
      live: alert.id,
    })),
    hosts: listed,
    policies: policies.map(({ id, name, seconds }) => ({ id, name, intervalSeconds: seconds })),
    durations,
    period,
    recorded: { type: "Threshold Alert", alerts },
  });
  backtest.addEvents(events);
  return backtest.result({ status: "complete" });
}

function changed(alert: LiveThresholdAlert, change: Partial<Definition>): LiveThresholdAlert {
  const {
    policy = alert.policy,
    disabled = alert.disabled,
    hosts: ids = alert.config.hosts,
    ...rest
  } = change;
  const { host_types = alert.config.host_types, ...condition } = rest;
  return {
    ...alert,
    policy,
    disabled,
    config: { hosts: ids, host_types, condition: { ...alert.config.condition, ...condition } },
  };
}

/** How often an alert fires with the values of a world. */
function countFirings(alert: LiveThresholdAlert, { values, period }: Lived): number {
  return simulate({
    alerts: [alert],
    hosts: hosts.map((host) => ({ ...host, isDeleted: false })),
    policyIntervalsMs: new Map(policies.map(({ id, seconds }) => [id, seconds * 1000])),
    durationsMs: new Map(durations.map(({ id, seconds }) => [id, seconds * 1000])),
    values,
    until: (period.until - period.from) * 1000,
  }).length;
}

it(
  "each firing belongs to its alert, and bounds hold",
  async () => {
    const seen = new Map<string, number>();
    const property = fc.asyncProperty(world, async (generated) => {
      const lived = await live(generated);
      const { recorded, history } = record(lived, generated.change);
      expect(history.recorded).toEqual({ firings: lived.firings.length, unattributed: 0 });
      for (const alert of lived.alerts) {
        const one = recorded.get(alert.name);
        if (one?.firings == null) throw new Error("the alert has no record");
        const fired = lived.firings.filter((firing) => firing.alert === alert.id).length;
        const rivals = lived.alerts.filter(({ id, config: { condition, ...scope } }) => {
          const { alert_level: level, metric } = alert.config.condition;
          const isShared = hosts.some((host) => isInScope(scope, host) && isInScope(alert.config, host));
          return (
            id !== alert.id && condition.alert_level === level && condition.metric === metric && isShared
          );
        });
        const { firings, ambiguous = 0, older_definition: older = 0 } = one;
        // Without a rival, each firing has one candidate.
        if (rivals.length === 0)
          expect({ firings: firings + older, ambiguous }).toEqual({ firings: fired, ambiguous: 0 });
        // After an edit, a message can name the limits of a rival.
        if (lived.isEdited) continue;
        expect(older).toBe(0);
        expect(firings).toBeLessThanOrEqual(fired);
        expect(firings + ambiguous).toBeGreaterThanOrEqual(fired);
        if (alert.id !== 1) continue;
        const { bound, firings: limit = fired } = one.after;
        const after = countFirings(changed(alert, generated.change), lived);
        if (bound === "at_most") expect(after).toBeLessThanOrEqual(limit);
        if (bound === "at_least") expect(after).toBeGreaterThanOrEqual(limit);
        if (bound === "unchanged") expect(after).toBe(limit);
        const kind = `${bound} ${rivals.length === 0 ? "proven" : "ambiguous"}${fired > 0 ? "" : " 0"}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    });
    await fc.assert(property, { numRuns: worlds, seed: 20261124 });
    const kinds = ["at_most", "at_least", "unchanged", "unknown"].flatMap((bound) => [
      `${bound} proven`,
      `${bound} ambiguous`,
    ]);
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
  },
  600_000 + 1000 * worlds,
);
