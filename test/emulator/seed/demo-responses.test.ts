/** The demo environment over HTTP: lists, searches and pages return the seed. */
import { endpointDescriptions } from "../../../scripts/generate-openapi/descriptions";
import { cleanSeed } from "../../../src/emulator";
import { endpoints, keysOf } from "../../../src/service";
import { emulatorForEachTest } from "../../support/emulator";
import { VirtualClock } from "../../support/virtual-clock";

const seed = cleanSeed(new VirtualClock());
const digests = [...(seed.digests ?? [])];
const samples = [...(seed.samples ?? [])];
const events = [...(seed.events ?? [])];
const alerts = [...(seed.alerts ?? [])];
const service = emulatorForEachTest({ seed: "clean" });
const list = async (path: string) => (await service.get(path)).json as { data: Record<string, unknown>[] };

it("every list returns the objects of the seed", async () => {
  const query = samples[0]?.query ?? "";
  const ofQuery = samples.filter((sample) => sample.query === query);
  expect((await list("/queries")).data).toHaveLength(digests.length);
  expect((await list(`/queries/samples?query=${query}`)).data).toEqual(
    expect.arrayContaining(ofQuery) as unknown,
  );
  expect((await list("/events?addGlobal=1")).data).toEqual(events);
  expect((await list("/config/alerts")).data).toEqual(
    alerts.map(({ alert }, index) => ({ id: index + 1, ...alert })),
  );
  for (const name of keysOf(endpoints)) {
    const { method, path } = endpoints[name];
    if (method !== "GET" || path.includes("{")) continue;
    const response = await service.get(`${path}?query=${query}&addGlobal=1`);
    expect(endpointDescriptions[name].response?.safeParse(response.json)).toMatchObject({ success: true });
  }
});

it("digests are found by tag, host, text and first-seen time", async () => {
  const { data } = await list("/queries?tags=app%3Dpayments%20refunds");
  expect(data).toHaveLength(1);
  expect((await list("/queries?host=3")).data.length).toBeGreaterThan(5);
  expect((await list("/queries?filter=^select*order by")).data.length).toBeGreaterThan(3);
  expect((await list("/queries?new=1&from=-259200&until=0")).data).toHaveLength(2);
});

it("pages of one digest together equal one large page", async () => {
  const filter = "filter=select*from*where";
  const all = digests
    .filter(({ digest }) => /select.*from.*where/.test(digest))
    .map(({ id, digest, firstSeen, lastSeen }) => ({ id, digest, firstSeen, lastSeen }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  expect((await list(`/queries?${filter}`)).data).toEqual(all);
  for (const [index, digest] of all.entries()) {
    const offset = all[index - 1]?.id ?? "0";
    const { json, headers } = await service.get(`/queries?${filter}&limit=1&offset=${offset}`);
    expect(json).toEqual({ data: [digest] });
    expect(headers.get("x-vc-meta-more")).toBe(index === all.length - 1 ? null : "true");
  }
});

it("the events of a host do not depend on other hosts in the filter", async () => {
  const of3 = events.filter(({ host }) => host === undefined || host === 3);
  const others = (count: number) => Array.from({ length: count }, (_, index) => index + 100).join(",");
  for (const host of ["3", "3,3", `3,${others(20)}`, `${others(80)},3`, `3,${others(2000)},3`]) {
    expect((await list(`/events?addGlobal=1&host=${host}`)).data).toEqual(of3);
  }
  const since = events[events.length - 4]?.start ?? 0;
  const until = events[events.length - 2]?.start ?? 0;
  const between = events.filter(({ start }) => start >= since && start <= until);
  const path = `/events?addGlobal=1&from=${since}&until=${until}&host=1,2,3,4,5`;
  expect((await list(path)).data).toEqual(between);
  expect((await list(`${path},${others(60)}`)).data).toEqual(between);
});

it("only the incomplete alert has no configuration", async () => {
  const statuses = alerts.map((_, index) => service.get(`/config/alerts/${index + 1}/config`));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(
    alerts.map(({ config }) => (config === undefined ? 404 : 200)),
  );
});
