/** Back-tests of threshold alerts with values of metrics. */
import { Backtest, describeBacktest, historySentence } from "../../src/impact";
import {
  day,
  durations,
  eventAlert,
  hosts,
  names,
  period,
  policies,
  thresholdAlert,
  until,
  type Version,
} from "./backtest-fixture";

describe("threshold alerts with values of metrics", () => {
  const at = (seconds: number) => (until - day + seconds) * 1000;
  const values = [95, 95, 95, 70, 95, 95, 70].map((value, index) => ({
    at: at(index * 60),
    host: "db-1",
    metric: "os.cpu.user_us",
    value,
  }));

  function replay(
    after: Version,
    extra: readonly { at: number; host: string; metric: string; value: number }[] = [],
  ) {
    const subjects = [{ name: "CPU", before: undefined, after }];
    const backtest = new Backtest({ subjects, hosts, policies, durations, period });
    expect(backtest.needsEvents).toBe(false);
    expect([...backtest.metrics]).toEqual(["os.cpu.user_us"]);
    for (const value of [...values, ...extra].reverse()) backtest.addMetricValue(value);
    const result = backtest.result({ status: "complete" });
    const alert = result.alerts.get("CPU");
    if (alert === undefined) throw new Error("the alert has no back-test");
    return {
      history: result.history,
      alert,
      untested: result.untested,
      sentence: `"CPU": ${describeBacktest(alert, result.history, names)}`,
    };
  }

  it("[FIRE-1] counts the firings", () => {
    const { alert, history: used, sentence } = replay(thresholdAlert());
    expect(alert).toMatchObject({ after: { events: null, firings: 2 }, hosts: [{ id: 1, count: 2 }] });
    expect(used).toEqual({
      from: "2026-11-08T22:00:00Z",
      until: "2026-11-22T22:00:00Z",
      completeness: "complete",
      metric_values: 7,
      digest: null,
      events: 0,
    });
    expect(sentence).toBe('"CPU": 2 firings in 14d (2 in the busiest hour, 2026-11-21 22:00Z) -> #db-alerts');
  });

  it("ignores and counts values of unknown hosts, values from outside of the period, and NaN", () => {
    const other = { host: "db-9", metric: "os.cpu.user_us", value: 95, at: at(0) };
    const late = { ...other, host: "db-1", at: at(3 * day) };
    const { history } = replay(thresholdAlert(), [other, late, { ...other, host: "db-1", value: NaN }]);
    expect(history).toMatchObject({
      metric_values: 7,
      ignored_metric_values: { outside_period: 1, not_a_number: 1 },
    });
    expect(historySentence(history)).toContain(
      ", 7 values of metrics (ignored: 1 outside of the period, 1 NaN)",
    );
  });

  it("[FIRE-1] [FIRE-3] infinite values are beyond each trigger and reset", () => {
    const extra = [Infinity, -Infinity].map((value, index) => {
      return { at: at(3600 + index * 60), host: "db-1", metric: "os.cpu.user_us", value };
    });
    expect(replay(thresholdAlert(), extra).alert.after?.firings).toBe(3);
  });

  it("[FIRE-1] [FIRE-4] needs the duration, and the interval of the policy between two firings", () => {
    const long = values.map((value) => ({ ...value, at: value.at + 300_000 }));
    expect(replay(thresholdAlert({ policy: 2 }), long).alert.after).toEqual({ events: null, firings: 1 });
    expect(replay(thresholdAlert({ policy: 3 })).sentence).toBe(
      '"CPU": the service gives no interval for policy 3',
    );
  });

  it("[FIRE-1] uses the first and the last millisecond of the period, by the name or the id of a host", () => {
    const value = { metric: "os.cpu.user_us", value: 1 };
    const { from, until: end } = { from: (until - 14 * day) * 1000, until: (until + 1) * 1000 };
    const edges = [
      { ...value, host: "db-1", at: from },
      { ...value, host: "2", at: end - 1 },
      { ...value, host: "db-1", at: from - 1 },
      { ...value, host: "1", at: end },
      { ...value, host: "3", at: from },
      { ...value, host: "x1", at: from },
      { ...value, host: "1x", at: from },
    ];
    expect(replay(thresholdAlert(), edges).history.metric_values).toBe(9);
  });

  it("must be from a host that the alert watches", () => {
    const { config, ...alert } = thresholdAlert();
    const onDb2 = { ...alert, config: { ...config, hosts: [2] } };
    const clause = "not tested, because no value of its metric in the period is from one of its hosts";
    expect(replay(onDb2).sentence).toBe(`"CPU": ${clause}`);
    expect(replay(onDb2).untested).toEqual([{ name: "CPU", reason: clause }]);
    expect(replay({ ...onDb2, disabled: true }).untested).toEqual([]);
    const value = { at: at(0), host: "db-2", metric: "os.cpu.user_us", value: 1 };
    expect(replay(onDb2, [value])).toMatchObject({ untested: [], alert: { after: { firings: 0 } } });
  });

  it("are not needed for event alerts, whose events are needed", () => {
    const subjects = [
      { name: "CPU", before: undefined, after: thresholdAlert() },
      { name: "Deploys", before: eventAlert(["release"]), after: undefined },
    ];
    const backtest = new Backtest({ subjects, hosts, policies, durations, period });
    expect(backtest.needsEvents).toBe(true);
    expect([...backtest.metrics]).toEqual(["os.cpu.user_us"]);
    expect([...backtest.result({ status: "failed", reason: "x" }).alerts.keys()]).toEqual(["CPU"]);
  });

  it("needs the length of the duration", () => {
    expect(replay(thresholdAlert({}, 2)).sentence).toBe('"CPU": the service gives no length for duration 2');
  });
});
