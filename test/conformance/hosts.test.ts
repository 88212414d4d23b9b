/** The list of hosts, which clients use to find host ids. */
import { conformance, idsOf, noon } from "./service";

const service = conformance();

const completeHost = {
  id: 12,
  uuid: "0123456789abcdef0123456789abcdef",
  created: noon - 5000,
  updated: noon - 400,
  deleted: 0,
  lastSeen: noon - 30,
  parent: 0,
  name: "db-1",
  bindings: ["10.0.0.1:3306", "[::1]:3306"],
  type: "mysql",
  description: "Orders",
  status: 1,
  os: "Linux",
  arch: "x86_64",
  discovered: 1,
};

it("[HOST-1] lists hosts with all fields, ordered by id", async () => {
  await service.add("hosts", completeHost, {
    ...completeHost,
    id: 3,
    name: "db-2",
    type: "pgsql",
    discovered: 0,
  });
  expect(await service.list("/hosts")).toEqual([
    { ...completeHost, id: 3, name: "db-2", type: "pgsql", discovered: 0 },
    completeHost,
  ]);
});

it("[HOST-1] a host with only required input has all fields", async () => {
  await service.addHost("db-1");
  await service.addHost("db-2");
  const [host, other] = await service.list("/hosts");
  expect(Object.keys(host ?? {}).sort()).toEqual(Object.keys(completeHost).sort());
  expect(host).toMatchObject({ id: 1, name: "db-1", created: noon, updated: noon, lastSeen: noon });
  expect(host?.uuid).toMatch(/^[0-9a-f]{32}$/);
  expect(other?.uuid).not.toBe(host?.uuid);
});

it("[HOST-1] from filters hosts by lastSeen, with an absolute or relative time", async () => {
  await service.add(
    "hosts",
    { ...completeHost, id: 1, lastSeen: noon - 100 },
    { ...completeHost, id: 2, lastSeen: noon },
  );
  expect(idsOf(await service.list("/hosts"))).toEqual([1, 2]);
  expect(idsOf(await service.list("/hosts?from=-100"))).toEqual([1, 2]);
  expect(idsOf(await service.list("/hosts?from=-99"))).toEqual([2]);
  expect(idsOf(await service.list("/hosts?from=0"))).toEqual([2]);
  expect(idsOf(await service.list(`/hosts?from=${noon + 1}`))).toEqual([]);
  expect(idsOf(await service.list("/hosts?from=1"))).toEqual([1, 2]);
  expect((await service.get("/hosts?from=lately")).status).toBe(400);
});

it("[HOST-2] returns tags only with nest=tags", async () => {
  await service.add("hosts", { ...completeHost, tags: ["shop", "primary"] }, { ...completeHost, id: 13 });
  expect(await service.list("/hosts?nest=tags")).toEqual([
    { ...completeHost, tags: ["shop", "primary"] },
    { ...completeHost, id: 13, tags: [] },
  ]);
  for (const query of ["", "?nest=", "?tags=1"]) {
    expect(await service.list(`/hosts${query}`)).toEqual([completeHost, { ...completeHost, id: 13 }]);
  }
  expect(await service.get("/hosts?nest=bindings")).toMatchObject({ status: 400, json: { field: "nest" } });
});

it("[HOST-3] deleted is 0, or the time of the deletion", async () => {
  await service.addHost("db-1");
  await service.addHost("db-2", { deleted: noon - 10 });
  expect(await service.list("/hosts")).toMatchObject([
    { name: "db-1", deleted: 0 },
    { name: "db-2", deleted: noon - 10 },
  ]);
});

it("[HOST-3] parent is the id of another host, or 0", async () => {
  const server = await service.addHost("app-1", { type: "os" });
  await service.addHost("db-1", { parent: server });
  expect(await service.list("/hosts")).toMatchObject([
    { name: "app-1", parent: 0 },
    { name: "db-1", parent: server },
  ]);
  const orphan = { name: "db-2", type: "mysql", parent: 99 };
  expect((await service.control("POST", "/hosts", { body: orphan })).status).toBe(400);
});

it("[HOST-4] bindings are the addresses of a database, and empty for type os", async () => {
  await service.addHost("app-1", { type: "os" });
  await service.addHost("db-1", { bindings: ["127.0.0.1:3306"] });
  expect(await service.list("/hosts")).toMatchObject([
    { type: "os", bindings: [] },
    { type: "mysql", bindings: ["127.0.0.1:3306"] },
  ]);
});

describe("the demo seed", () => {
  const demo = conformance({ seed: "clean" });

  it("[HOST-1] [HOST-3] [HOST-4] has consistent hosts", async () => {
    const hosts = await demo.list("/hosts");
    const servers = hosts.filter(({ type }) => type === "os");
    const databases = hosts.filter(({ type }) => type !== "os");
    expect([servers.length, databases.length]).not.toContain(0);
    for (const host of servers) expect(host).toMatchObject({ bindings: [], parent: 0 });
    for (const host of databases) {
      expect(host.bindings).not.toEqual([]);
      expect([0, ...idsOf(servers)]).toContain(host.parent);
    }
    for (const host of hosts) expect(Object.keys(host).sort()).toEqual(Object.keys(completeHost).sort());
  });
});
