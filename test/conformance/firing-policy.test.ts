/** How often an alert of either kind can fire on one host. */
import { conformance, everyQuarter, type Fields, noon, propagation, thresholdFields } from "./service";

const service = conformance();
/** When an alert that was made at the start of a test is in effect. */
const start = noon + propagation;
const firedAt = async (alert: number) => (await service.firings(alert)).map(({ at }) => at);

beforeEach(async () => {
  await service.addHost("db-1");
  await service.addHost("db-2");
});

describe("the policy", () => {
  const policy = everyQuarter.id;

  it("[FIRE-4] of a threshold alert keeps it from firing on a host too soon, and then lets it", async () => {
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

  it("[FIRE-4] of a threshold alert does not make it fire for what is over by then", async () => {
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

  it("[FIRE-4] of a threshold alert is counted for each host and each alert", async () => {
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

  it("[FIRE-4] of an event alert keeps it from firing on a host too soon, and what was kept is not made up", async () => {
    const alert = await service.onEvents({}, { policy });
    await service.happens("deploy", { host: 1 });
    await service.advance(everyQuarter.seconds - 0.001);
    await service.happens("deploy", { host: 1 });
    expect(await firedAt(alert)).toEqual([start]);
    await service.advance(0.001);
    expect(await firedAt(alert)).toEqual([start]);
    await service.happens("deploy", { host: 1 });
    expect(await firedAt(alert)).toEqual([start, start + everyQuarter.seconds]);
  });

  it("[FIRE-4] of an event alert is counted for each host, and for global events apart", async () => {
    const alert = await service.onEvents({ categories: ["deploy", "load test"] }, { policy });
    const hosts: Fields[] = [{ host: 1 }, { host: 2 }, {}];
    for (const host of hosts) await service.happens("deploy", host);
    for (const host of hosts) await service.happens("load test", host);
    expect((await service.firings(alert)).map(({ host }) => host)).toEqual([1, 2, null]);
  });

  it("[FIRE-4] that lets it fire every time does so, for events at one moment too", async () => {
    const alert = await service.onEvents();
    for (let count = 0; count < 3; count += 1) await service.happens("deploy", { host: 1 });
    expect(await firedAt(alert)).toEqual([start, start, start]);
  });
});
