import { type ConfiguredAlert } from "../../src/alerting";
import { simulate } from "../support/simulate";

const minute = 60_000;
const hosts = [
  { id: 1, type: "mysql", isDeleted: false },
  { id: 2, type: "os", isDeleted: false },
  { id: 3, type: "mysql", isDeleted: true },
];

function eventAlert(over: Partial<ConfiguredAlert> = {}, filters = {}): ConfiguredAlert {
  const condition = { kind: "event", categories: ["deploy"] } as const;
  const config = { hosts: [], host_types: [], condition, ...filters };
  return { id: 1, policy: 1, disabled: false, destinations: [7], config, ...over };
}

const lag = {
  kind: "threshold",
  metric: "lag",
  trigger: 30,
  reset: 20,
  duration: 2,
  alert_level: "warn",
} as const;

function thresholdAlert(over: Partial<ConfiguredAlert> = {}): ConfiguredAlert {
  return eventAlert({ config: { hosts: [], host_types: ["mysql"], condition: lag }, ...over });
}

const durationsMs = new Map([[2, 5 * minute]]);

function values(host: number, list: readonly (readonly [second: number, value: number])[]) {
  return list.map(([second, value]) => ({ host, metric: "lag", at: second * 1000, value }));
}

describe("threshold alerts", () => {
  it("[FIRE-1] [FIRE-3] fire after the duration, also between samples, and resolve below the reset value", () => {
    const [firing, ...others] = simulate({
      alerts: [thresholdAlert()],
      hosts,
      durationsMs,
      values: values(1, [
        [0, 0],
        [70, 40],
        [480, 10],
      ]),
      until: 10 * minute,
    });
    expect(others).toEqual([]);
    expect(firing).toMatchObject({ alert: 1, host: 1, level: "warn", at: 370_000, resolvedAt: 480_000 });
  });

  it("[FIRE-3] stay unresolved until the value is below the reset value, and do not fire again before", () => {
    const firings = simulate({
      alerts: [thresholdAlert()],
      hosts,
      values: values(1, [
        [0, 40],
        [10, 20],
        [20, 50],
        [30, 19],
        [40, 40],
      ]),
      until: minute,
    });
    expect(firings.map(({ at, resolvedAt }) => [at, resolvedAt])).toEqual([
      [0, 30_000],
      [40_000, undefined],
    ]);
  });

  it("fire in the order of time, alert and host", () => {
    const onMetric = (id: number, duration: number) => {
      const alert = thresholdAlert({ id });
      return { ...alert, config: { ...alert.config, condition: { ...lag, duration } } };
    };
    const firings = simulate({
      alerts: [onMetric(9, 2), onMetric(3, 1), onMetric(2, 1), onMetric(1, 3), onMetric(8, 2)],
      hosts: [...hosts, { id: 5, type: "mysql", isDeleted: false }],
      durationsMs: new Map([
        [1, 2 * minute],
        [2, minute],
        [3, 3 * minute],
      ]),
      values: [...values(5, [[0, 40]]), ...values(1, [[0, 40]])],
      until: 10 * minute,
    });
    expect(firings.map(({ at, alert, host }) => [at / minute, alert, host])).toEqual([
      [1, 8, 1],
      [1, 8, 5],
      [1, 9, 1],
      [1, 9, 5],
      [2, 2, 1],
      [2, 2, 5],
      [2, 3, 1],
      [2, 3, 5],
      [3, 1, 1],
      [3, 1, 5],
    ]);
  });

  it("[FIRE-1] start the duration again when the value falls to the trigger", () => {
    const firings = simulate({
      alerts: [thresholdAlert()],
      hosts,
      durationsMs,
      values: values(1, [
        [0, 31],
        [200, 30],
        [210, 31],
      ]),
      until: 10 * minute,
    });
    expect(firings.map(({ at }) => at)).toEqual([510_000]);
  });

  it("[FIRE-2] generate an event that event alerts match", () => {
    const condition = { kind: "event", categories: ["Threshold Alert"] } as const;
    const onEvent = eventAlert({ id: 2, config: { hosts: [], host_types: [], condition } });
    const firings = simulate({
      alerts: [thresholdAlert(), onEvent],
      hosts,
      values: values(1, [[10, 31]]),
      until: minute,
    });
    expect(firings.map(({ alert, kind, level, at }) => [alert, kind, level, at])).toEqual([
      [1, "threshold", "warn", 10_000],
      [2, "event", "warn", 10_000],
    ]);
  });

  it("ignore deleted hosts, hosts out of scope and other metrics", () => {
    const firings = simulate({
      alerts: [thresholdAlert()],
      hosts,
      values: [
        ...values(2, [[10, 90]]),
        ...values(3, [[10, 90]]),
        ...values(4, [[10, 90]]),
        { host: 1, metric: "other", at: 0, value: 90 },
      ],
      until: minute,
    });
    expect(firings).toEqual([]);
  });
});

