/** The propagation window: changes of alerts take effect after exactly one minute. */
import {
  alertFields,
  categoryFields,
  conformance,
  everyQuarter,
  type Fields,
  idsOf,
  noon,
  propagation,
  thresholdFields,
} from "./service";

const service = conformance();

/** Whether an event of the type fires the alert now. */
const firesAt = async (alert: number, type = "deploy") => {
  const before = (await service.firings(alert)).length;
  await service.postEvent(type);
  return (await service.firings(alert)).length > before;
};

describe("an event alert", () => {
  it("[PROP-1] takes effect after the window, and not before", async () => {
    const alert = await service.createAlert(categoryFields);
    expect(await firesAt(alert)).toBe(false);
    await service.advance(propagation - 0.001);
    expect(await firesAt(alert)).toBe(false);
    await service.advance(0.001);
    expect(await firesAt(alert)).toBe(true);
  });

  it("[PROP-1] has a separate window for its configuration", async () => {
    const { json } = await service.post("/config/alerts", { body: { ...alertFields, type: 1 } });
    expect(json).toMatchObject({ id: 1 });
    await service.advance(45);
    await service.put("/config/alerts/1/config", { body: categoryFields });
    await service.advance(propagation - 1);
    expect(await firesAt(1)).toBe(false);
    await service.advance(1);
    expect(await firesAt(1)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>, { before: boolean; after: boolean }, Fields]>([
    ["disabled", () => service.change(1, { disabled: 1 }), { before: true, after: false }, {}],
    ["enabled", () => service.change(1, { disabled: 0 }), { before: false, after: true }, { disabled: 1 }],
    ["deleted", () => service.delete("/config/alerts/1"), { before: true, after: false }, {}],
    [
      "changed to other categories",
      () => service.put("/config/alerts/1/config", { body: { ...categoryFields, categories: ["rollback"] } }),
      { before: true, after: false },
      {},
    ],
    [
      "restricted to hosts",
      () => service.put("/config/alerts/1/config", { body: { ...categoryFields, host_types: ["mysql"] } }),
      { before: true, after: false },
      {},
    ],
    [
      "changed to another policy",
      () => service.change(1, { policy: everyQuarter.id }),
      { before: true, after: false },
      {},
    ],
  ])(
    "[PROP-1] that is %s behaves as before within the window, and as changed after it",
    async (_, change, fires, initial) => {
      const alert = await service.onEvents({}, initial);
      await change();
      for (const seconds of [0, 30, propagation - 30 - 0.001]) {
        await service.advance(seconds);
        expect(await firesAt(alert)).toBe(fires.before);
      }
      await service.advance(0.001);
      expect(await firesAt(alert)).toBe(fires.after);
      await service.advance(propagation);
      expect(await firesAt(alert)).toBe(fires.after);
    },
  );

  it("[PROP-1] notifies the old destinations within the window, and the new ones after it", async () => {
    const destinations = [await service.addDestination("Old"), await service.addDestination("New")];
    const alert = await service.onEvents({}, { destinations: destinations.slice(0, 1), name: "Before" });
    await service.change(alert, { destinations: destinations.slice(1), name: "After" });
    await service.advance(propagation - 1);
    await service.postEvent("deploy");
    await service.advance(1);
    await service.postEvent("deploy");
    expect(await service.outbox()).toMatchObject([
      { alert_name: "Before", destination_name: "Old" },
      { alert_name: "After", destination_name: "New" },
    ]);
  });

  it("[PROP-1] applies several changes within a window one after another", async () => {
    const alert = await service.onEvents({ categories: ["one"] });
    const path = `/config/alerts/${alert}/config`;
    await service.put(path, { body: { ...categoryFields, categories: ["two"] } });
    await service.advance(20);
    await service.put(path, { body: { ...categoryFields, categories: ["three"] } });
    await service.advance(20);
    await service.delete(`/config/alerts/${alert}`);
    const firing = async () => {
      const fired: string[] = [];
      for (const type of ["one", "two", "three"]) if (await firesAt(alert, type)) fired.push(type);
      return fired;
    };
    expect(await firing()).toEqual(["one"]);
    await service.advance(20);
    expect(await firing()).toEqual(["two"]);
    await service.advance(20);
    expect(await firing()).toEqual(["three"]);
    await service.advance(20);
    expect(await firing()).toEqual([]);
  });
});

describe("a threshold alert", () => {
  const write = (alert: number, fields: Fields) =>
    service.put(`/config/alerts/${alert}/config`, { body: { ...thresholdFields, ...fields } });
  const firedAt = async (alert: number) => (await service.firings(alert)).map(({ at }) => at);
  beforeEach(() => service.addHost("db-1"));

  it("[PROP-1] [FIRE-1] counts the duration from the time it takes effect", async () => {
    await service.report(1, 11);
    const alert = await service.createAlert(thresholdFields);
    await service.advance(propagation + 59);
    expect(await firedAt(alert)).toEqual([]);
    await service.advance(1);
    expect(await firedAt(alert)).toEqual([noon + propagation + 60]);
  });

  it("[PROP-1] uses the old trigger within the window, and the new one after it", async () => {
    const alert = await service.threshold();
    const start = noon + propagation;
    await write(alert, { trigger: 100 });
    await service.report(1, 50, { ts: start });
    await service.advance(59);
    expect(await firedAt(alert)).toEqual([]);
    await service.report(1, 1);
    await service.report(1, 50);
    await service.advance(600);
    expect(await firedAt(alert)).toEqual([]);
    await service.report(1, 101);
    await service.advance(60);
    expect(await firedAt(alert)).toEqual([start + 59 + 600 + 60]);
  });

  it.each<[string, (alert: number) => Promise<unknown>]>([
    ["disabled", (alert) => service.change(alert, { disabled: 1 })],
    ["deleted", (alert) => service.delete(`/config/alerts/${alert}`)],
    ["changed to other hosts", (alert) => write(alert, { host_types: ["pgsql"] })],
    ["changed to another metric", (alert) => write(alert, { metric: "os.cpu.idle_us" })],
  ])("[PROP-1] [ALERT-5] that is %s fires within the window, and not after it", async (_, change) => {
    await service.addHost("db-2");
    const alert = await service.threshold();
    const start = noon + propagation;
    await service.advance(10);
    await change(alert);
    await service.report(1, 11, { ts: -1 });
    await service.advance(1);
    await service.report(2, 11);
    await service.advance(1000);
    expect((await service.firings(alert)).map(({ host, at }) => [host, at])).toEqual([[1, start + 69]]);
  });
});

describe("reads", () => {
  it("[PROP-1] show a write immediately by default", async () => {
    const alert = await service.createAlert(categoryFields, { name: "New" });
    expect(await service.list("/config/alerts")).toMatchObject([{ id: alert, name: "New" }]);
    expect((await service.get(`/config/alerts/${alert}/config`)).json).toEqual(categoryFields);
    await service.delete(`/config/alerts/${alert}`);
    expect(await service.list("/config/alerts")).toEqual([]);
  });
});

describe("stale reads", () => {
  const stale = conformance({ staleReads: true });
  const config = async () => {
    const { status, json } = await stale.get("/config/alerts/1/config");
    return status === 200 ? json : status;
  };

  it("[PROP-1] show created, changed and deleted alerts only after the window", async () => {
    await stale.createAlert(categoryFields, { name: "First" });
    await stale.advance(propagation - 0.001);
    expect([await stale.list("/config/alerts"), await config()]).toEqual([[], 404]);
    await stale.advance(0.001);
    expect(await stale.list("/config/alerts")).toMatchObject([{ id: 1, name: "First" }]);
    expect(await config()).toEqual(categoryFields);

    await stale.change(1, { name: "Second" });
    await stale.put("/config/alerts/1/config", { body: { ...categoryFields, categories: ["x"] } });
    await stale.advance(propagation - 1);
    expect(await stale.list("/config/alerts")).toMatchObject([{ name: "First" }]);
    expect(await config()).toEqual(categoryFields);
    await stale.advance(1);
    expect(await stale.list("/config/alerts")).toMatchObject([{ name: "Second" }]);
    expect(await config()).toMatchObject({ categories: ["x"] });

    await stale.delete("/config/alerts/1");
    await stale.advance(propagation - 1);
    expect([idsOf(await stale.list("/config/alerts")), await config()]).toMatchObject([
      [1],
      { categories: ["x"] },
    ]);
    await stale.advance(1);
    expect([await stale.list("/config/alerts"), await config()]).toEqual([[], 404]);
  });
});
