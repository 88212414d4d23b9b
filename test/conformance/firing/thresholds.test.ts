/** When a threshold alert fires and resolves. */
import {
  conformance,
  type Fields,
  fieldsOf,
  fiveMinutes,
  metric,
  noon,
  oneMinute,
  propagation,
  thresholdFields,
} from "../service";

const service = conformance();
/** When an alert that was created at the start of a test takes effect. */
const start = noon + propagation;
const brief = async (alert: number) =>
  (await service.firings(alert)).map(({ host, at, resolved_at }) => [host, at, resolved_at]);
const writeConfig = (alert: number, fields: Fields) =>
  service.put(`/config/alerts/${String(alert)}/config`, {
    body: { ...thresholdFields, duration: fiveMinutes.id, ...fields },
  });
const firedAt = async (alert: number) => (await service.firings(alert)).map(({ at }) => at);
const stateOf = async (alert: number) => {
  const { alerts } = fieldsOf((await service.control("GET", "/overview")).json);
  const all = Array.isArray(alerts) ? alerts.map(fieldsOf) : [];
  return all.find(({ id }) => id === alert)?.state;
};

beforeEach(async () => {
  await service.addHost("db-1");
  await service.addHost("db-2");
});

describe("the trigger and the duration", () => {
  it.each([oneMinute, fiveMinutes])(
    "[FIRE-1] it fires after the duration of %j, and not before",
    async (duration) => {
      const alert = await service.threshold({ duration: duration.id });
      await service.report(1, 11);
      await service.advance(duration.seconds - 0.001);
      expect(await firedAt(alert)).toEqual([]);
      await service.advance(0.001);
      expect(await brief(alert)).toEqual([[1, start + duration.seconds, null]]);
    },
  );

  it.each([
    [10, false],
    [10.000001, true],
    [9.999999, false],
    [1e9, true],
  ])("[FIRE-1] it fires above the trigger of 10, and not at 10: %d", async (value, fires) => {
    const alert = await service.threshold();
    await service.report(1, value);
    await service.advance(3600);
    expect(await firedAt(alert)).toEqual(fires ? [start + 60] : []);
  });

  it("[FIRE-1] a negative trigger is exceeded by greater values", async () => {
    const alert = await service.threshold({ trigger: -5, reset: -6 });
    await service.report(1, -5);
    await service.report(2, -4.5);
    await service.advance(60);
    expect(await brief(alert)).toEqual([[2, start + 60, null]]);
  });

  it.each([10, 7, 0])("[FIRE-1] a drop to %d restarts the duration", async (drop) => {
    const alert = await service.threshold();
    await service.report(1, 11);
    await service.advance(59);
    await service.report(1, drop);
    await service.advance(0.5);
    await service.report(1, 11, { ts: start + 59 });
    await service.advance(58.5);
    expect(await firedAt(alert)).toEqual([]);
    await service.advance(1);
    expect(await firedAt(alert)).toEqual([start + 119]);
  });

  it("[FIRE-1] different values above the trigger, with a gap between them, form one exceedance", async () => {
    const alert = await service.threshold({ duration: fiveMinutes.id });
    for (const value of [11, 500, 10.5]) {
      await service.report(1, value);
      await service.advance(99);
    }
    expect(await firedAt(alert)).toEqual([]);
    await service.advance(3);
    expect(await firedAt(alert)).toEqual([start + 300]);
  });

  it("[FIRE-1] a late value counts from its timestamp", async () => {
    const alert = await service.threshold();
    await service.advance(100);
    await service.report(1, 11, { ts: -59 });
    expect(await firedAt(alert)).toEqual([]);
    await service.advance(1);
    expect(await firedAt(alert)).toEqual([start + 101]);
    await service.report(2, 11, { ts: start + 1 });
    expect(await brief(alert)).toEqual([
      [1, start + 101, null],
      [2, start + 61, null],
    ]);
  });

  it("[FIRE-1] a late value below the trigger within the duration prevents the firing", async () => {
    const alert = await service.threshold();
    await service.report(1, 11);
    await service.advance(40);
    await service.report(1, 1, { ts: start + 30 });
    await service.report(1, 11, { ts: start + 31 });
    await service.advance(50.5);
    expect(await firedAt(alert)).toEqual([]);
    await service.advance(0.5);
    expect(await firedAt(alert)).toEqual([start + 91]);
  });

  it("[FIRE-1] values reported together count as a history, including drops", async () => {
    const alert = await service.threshold();
    await service.advance(500);
    const history = (host: number, ...values: [number, number][]) =>
      values.map(([ts, value]) => ({ host, metric, value, ts }));
    await service.add(
      "metrics",
      ...history(1, [-400, 11], [-341, 10], [-340, 11], [-281, 0], [-50, 11]),
      ...history(2, [-400, 11], [-340, 4], [-300, 11], [-240, 7]),
    );
    expect(await brief(alert)).toEqual([
      [2, start + 160, start + 160],
      [2, start + 260, null],
    ]);
    await service.advance(10);
    expect((await brief(alert)).slice(2)).toEqual([[1, start + 510, null]]);
  });

  it("[FIRE-1] only the alert's metric counts, separately for each host", async () => {
    const alert = await service.threshold();
    await service.report(1, 11, { metric: "os.cpu.idle_us" });
    await service.report(1, 9);
    await service.advance(30);
    await service.report(2, 11);
    await service.advance(59);
    await service.report(1, 11);
    await service.advance(1);
    expect(await brief(alert)).toEqual([[2, start + 90, null]]);
    await service.advance(59);
    expect(await brief(alert)).toEqual([
      [2, start + 90, null],
      [1, start + 149, null],
    ]);
  });

  it("[FIRE-1] [ALERT-5] a disabled alert does not fire, and disabled time does not count", async () => {
    const alert = await service.threshold({}, { disabled: 1 });
    await service.report(1, 11);
    await service.advance(3600);
    expect(await firedAt(alert)).toEqual([]);
    await service.change(alert, { disabled: 0 });
    await service.advance(propagation + 59);
    expect(await firedAt(alert)).toEqual([]);
    await service.advance(1);
    expect(await firedAt(alert)).toEqual([start + 3600 + propagation + 60]);
  });

  it.each<[string, (alert: number) => Promise<unknown>]>([
    ["of the text", (alert) => service.change(alert, { annotations: "See the wiki." })],
    ["of the name", (alert) => service.change(alert, { name: "Renamed" })],
    ["of the reset", (alert) => writeConfig(alert, { reset: 6 })],
  ])("[FIRE-1] a change %s restarts the duration of the changed alert only", async (_, change) => {
    const config = { ...thresholdFields, duration: fiveMinutes.id };
    const [changed, unchanged] = [await service.createAlert(config), await service.createAlert(config)];
    await service.advance(propagation);
    await service.report(1, 11);
    await service.advance(200);
    await change(changed);
    await service.advance(propagation + 299);
    expect([await firedAt(changed), await firedAt(unchanged)]).toEqual([[], [start + 300]]);
    await service.advance(1);
    expect(await firedAt(changed)).toEqual([start + 200 + propagation + 300]);
  });

  it("[FIRE-1] after a large clock jump, it fires with its due time", async () => {
    const alert = await service.threshold({ duration: fiveMinutes.id });
    await service.report(1, 11);
    await service.advance(1_000_000);
    expect(await firedAt(alert)).toEqual([start + 300]);
  });
});

