/** Objects that alerts refer to: hosts, destinations, integrations, policies and durations. */
import { endpointDescriptions } from "../../../scripts/generate-openapi/descriptions";
import { destinationWire, endpoints, hostWire, keysOf } from "../../../src/service";
import { cpuAlert, emulatorForEachTest, shopSeed } from "../../support/emulator";

const service = emulatorForEachTest();

interface ListOf<T> {
  readonly data: readonly T[];
}

async function list<T extends object>(path: string): Promise<readonly T[]> {
  const reply = await service.get(path);
  expect(reply.status).toBe(200);
  // Each test checks the fields that it reads.
  return (reply.json as ListOf<T>).data;
}

describe("hosts", () => {
  interface HostView {
    readonly id: number;
    readonly type: string;
    readonly parent: number;
    readonly deleted: number;
    readonly bindings: readonly string[];
    readonly tags?: readonly string[];
  }

  it("[HOST-1] [GEN-3] have all fields of the specification", async () => {
    const hosts = await list<HostView>("/hosts?nest=tags");
    expect(hosts).toHaveLength(6);
    for (const host of hosts) {
      expect(Object.keys(host).sort()).toEqual(Object.keys(hostWire.shape).sort());
      expect(hostWire.parse(host).uuid).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it("[HOST-3] [HOST-4] are consistent: parents exist, os hosts have no bindings, one host is deleted", async () => {
    const hosts = await list<HostView>("/hosts");
    expect(hosts).toHaveLength(6);
    for (const { type, parent, bindings } of hosts) {
      expect(bindings.length === 0).toBe(type === "os");
      expect(parent === 0).toBe(type === "os");
    }
    const parents = hosts.filter(({ parent }) => parent !== 0).map(({ parent }) => parent);
    const types = parents.map((parent) => hosts.find(({ id }) => id === parent)?.type);
    expect(new Set(types)).toEqual(new Set(["os"]));
    expect(hosts.filter(({ deleted }) => deleted !== 0)).toHaveLength(1);
  });

  it("[GEN-4] are filtered by an absolute or a relative from", async () => {
    const now = Math.floor(service.clock().now() / 1000);
    expect(await list("/hosts?from=-3600")).toHaveLength(5);
    expect(await list("/hosts?from=0")).toHaveLength(5);
    expect(await list(`/hosts?from=${now}`)).toHaveLength(5);
    expect(await list(`/hosts?from=${now + 1}`)).toHaveLength(0);
    expect(await list("/hosts?from=-8640000")).toHaveLength(6);
    service.clock().passSeconds(10);
    expect(await list("/hosts?from=-5")).toHaveLength(0);
  });

  it.each(["from=x", "from=1.5", "nest=hosts"])("reject %s and name the parameter", async (query) => {
    const reply = await service.get(`/hosts?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ field: query.split("=")[0] });
  });

  it("ignore empty and unknown parameters", async () => {
    expect(await list("/hosts?from=&nest=&verbose=1")).toHaveLength(6);
  });
});

describe("destinations", () => {
  it("[DEST-1] have all fields of the specification, settings included", async () => {
    const destinations = await list<{ config: object; integration: number }>("/config/destinations");
    const integrations = await list<{ id: number }>("/config/integrations");
    expect(destinations).toHaveLength(5);
    for (const destination of destinations) {
      expect(Object.keys(destination).sort()).toEqual(Object.keys(destinationWire.shape).sort());
      expect(destinationWire.parse(destination).config).toEqual(destination.config);
      expect(integrations.map(({ id }) => id)).toContain(destination.integration);
    }
  });
});

describe("options", () => {
  it.each(["listIntegrations", "listPolicies", "listDurations"] as const)(
    "[OPT-1] [OPT-2] [OPT-3] %s returns a list of objects with an id and a name",
    async (name) => {
      const options = await list<{ id: number; name: string }>(endpoints[name].path);
      expect(options.length).toBeGreaterThan(3);
      expect(options.map(({ id }) => id)).toEqual(options.map((_, index) => index + 1));
      for (const option of options) expect(option.name).not.toBe("");
    },
  );
});

const lists = keysOf(endpoints).flatMap((name) => {
  const { method, path } = endpoints[name];
  return method === "GET" && !path.includes("{") ? [[path, name] as const] : [];
});

it.each(lists)("the response of %s matches its schema and has elements", async (path, name) => {
  await service.post("/config/alerts", { body: cpuAlert });
  const [sample] = shopSeed(service.clock()).samples ?? [];
  const response = await service.get(`${path}?query=${sample?.query ?? ""}&addGlobal=1`);
  expect(endpointDescriptions[name].response?.safeParse(response.json)).toMatchObject({ success: true });
  expect((response.json as ListOf<unknown>).data).not.toEqual([]);
});
