/**
 * The plugin protocol promises neither an order nor a number of requests. Pulumi upgrades, reads and plans one resource several times
 * within one process, plans nothing before a deletion, and plans each creation immediately before its apply.
 */
import { ServiceEmulator } from "../../../src/emulator";
import { callService, shopSeed } from "../../support/emulator";
import { type AlertArguments, AlertRequests, type StoredAlert } from "../alert-requests";

let service: ServiceEmulator;
let client: AlertRequests;

/** Starts a process, as each Pulumi command does. */
async function restart(config: Readonly<Record<string, string>> = { propagation_window: "0s" }) {
  await client.stop();
  client = await AlertRequests.start(environment(), config);
}

const environment = () => ({ DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token });

beforeEach(async () => {
  service = await ServiceEmulator.start({ seed: shopSeed() });
  client = await AlertRequests.start(environment(), { propagation_window: "0s" });
});
afterEach(async () => {
  await client.stop();
  await service.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  callService(service, method, `/config/alerts${path}`, body);

interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
}

// The format of ALERT-1.
const liveAlerts = async () => ((await call("GET", "")) as { data: LiveAlert[] }).data;
const liveNames = async () => (await liveAlerts()).map(({ name }) => name).sort();
const idOf = ({ values }: StoredAlert) => Number(values.id);

/** Creates an alert outside Pulumi. */
async function createManually(name: string): Promise<number> {
  const alert = { name, destinations: [], policy: 1, type: 1, annotations: "", disabled: 0 };
  // The format of ALERT-2.
  const { id } = (await call("POST", "", alert)) as { id: number };
  await call("PUT", `/${String(id)}/config`, { hosts: [], host_types: [], categories: ["deploy"] });
  return id;
}

async function changeManually(id: number, change: Partial<LiveAlert>): Promise<void> {
  const alert = (await liveAlerts()).find((one) => one.id === id);
  await call("PUT", `/${String(id)}`, { ...alert, ...change });
}

/** Orders in which a client may ask about a resource before it decides about its change. */
const orders: Readonly<Record<string, (args: AlertArguments, prior: StoredAlert) => Promise<StoredAlert>>> = {
  "plan, plan": async (args, prior) => {
    await client.diff(args, prior);
    await client.diff(args, prior);
    return prior;
  },
  "read, plan the old arguments, plan": async (args, prior) => {
    const refreshed = await client.refresh(prior);
    await client.diff({ ...args, name: String(refreshed.values.name) }, refreshed);
    await client.diff(args, refreshed);
    return refreshed;
  },
  "plan, read, read, plan": async (args, prior) => {
    await client.diff(args, prior);
    const refreshed = await client.refresh(await client.refresh(prior));
    await client.diff(args, refreshed);
    return refreshed;
  },
  "plan twice at the same time as a read": async (args, prior) => {
    const [refreshed] = await Promise.all([
      client.refresh(prior),
      client.diff(args, prior),
      client.diff(args, prior),
    ]);
    return refreshed;
  },
};

describe.each(Object.entries(orders))("requests in the order %s", (_order, prepare) => {
  it.each(["one process", "a process for each command"])(
    "succeed in %s, from up to destroy",
    async (mode) => {
      const next = () =>
        mode === "one process" ? client.configure({ propagation_window: "0s" }) : restart();
      const first: AlertArguments = { name: "CPU", trigger: 5 };
      await client.plan(first); // preview
      await next();
      let stored = await client.create(first);
      const other = await client.create({ name: "Deployed" });
      expect(await liveNames()).toEqual(["CPU", "Deployed"]);

      await next();
      expect(await client.diff(first, await prepare(first, stored))).toEqual([]);
      expect(await client.diff({ name: "Deployed" }, other)).toEqual([]);

      for (const changed of [
        { ...first, policy: 2 },
        { name: "CPU high", trigger: 6 },
      ]) {
        await next();
        stored = await client.update(changed, await prepare(changed, stored));
        expect(await client.diff(changed, await prepare(changed, stored))).toEqual([]);
      }
      expect(await liveNames()).toEqual(["CPU high", "Deployed"]);

      await changeManually(idOf(stored), { annotations: "by hand" });
      await next();
      const last: AlertArguments = { name: "CPU high", trigger: 6 };
      stored = await client.refresh(await prepare(last, stored));
      expect(stored.values.annotations).toBe("by hand");
      expect(await client.diff(last, stored)).toEqual(["annotations", "written_at"]);
      await next();
      stored = await client.update(last, await prepare(last, stored));
      expect((await liveAlerts()).map(({ annotations }) => annotations)).toEqual(["", ""]);

      const id = await createManually("By hand");
      await next();
      const adopted = { name: "By hand" };
      await client.diff(adopted, await prepare(adopted, await client.read(await client.import(id))));
      await next();
      const imported = await client.read(await client.import(id));
      expect(await client.diff(adopted, await prepare(adopted, imported))).toEqual([]);

      await next();
      for (const one of [stored, imported, other]) await client.delete(one);
      expect(await liveNames()).toEqual([]);
      await next();
      await client.create({ ...last, policy: 3 });
      expect(await liveNames()).toEqual(["CPU high"]);
    },
  );
});

describe("one process", () => {
  it("replaces an alert whose old state and new arguments are planned separately", async () => {
    const before = await client.create({ name: "CPU" });
    await restart();
    const after = { name: "CPU", trigger: 5 };
    expect(await client.diff(after, before)).toContain("threshold");
    await client.plan(after); // preview of the creation
    await client.configure({ propagation_window: "0s" });
    await client.delete(before);
    const replaced = await client.create(after);
    expect(idOf(replaced)).not.toBe(idOf(before));
    expect(await liveNames()).toEqual(["CPU"]);
  });

  it("completes a rename whose first update, which it did not store, ended with an interim name", async () => {
    const [a, b] = [await client.create({ name: "A" }), await client.create({ name: "B", policy: 2 })];
    await restart();
    await expect(client.update({ name: "B" }, a)).rejects.toThrow("For now, this alert has the interim name");
    await restart();
    await client.update({ name: "C", policy: 2 }, b);
    await client.update({ name: "B" }, a);
    expect(await liveNames()).toEqual(["B", "C"]);
  });

  it("passes a name on in a rename, although both resources are planned with their old names first", async () => {
    const [a, b] = [await client.create({ name: "A" }), await client.create({ name: "B", policy: 2 })];
    await restart();
    const [first, second] = [await client.refresh(a), await client.refresh(b)];
    await client.diff({ name: "A" }, first);
    await client.diff({ name: "B", policy: 2 }, second);
    await client.diff({ name: "B" }, first);
    await Promise.all([client.update({ name: "B" }, first), client.update({ name: "C", policy: 2 }, second)]);
    expect(await liveNames()).toEqual(["B", "C"]);
  });

  it("passes a name on, although both resources are planned with their old names first", async () => {
    const [a, b] = [await client.create({ name: "A" }), await client.create({ name: "B", policy: 2 })];
    await restart();
    await client.diff({ name: "A" }, await client.refresh(a));
    await client.diff({ name: "B", policy: 2 }, await client.refresh(b));
    const [create, rename] = [client.create({ name: "A", policy: 3 }), client.update({ name: "Z" }, a)];
    await Promise.all([create, rename]);
    expect(await liveNames()).toEqual(["A", "B", "Z"]);
  });

  it("changes and deletes an alert that it adopted", async () => {
    const id = await createManually("CPU");
    await restart({ propagation_window: "0s", existing_alerts: "adopt" });
    const stored = await client.create({ name: "CPU" });
    expect(idOf(stored)).toBe(id);
    const updated = await client.update({ name: "CPU", policy: 2 }, stored);
    expect(idOf(updated)).toBe(id);
    const planned = await client.plan(undefined, updated);
    await client.delete(updated, planned.plannedPrivate);
    expect(await liveNames()).toEqual([]);
  });

  it("deletes an alert that was changed by hand only after a refresh", async () => {
    const stored = await client.create({ name: "CPU" });
    await changeManually(idOf(stored), { annotations: "by hand" });
    await restart();
    await expect(client.delete(stored)).rejects.toThrow("was changed since the plan was made");
    await restart();
    await client.delete(await client.refresh(stored));
    expect(await liveNames()).toEqual([]);
  });

  it("deletes an alert that was imported after its creation was refused", async () => {
    const id = await createManually("CPU");
    await restart();
    await expect(client.plan({ name: "CPU", policy: 2 })).rejects.toThrow(
      "already exists (id 1) and differs",
    );
    const imported = await client.read(await client.import(id));
    await client.delete(imported);
    expect(await liveNames()).toEqual([]);
  });
});

describe("a plan is refused", () => {
  const managedTwice = /two resources in this state manage the alert with the id 1/;

  it("if the states of two resources contain one alert, and both keep it", async () => {
    const stored = await client.create({ name: "CPU" });
    const imported = await client.import(idOf(stored));
    for (const args of [{ name: "CPU" }, { name: "other" }]) {
      await restart();
      await client.diff({ name: "CPU" }, stored);
      await client.diff({ name: "CPU" }, stored);
      await expect(client.plan(args, imported)).rejects.toThrow(managedTwice);
      await restart();
      await client.plan(args, imported);
      await expect(client.diff({ name: "CPU" }, stored)).rejects.toThrow(managedTwice);
    }
  });

  it("if two imports of one alert are planned differently", async () => {
    const id = await createManually("CPU");
    const [a, b] = [await client.import(id), await client.import(id)];
    await client.diff({ name: "CPU" }, a);
    await expect(client.diff({ name: "other" }, b)).rejects.toThrow(managedTwice);
    await restart();
    await client.diff({ name: "CPU" }, a);
    await expect(client.diff({ name: "CPU" }, b)).rejects.toThrow(managedTwice);
  });

  it.each([1, 2])(
    "if two resources create alerts with one name (policy of the second: %i)",
    async (policy) => {
      const plannedTwice = '"CPU": two resources are planned to have this name';
      const { plannedPrivate } = await client.plan({ name: "CPU" });
      // An apply that plans the first resource again.
      await client.plan({ name: "CPU" }, undefined, plannedPrivate);
      await expect(client.plan({ name: "CPU", policy })).rejects.toThrow(plannedTwice);
    },
  );

  it("if a creation, or a rename, has the name that another resource keeps", async () => {
    const plannedTwice = '"A": two resources are planned to have this name';
    const [a, b] = [await client.create({ name: "A" }), await client.create({ name: "B" })];
    await restart();
    await client.diff({ name: "A" }, a);
    await expect(client.plan({ name: "A", policy: 2 })).rejects.toThrow(plannedTwice);
    await restart();
    await client.diff({ name: "A" }, a);
    await expect(client.diff({ name: "A" }, b)).rejects.toThrow(plannedTwice);
  });
});

describe("an alert in the states of two resources, of which one is deleted", () => {
  let kept: StoredAlert;
  let deleted: StoredAlert;
  beforeEach(async () => {
    kept = await client.create({ name: "CPU" });
    deleted = await client.import(idOf(kept));
    await restart();
  });

  it.each(["before", "after", "at the same time as"])(
    "is refused if the other one is planned %s the deletion",
    async (order) => {
      const keep = () => client.plan({ name: "CPU" }, kept);
      const remove = () => client.plan(undefined, deleted);
      if (order === "at the same time as") {
        const plans = await Promise.allSettled([keep(), remove()]);
        expect(plans.map(({ status }) => status)).toContain("rejected");
        return;
      }
      await (order === "before" ? keep() : remove());
      await expect(order === "before" ? remove() : keep()).rejects.toThrow(
        /two resources in this state manage the alert with the id 1[^]*terraform state rm ADDRESS/,
      );
    },
  );

  it("is deleted if both are", async () => {
    await client.upgrade(kept);
    await client.upgrade(deleted);
    const deletions = await Promise.all([client.plan(undefined, kept), client.plan(undefined, deleted)]);
    await client.delete(kept, deletions[0].plannedPrivate);
    await client.delete(deleted, deletions[1].plannedPrivate);
    expect(await liveAlerts()).toEqual([]);
  });
});

it("a second creation of one name is refused by the apply", async () => {
  const planned = await client.plan({ name: "CPU" });
  await client.apply({ name: "CPU" }, planned);
  await expect(client.apply({ name: "CPU" }, planned)).rejects.toThrow(
    '"CPU": an alert with this name already exists (id 1) and is identical',
  );
  expect(await liveNames()).toEqual(["CPU"]);
});