describe("event alerts", () => {
  it("[FIRE-5] fire for each event of their categories", () => {
    const firings = simulate({
      alerts: [eventAlert()],
      hosts,
      events: [
        { at: 20_000, type: "deploy" },
        { at: 10_000, type: "deploy", host: 2, level: "crit" },
        { at: 15_000, type: "backup", host: 2 },
      ],
      until: minute,
    });
    expect(firings.map(({ host, at, level }) => [host, at, level])).toEqual([
      [2, 10_000, "crit"],
      [undefined, 20_000, "info"],
    ]);
  });

  it("[FIRE-6] match a global event only without host filters", () => {
    const filtered = eventAlert({}, { host_types: ["mysql"] });
    const events = [{ at: 0, type: "deploy" }];
    expect(simulate({ alerts: [filtered], hosts, events, until: minute })).toEqual([]);
    expect(simulate({ alerts: [eventAlert()], hosts, events, until: minute })).toHaveLength(1);
  });

  it("[FIRE-4] fire again on a host only after the policy's interval", () => {
    const at = [0, 59, 60, 61, 120].map((second) => ({ at: second * 1000, type: "deploy", host: 1 }));
    const otherHost = { at: 30_000, type: "deploy", host: 2 };
    const firings = simulate({
      alerts: [eventAlert()],
      hosts,
      policyIntervalsMs: new Map([[1, minute]]),
      events: [...at, otherHost],
      until: 5 * minute,
    });
    expect(firings.map(({ host, at }) => [host, at / 1000])).toEqual([
      [1, 0],
      [2, 30],
      [1, 60],
      [1, 120],
    ]);
  });

  it("do not fire while disabled", () => {
    const events = [{ at: 0, type: "deploy" }];
    expect(simulate({ alerts: [eventAlert({ disabled: true })], hosts, events, until: minute })).toEqual([]);
  });
});

