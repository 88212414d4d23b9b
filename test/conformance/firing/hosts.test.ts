/** The host scope of both kinds of alerts: hosts of the listed types, plus the listed hosts, or all hosts. */
import { conformance, type Fields, noon } from "../service";

const service = conformance();

/** Three types, with two hosts of one type, and the expected firings. */
const hosts = { mysql1: 1, mysql2: 2, pgsql: 3, os: 4 };
const everyHost = Object.values(hosts);
const global = null;

beforeEach(async () => {
  await service.addHost("mysql-1", { type: "mysql" });
  await service.addHost("mysql-2", { type: "mysql" });
  await service.addHost("pg-1", { type: "pgsql" });
  await service.addHost("app-1", { type: "os" });
});

const rows: [listed: number[], types: string[], on: number[]][] = [
  [[], [], everyHost],
  [[hosts.mysql1], [], [hosts.mysql1]],
  [[hosts.os, hosts.pgsql], [], [hosts.pgsql, hosts.os]],
  [[], ["mysql"], [hosts.mysql1, hosts.mysql2]],
  [[], ["mysql", "os"], [hosts.mysql1, hosts.mysql2, hosts.os]],
  [[hosts.pgsql], ["mysql"], [hosts.mysql1, hosts.mysql2, hosts.pgsql]],
  [[hosts.mysql1], ["mysql"], [hosts.mysql1, hosts.mysql2]],
  [[hosts.mysql2], ["os", "redis"], [hosts.mysql2, hosts.os]],
  [[], ["redis"], []],
  [[], ["MySQL", "my", "mysql-1"], []],
];

const firedOn = async (alert: number) => (await service.firings(alert)).map(({ host }) => host).sort();

it.each(rows)(
  "[CONFIG-2] [FIRE-6] a threshold alert for hosts %j and types %j fires on %j",
  async (listed, types, on) => {
    const alert = await service.threshold({ hosts: listed, host_types: types });
    for (const host of everyHost) await service.report(host, 11);
    await service.advance(60);
    expect(await firedOn(alert)).toEqual(on);
  },
);

it.each(rows)(
  "[CONFIG-2] [FIRE-6] an event alert for hosts %j and types %j fires on %j",
  async (listed, types, on) => {
    const alert = await service.onEvents({ hosts: listed, host_types: types });
    for (const host of everyHost) await service.postEvent("deploy", { host });
    expect(await firedOn(alert)).toEqual(on);
  },
);

it.each(rows)(
  "[FIRE-6] a global event fires an alert for hosts %j and types %j only if both are empty",
  async (listed, types) => {
    const alert = await service.onEvents({ hosts: listed, host_types: types });
    await service.postEvent("deploy");
    expect(await firedOn(alert)).toEqual(listed.length + types.length === 0 ? [global] : []);
  },
);

it("[FIRE-6] the firing of a host event has the host, the firing of a global event has none", async () => {
  const alert = await service.onEvents();
  await service.postEvent("deploy", { host: hosts.pgsql });
  await service.postEvent("deploy");
  expect((await service.firings(alert)).map(({ host }) => host)).toEqual([hosts.pgsql, global]);
});

it("[FIRE-6] a host added later matches its type", async () => {
  const filters: Fields = { host_types: ["redis"] };
  const [threshold, onEvents] = [await service.threshold(filters), await service.onEvents(filters)];
  const host = await service.addHost("redis-1", { type: "redis" });
  await service.report(host, 11);
  await service.postEvent("deploy", { host });
  await service.advance(60);
  expect([await firedOn(threshold), await firedOn(onEvents)]).toEqual([[host], [host]]);
});

it("[FIRE-6] a threshold alert does not fire on a deleted host", async () => {
  const alert = await service.threshold();
  for (const host of [hosts.mysql1, hosts.mysql2]) await service.report(host, 11);
  await service.addHost("mysql-1", { id: hosts.mysql1, type: "mysql", deleted: noon });
  await service.advance(60);
  expect(await firedOn(alert)).toEqual([hosts.mysql2]);
});