describe("the reset", () => {
  const states = { above: 11, trigger: 10, between: 7, reset: 5, below: 4.999 };
  const fire = async (config: Fields = {}) => {
    const alert = await service.threshold(config);
    await service.report(1, states.above);
    await service.advance(60);
    expect(await brief(alert)).toEqual([[1, start + 60, null]]);
    return alert;
  };

  it.each([states.trigger, states.between, states.reset])(
    "[FIRE-3] a value of %d does not resolve it",
    async (value) => {
      const alert = await fire();
      await service.report(1, value);
      await service.advance(3600);
      expect(await brief(alert)).toEqual([[1, start + 60, null]]);
      expect(await stateOf(alert)).toBe("fired");
    },
  );

  it("[FIRE-3] a value below the reset resolves it at its timestamp, without a duration", async () => {
    const alert = await fire();
    await service.advance(7);
    await service.report(1, states.below);
    expect(await brief(alert)).toEqual([[1, start + 60, start + 67]]);
    expect(await stateOf(alert)).toBe("quiet");
  });

  it("[FIRE-3] a value resolves the firing of its host only", async () => {
    const alert = await fire();
    await service.report(2, states.above);
    await service.advance(60);
    await service.report(2, states.below);
    expect(await brief(alert)).toEqual([
      [1, start + 60, null],
      [2, start + 120, start + 120],
    ]);
    expect(await stateOf(alert)).toBe("fired");
  });

  it("[FIRE-3] a value of another metric does not resolve it", async () => {
    const alert = await fire();
    await service.report(1, 0, { metric: "os.cpu.idle_us" });
    expect(await stateOf(alert)).toBe("fired");
  });

  it("[FIRE-3] a disabled alert is still resolved", async () => {
    const alert = await fire();
    await service.change(alert, { disabled: 1 });
    await service.advance(propagation);
    await service.report(1, states.below);
    expect(await brief(alert)).toEqual([[1, start + 60, start + 60 + propagation]]);
  });

  it("[FIRE-3] with a reset above the trigger, the first value below the reset resolves it", async () => {
    const alert = await fire({ reset: 20 });
    await service.report(1, 25);
    expect(await stateOf(alert)).toBe("fired");
    await service.report(1, 20);
    expect(await stateOf(alert)).toBe("fired");
    await service.report(1, 19);
    expect(await brief(alert)).toEqual([[1, start + 60, start + 60]]);
  });

  it("[FIRE-4] a fired alert does not fire again while the value stays at or above the reset", async () => {
    const alert = await fire();
    for (const value of [states.between, states.above, states.reset, 1e9]) {
      await service.report(1, value);
      await service.advance(100_000);
    }
    expect(await firedAt(alert)).toEqual([start + 60]);
  });

  it("[FIRE-4] a fired alert does not fire again after it is changed, or disabled and enabled", async () => {
    const alert = await fire();
    const config = { ...thresholdFields, trigger: 8, reset: 4, duration: fiveMinutes.id };
    await service.put(`/config/alerts/${alert}/config`, { body: config });
    for (const disabled of [1, 0]) {
      await service.change(alert, { disabled, name: `Changed ${disabled}` });
      await service.advance(3600);
    }
    expect(await brief(alert)).toEqual([[1, start + 60, null]]);
    await service.report(1, 4.5);
    expect(await stateOf(alert)).toBe("fired");
    await service.report(1, 3.9);
    expect(await stateOf(alert)).toBe("quiet");
  });

  it("[FIRE-3] [PROP-1] a reset raised above the value resolves it when the change takes effect", async () => {
    const alert = await fire();
    await service.report(1, 7);
    const config = { ...thresholdFields, reset: 8 };
    await service.put(`/config/alerts/${alert}/config`, { body: config });
    await service.advance(propagation - 1);
    expect(await stateOf(alert)).toBe("fired");
    await service.advance(1);
    expect(await brief(alert)).toEqual([[1, start + 60, start + 60 + propagation]]);
  });

  it("[FIRE-3] [FIRE-4] after it is resolved, it fires again after the whole duration", async () => {
    const alert = await fire();
    await service.report(1, states.below);
    await service.report(1, states.above);
    await service.advance(59);
    expect(await firedAt(alert)).toEqual([start + 60]);
    await service.advance(1);
    expect(await brief(alert)).toEqual([
      [1, start + 60, start + 60],
      [1, start + 120, null],
    ]);
  });
});
