/** Requests about an alert whose hosts are selected by `host_tags` and by patterns. */
import { ExtData } from "@msgpack/msgpack";
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";
import { AlertRequests, RequestError, valuesOf } from "./alert-requests";

let service: ServiceEmulator;
let client: AlertRequests;

beforeEach(async () => {
  service = await ServiceEmulator.start({ seed: shopSeed() });
  client = await start();
});
afterEach(async () => {
  await client.stop();
  await service.stop();
});

function start(): Promise<AlertRequests> {
  const connection = { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token };
  return AlertRequests.start(connection, { propagation_window: "0s" });
}

/** Another process, as in the next command of Terraform, which reads the hosts again. */
async function restart(): Promise<AlertRequests> {
  await client.stop();
  return (client = await start());
}

const primaries = { name: "Primaries", hostTags: { role: ["primary"], env: ["production", "staging"] } };
const unknown = new ExtData(0, new Uint8Array(1));
const addPrimary = (id: number, more: object = {}) => {
  const tags = ["role=primary", "env:production"];
  service
    .environment()
    .add("hosts", { id, name: `db-${String(id)}.shop.example`, type: "os", tags, ...more });
};
const hostLists = () => service.requests.list().filter(({ path }) => path.endsWith("/hosts")).length;

it("knows the ids at plan, and has no difference until another host matches", async () => {
  addPrimary(101);
  const planned = valuesOf((await client.plan({ ...primaries, name: "Other" })).plannedState);
  expect(planned).toMatchObject({ host_ids: ["1", "101"], hosts: [], disabled: false });
  const created = await client.create(primaries);
  expect(created.values).toMatchObject({ host_ids: ["1", "101"], hosts: [], host_tags: primaries.hostTags });
  expect(await client.diff(primaries, await client.refresh(created))).toEqual([]);
  addPrimary(100);
  const late = await restart();
  const refreshed = await late.refresh(created);
  expect(refreshed.values).toEqual(created.values);
  expect(await late.diff(primaries, refreshed)).toEqual(["host_ids", "written_at"]);
  const updated = await late.update(primaries, refreshed);
  expect(updated.values).toMatchObject({ host_ids: ["1", "100", "101"] });
  expect(await late.diff(primaries, await late.refresh(updated))).toEqual([]);
});

it("has the union of named hosts and patterns, in any order, beside an upgraded state", async () => {
  const args = { name: "Union", hosts: ["db-1.*", "db-2.shop.example", "3"] };
  const created = await client.create(args);
  expect(created.values).toMatchObject({ host_ids: ["1", "2", "3", "4"] });
  const reordered = { ...args, hosts: [...args.hosts].reverse() };
  expect(await client.diff(reordered, await client.refresh(created))).toEqual([]);
  const named = await client.create({ name: "Named", hosts: ["db-2.shop.example"] });
  expect(named.values).toMatchObject({ host_ids: null, host_tags: null, allow_no_hosts: null });
  const { host_ids: _ids, host_tags: _tags, allow_no_hosts: _allow, ...older } = named.values;
  const before = hostLists();
  expect(
    await (
      await restart()
    ).diff({ name: "Named", hosts: ["db-2.shop.example"] }, { ...named, values: older }),
  ).toEqual([]);
  // The name is resolved, as before.
  expect(hostLists() - before).toBe(1);
});

it("lists no hosts for an alert that names none", async () => {
  const created = await client.create({ name: "All" });
  await client.diff({ name: "All" }, await client.refresh(created));
  expect(hostLists()).toBe(0);
});

it("shows a change by hand, an emptied list too, and corrects it", async () => {
  const created = await client.create(primaries);
  for (const hosts of [[], [4], [1, 4]]) {
    const config = { hosts, host_types: [], categories: ["deploy"] };
    await fetch(`${service.url}/api/v2/config/alerts/1/config`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" },
      body: JSON.stringify(config),
    });
    const late = await restart();
    const refreshed = await late.refresh(created);
    expect(refreshed.values).toMatchObject({ host_ids: hosts.map(String) });
    expect(await late.diff(primaries, refreshed)).toEqual(["host_ids", "written_at"]);
    expect((await late.update(primaries, refreshed)).values).toMatchObject({ host_ids: ["1"] });
  }
});

