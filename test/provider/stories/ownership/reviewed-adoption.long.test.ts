/** An apply adopts the live alert that the user reviewed in the plan, and no other one. */
import { ServiceEmulator } from "../../../../src/emulator";
import { DbmonTerraform, describeSince } from "../../../support/dbmon-terraform";
import { callService, shopSeed } from "../../../support/emulator";
import { AlertRequests } from "../../alert-requests";
import { alertBlocks, createManually, idsInState, takeWrites } from "../../alert-stories";

/** What someone does between the plan and the apply. */
async function change(
  world: Pick<DbmonTerraform, "call">,
  id: number,
  settings: { readonly name?: string; readonly policy?: number },
): Promise<void> {
  // The format of ALERT-1.
  const { data } = (await world.call("GET", "/config/alerts")) as { data: readonly { id: number }[] };
  const alert = data.find((one) => one.id === id);
  await world.call("PUT", `/config/alerts/${String(id)}`, { ...alert, ...settings });
}

describe("the requests of an apply that plans again", () => {
  let service: ServiceEmulator;
  let client: AlertRequests;
  const desired = { name: "CPU", policy: 1 };
  const start = (existing: string) =>
    AlertRequests.start(
      { DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token },
      { propagation_window: "0s", existing_alerts: existing },
    );
  const restart = async (existing = "adopt") => {
    await client.stop();
    client = await start(existing);
  };
  const world = () => ({
    service,
    call: (method: string, path: string, body?: unknown) => callService(service, method, path, body),
  });
  const existing = { name: "CPU", policy: 2, category: "deploy" };

  beforeEach(async () => {
    service = await ServiceEmulator.start({ seed: shopSeed() });
    client = await start("adopt");
  });
  afterEach(async () => {
    await client.stop();
    await service.stop();
  });

  /** Plans the adoption of a different alert, and plans again after `between`, as an apply does. */
  async function planAgain(between: (id: number) => Promise<unknown>, sendsPlannedPrivate = true) {
    const id = await createManually(world(), existing);
    await restart();
    const { plannedPrivate } = await client.plan(desired);
    await between(id);
    await restart();
    const again = await client.plan(desired, undefined, sendsPlannedPrivate ? plannedPrivate : undefined);
    return Number((await client.apply(desired, again)).values.id) === id;
  }

  it("adopt the reviewed alert", async () => {
    await expect(planAgain(() => Promise.resolve())).resolves.toBe(true);
  });

  it("adopt the reviewed alert that has the desired content since then", async () => {
    await expect(planAgain((id) => change(world(), id, { policy: 1 }))).resolves.toBe(true);
  });

  it("refuse an alert that was changed since the plan, with the change", async () => {
    await expect(planAgain((id) => change(world(), id, { policy: 3 }))).rejects.toThrow(
      `"CPU": The alert (id 1) was changed since the plan was made: policy from 2 to 3. The difference is now: policy from 3 to 1.\nPlan again. Nothing was written to it.`,
    );
  });

  it("refuse another alert that has the name now", async () => {
    const replace = async (id: number) => {
      await change(world(), id, { name: "old CPU" });
      await createManually(world(), existing);
    };
    await expect(planAgain(replace)).rejects.toThrow(
      '"CPU": The plan adopts the alert with the id 1, but another alert (id 2) has this name now.',
    );
  });

  it("create the alert if none has the name now", async () => {
    await expect(planAgain((id) => world().call("DELETE", `/config/alerts/${String(id)}`))).resolves.toBe(
      false,
    );
  });

  it("adopt the alert as it is at the time of the apply if the client does not send what was reviewed", async () => {
    await expect(planAgain((id) => change(world(), id, { policy: 3 }), false)).resolves.toBe(true);
  });

  it("refuse an incomplete alert that someone else completed", async () => {
    const id = await createManually(world(), { name: "CPU" });
    await restart();
    const first = await client.plan(desired);
    const config = { hosts: [], host_types: [], categories: ["other"] };
    await world().call("PUT", `/config/alerts/${String(id)}/config`, config);
    await restart();
    const again = await client.plan(desired, undefined, first.plannedPrivate);
    await expect(client.apply(desired, again)).rejects.toThrow('event.categories from (none) to ["other"]');
  });
});

describeSince({ terraform: "1.16" }, "a saved plan with an adoption", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));
  it("is refused if the reviewed alert was changed, and a second plan resolves it", async () => {
    const id = await createManually(world, { name: "CPU", policy: 2, category: "x" });
    const adopting = 'provider "dbmon" {\n  existing_alerts = "adopt"\n  propagation_window = "1s"\n}';
    world.configure(alertBlocks({ a: { name: "CPU" } }).replace('provider "dbmon" {}', adopting));
    expect((await world.plan("-out=saved.tfplan")).code).toBe(2);
    await change(world, id, { policy: 3 });
    world.service.requests.clear();
    const refused = await world.run(["apply", "saved.tfplan"]);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      '"CPU": The alert (id 1) was changed since the plan was made: policy from 2 to 3.',
    );
    expect(takeWrites(world)).toEqual([]);

    await world.plan("-out=saved.tfplan");
    expect((await world.run(["apply", "saved.tfplan"])).code).toBe(0);
    expect(idsInState(world)).toEqual({ a: id });
    expect(takeWrites(world)).toEqual([`PUT ${String(id)}`]);
  });
});