describe("changes", () => {
  it("[PROP-1] take effect one propagation window after the write", () => {
    const events = [59, 60, 119, 120, 180].map((second) => ({ at: second * 1000, type: "deploy" }));
    const firings = simulate({
      alerts: [eventAlert()],
      hosts,
      events,
      changes: [
        { at: 0, id: 1, alert: eventAlert({ disabled: true }) },
        { at: minute, id: 1, alert: eventAlert({ destinations: [8] }) },
        { at: 2 * minute, id: 1, alert: undefined },
      ],
      until: 5 * minute,
    });
    expect(firings.map(({ at, destinations }) => [at / 1000, destinations])).toEqual([
      [59, [7]],
      [120, [8]],
    ]);
  });

  it("take effect at once without a propagation window, in the order of the writes", () => {
    const events = [{ at: 10_000, type: "deploy" }];
    const changes = [
      { at: 10_000, id: 1, alert: eventAlert({ disabled: true }) },
      { at: 10_000, id: 1, alert: eventAlert({ destinations: [9] }) },
    ];
    const input = { alerts: [eventAlert()], hosts, events, changes, until: minute };
    expect(simulate({ ...input, propagationWindowMs: 0 })).toMatchObject([{ destinations: [9] }]);
  });

  it("let a new rule count the time above the trigger from when it takes effect", () => {
    const high = thresholdAlert();
    const firings = simulate({
      alerts: [],
      hosts,
      durationsMs,
      values: values(1, [[0, 40]]),
      changes: [{ at: minute, id: 1, alert: high }],
      until: 10 * minute,
    });
    expect(firings.map(({ at }) => at)).toEqual([7 * minute]);
  });

  it("of the duration apply to a value that exceeds the trigger already", () => {
    const alert = thresholdAlert();
    const { condition } = alert.config;
    const shorter = { ...alert.config, condition: { ...condition, duration: 3 } as typeof condition };
    const firings = simulate({
      alerts: [alert],
      hosts,
      durationsMs: new Map([...durationsMs, [3, 3 * minute]]),
      values: values(1, [[0, 40]]),
      changes: [{ at: 0, id: 1, alert: { ...alert, config: shorter } }],
      until: 10 * minute,
    });
    // The new rule counts from when it takes effect.
    expect(firings.map(({ at }) => at)).toEqual([4 * minute]);
  });

  it("restart the duration of an alert that is about to fire, also if they change nothing but its text", () => {
    const input = { alerts: [thresholdAlert(), thresholdAlert({ id: 2 })], hosts, durationsMs };
    const timeline = { values: values(1, [[0, 40]]), until: 20 * minute };
    const changes = [{ at: 3 * minute, id: 1, alert: thresholdAlert() }];
    expect(simulate({ ...input, ...timeline, changes })).toMatchObject([
      { alert: 2, at: 5 * minute },
      { alert: 1, at: 9 * minute },
    ]);
  });

  it("of the metric apply to the values of the new metric", () => {
    const load = { ...thresholdAlert().config, condition: { ...lag, metric: "load" } };
    const changes = [{ at: 0, id: 1, alert: thresholdAlert({ config: load }) }];
    const input = { alerts: [thresholdAlert()], hosts, durationsMs, changes, until: 10 * minute };
    const high = values(1, [[0, 40]]);
    expect(simulate({ ...input, values: high })).toEqual([]);
    expect(simulate({ ...input, values: [...high, { host: 1, metric: "load", value: 10, at: 0 }] })).toEqual(
      [],
    );
    const firings = simulate({
      ...input,
      values: [...high, { host: 1, metric: "load", value: 50, at: 0 }],
    });
    expect(firings.map(({ at }) => at)).toEqual([6 * minute]);
  });

  it("end the time above the trigger if they disable the alert, delete it, or raise the trigger", () => {
    const raised = { ...thresholdAlert().config, condition: { ...lag, trigger: 40 } };
    for (const alert of [thresholdAlert({ disabled: true }), undefined, thresholdAlert({ config: raised })]) {
      const changes = [{ at: 0, id: 1, alert }];
      const input = { alerts: [thresholdAlert()], hosts, durationsMs, changes, until: 10 * minute };
      expect(simulate({ ...input, values: values(1, [[0, 40]]) })).toEqual([]);
    }
  });

  it("resolve the firings of a deleted alert", () => {
    const firings = simulate({
      alerts: [thresholdAlert()],
      hosts,
      values: values(1, [[0, 40]]),
      changes: [{ at: minute, id: 1, alert: undefined }],
      until: 10 * minute,
    });
    expect(firings).toMatchObject([{ at: 0, resolvedAt: 2 * minute }]);
  });
});

it("ends at the given time", () => {
  const input = { alerts: [thresholdAlert(), eventAlert({ id: 2 })], hosts, durationsMs };
  const timeline = { values: values(1, [[0, 40]]), events: [{ at: 6 * minute, type: "deploy" }] };
  expect(simulate({ ...input, ...timeline, until: 5 * minute - 1 })).toEqual([]);
  expect(simulate({ ...input, ...timeline, until: 5 * minute })).toHaveLength(1);
});