it("changes from names to tags and back", async () => {
  const created = await client.create({ name: "A", hosts: ["db-1.shop.example"] });
  const tagged = { name: "A", hostTags: { role: ["primary", "replica"] } };
  const selecting = await client.update(tagged, created);
  expect(selecting.values).toMatchObject({ host_ids: ["1", "4"], hosts: [] });
  const named = await client.update({ name: "A", hosts: ["db-1.shop.example"] }, selecting);
  expect(named.values).toMatchObject({ host_ids: null, hosts: ["db-1.shop.example"], host_tags: null });
  expect(await client.diff({ name: "A", hosts: ["db-1.shop.example"] }, await client.refresh(named))).toEqual(
    [],
  );
});

it("leaves the ids of an unknown selection unknown", async () => {
  const planned = await client.plan({ name: "Unknown", hostTags: unknown, allowNoHosts: true });
  expect(valuesOf(planned.plannedState)).toMatchObject({
    host_ids: expect.any(ExtData) as unknown,
    disabled: expect.any(ExtData) as unknown,
  });
  const known = { name: "A", hostTags: { role: ["primary"] }, allowNoHosts: true };
  expect((await client.create(known)).values).toMatchObject({ host_ids: ["1"], disabled: false });
});

describe("a selection that matches no host", () => {
  const nobody = { name: "A", hostTags: { role: ["nobody"] } };

  it.each([
    [nobody, "No host has the tags role=nobody."],
    [{ ...nobody, hosts: ["db-1.shop.example"] }, "No host has the tags role=nobody."],
    [{ name: "A", hosts: ["old-*", "1"] }, 'No host matches the pattern "old-*".'],
  ])("is an error: %j", async (args, what) => {
    await expect(client.plan(args)).rejects.toThrow(new RegExp(what.replace(/[*.]/g, "\\$&")));
  });

  it("is an error when the last matching host is deleted", async () => {
    const created = await client.create(primaries);
    addPrimary(1, { deleted: 1 });
    const late = await restart();
    await expect(late.diff(primaries, await late.refresh(created))).rejects.toThrow(RequestError);
  });

  it("disables the alert with allow_no_hosts, and again if someone enables it", async () => {
    const args = { ...nobody, allowNoHosts: true };
    const created = await client.create(args);
    expect(created.values).toMatchObject({ host_ids: [], disabled: true });
    expect(await client.diff(args, await client.refresh(created))).toEqual([]);
    const enabled = { ...created, values: { ...created.values, disabled: false } };
    expect(await client.diff(args, enabled)).toEqual(["disabled", "written_at"]);
    await expect(client.plan({ ...args, disabled: false }, created)).rejects.toThrow(
      /no host matches, and disabled/,
    );
    const tags = ["role:nobody"];
    service.environment().add("hosts", { id: 7, name: "new", type: "os", tags });
    const late = await restart();
    const joined = await late.update(args, await late.refresh(created));
    expect(joined.values).toMatchObject({ host_ids: ["7"], disabled: false });
    service.environment().add("hosts", { id: 7, name: "new", type: "os", tags, deleted: 1 });
    const last = await restart();
    const left = await last.refresh(joined);
    expect(await last.diff(args, left)).toEqual(["disabled", "host_ids", "written_at"]);
    expect((await last.update(args, left)).values).toMatchObject({ host_ids: [], disabled: true });
  });
});

it.each([
  [{ name: "A", hostTags: {} }, "host_tags must have keys with values"],
  [{ name: "A", hostTags: { role: [] } }, "host_tags must have keys with values"],
  [{ name: "A", hostTags: { role: null } }, "Null element"],
  [{ name: "A", hosts: ["x"], allowNoHosts: true }, "allow_no_hosts has no effect"],
  [{ name: "A", hosts: ["*".repeat(257)] }, "A pattern is longer than 256 characters"],
  [{ name: "A", hosts: ["*"], allowNoHosts: true, disabled: false }, "disabled is false, and allow_no_hosts"],
])("refuses %j", async (args, what) => {
  await expect(client.validate(args)).rejects.toThrow(what);
});
