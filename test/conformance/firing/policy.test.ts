/** The policy interval: how often an alert of either kind can fire on one host. */
import { conformance, everyQuarter, type Fields, noon, propagation, thresholdFields } from "../service";

const service = conformance();
/** When an alert that was created at the start of a test takes effect. */
const start = noon + propagation;
const firedAt = async (alert: number) => (await service.firings(alert)).map(({ at }) => at);

beforeEach(async () => {
  await service.addHost("db-1");
  await service.addHost("db-2");
});

describe("the policy", () => {
  const policy = everyQuarter.id;

  it("[FIRE-4] of a threshold alert delays the next firing on a host", async () => {
    const alert = await service.threshold({}, { policy });
    await service.report(1, 11);
    await service.advance(60);
    await service.report(1, 1);
    await service.report(1, 11);
    await service.advance(everyQuarter.seconds - 0.001);
    expect(await firedAt(alert)).toEqual([start + 60]);
    await service.advance(0.001);
    expect(await firedAt(alert)).toEqual([start + 60, start + 60 + everyQuarter.seconds]);
  });

  it("[FIRE-4] of a threshold alert does not cause a firing for a value that fell in the meantime", async () => {
    const alert = await service.threshold({}, { policy });
    await service.report(1, 11);
    await service.advance(60);
    await service.report(1, 1);
    await service.report(1, 11);
    await service.advance(300);
    await service.report(1, 9);
    await service.advance(10_000);
    expect(await firedAt(alert)).toEqual([start + 60]);
  });

  it("[FIRE-4] of a threshold alert is counted per host and alert", async () => {
    const [alert, other] = [
      await service.createAlert(thresholdFields, { policy }),
      await service.threshold({}, { policy }),
    ];
    await service.report(1, 11);
    await service.advance(60);
    await service.report(2, 11);
    await service.advance(60);
    for (const id of [alert, other]) {
      expect((await service.firings(id)).map(({ host, at, resolved_at }) => [host, at, resolved_at])).toEqual(
        [
          [1, start + 60, null],
          [2, start + 120, null],
        ],
      );
    }
  });

  it("[FIRE-4] of an event alert suppresses firings on a host within the interval, without firing later", async () => {
    const alert = await service.onEvents({}, { policy });
    await service.postEvent("deploy", { host: 1 });
    await service.advance(everyQuarter.seconds - 0.001);
    await service.postEvent("deploy", { host: 1 });
    expect(await firedAt(alert)).toEqual([start]);
    await service.advance(0.001);
    expect(await firedAt(alert)).toEqual([start]);
    await service.postEvent("deploy", { host: 1 });
    expect(await firedAt(alert)).toEqual([start, start + everyQuarter.seconds]);
  });

  it("[FIRE-4] of an event alert is counted per host, and separately for global events", async () => {
    const alert = await service.onEvents({ categories: ["deploy", "load test"] }, { policy });
    const hosts: Fields[] = [{ host: 1 }, { host: 2 }, {}];
    for (const host of hosts) await service.postEvent("deploy", host);
    for (const host of hosts) await service.postEvent("load test", host);
    expect((await service.firings(alert)).map(({ host }) => host)).toEqual([1, 2, null]);
  });

  it("[FIRE-4] without an interval allows every firing, even for simultaneous events", async () => {
    const alert = await service.onEvents();
    for (let count = 0; count < 3; count += 1) await service.postEvent("deploy", { host: 1 });
    expect(await firedAt(alert)).toEqual([start, start, start]);
  });
});
