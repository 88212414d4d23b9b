/**
 * Alerts that were changed by hand and are then removed from the configuration. Terraform 1.11 plans the deletion of such an orphan
 * from the state before the refresh, so the plan shows the changes in a warning. Other engines show the refreshed values.
 */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { alertBlock, expectSettled, idsInState, provider, takeWrites } from "../alert-stories";

const kept = alertBlock("kept", { name: "kept" });
const cpu = alertBlock("cpu", { name: "cpu", trigger: 0.9 });
const forEach = (...names: string[]) => `${provider}
resource "dbmon_alert" "each" {
  for_each = toset(${JSON.stringify(names)})
  name     = each.key
  policy   = 1
  event    = { categories = ["x"] }
}
`;

describeWithTerraform("an alert that was changed by hand and removed from the configuration", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  /** Changes settings, and fields of the configuration, outside Terraform. */
  const changeByHand = async (name: string, settings: object, config: object = {}) => {
    const alert = (await world.alerts()).find((candidate) => candidate.name === name);
    if (alert === undefined) throw new Error(`the service has no alert named ${name}`);
    const path = `/config/alerts/${String(alert.id)}`;
    if (Object.keys(settings).length > 0) await world.call("PUT", path, { ...alert, ...settings });
    if (Object.keys(config).length > 0) {
      const before = (await world.call("GET", `${path}/config`)) as object;
      await world.call("PUT", `${path}/config`, { ...before, ...config });
    }
    world.service.requests.clear();
    return alert.id;
  };
  /** Creates `kept` and `cpu`. */
  const applyBoth = async () => {
    world.configure(provider + kept + cpu);
    await world.apply();
  };
  const removeCpu = () => {
    world.configure(provider + kept);
  };

  it.each([
    ["threshold.trigger from 0.9 to 17", {}, { trigger: 17 }, "trigger = 17 -> null"],
    ["hosts from [] to [1]", {}, { hosts: [1] }, "hosts = [ - 1, ] -> null"],
    ['name from "cpu" to "renamed"', { name: "renamed" }, {}, 'name = "renamed" -> null'],
    [
      'annotations from "" to "by hand", disabled from false to true',
      { annotations: "by hand", disabled: 1 },
      {},
      'annotations = "by hand" -> null',
    ],
    ["policy from 1 to 2, threshold.reset from 1 to 3", { policy: 2 }, { reset: 3 }, "policy = 2 -> null"],
  ])("is deleted, and the plan shows the change: %s", async (change, settings, config, refreshedValue) => {
    await applyBoth();
    const id = await changeByHand("cpu", settings, config);
    removeCpu();
    const { text } = await world.apply();
    // Some versions of Terraform plan the deletion of the values that the refresh read, others of those in the state.
    const warning = `"cpu": The alert (id ${String(id)}) was changed since the last apply: ${change}. It is deleted with these changes.`;
    expect([refreshedValue, warning].filter((shown) => text.includes(shown))).toHaveLength(1);
    expect(takeWrites(world)).toEqual([`DELETE ${String(id)}`]);
    await expectSettled(world);
  });

  it("is deleted if it is one instance of for_each", async () => {
    world.configure(forEach("a", "b"));
    await world.apply();
    const id = await changeByHand("b", { disabled: 1 }, { categories: ["y"] });
    world.configure(forEach("a"));
    await world.apply();
    expect(takeWrites(world)).toEqual([`DELETE ${String(id)}`]);
    await expectSettled(world);
  });

  it("is deleted by a saved plan, after the propagation window too", async () => {
    await applyBoth();
    const id = await changeByHand("cpu", { annotations: "by hand" });
    removeCpu();
    const saved = world.folder.file("saved.plan");
    expect((await world.plan(`-out=${saved}`)).code).toBe(2);
    world.pass(61);
    expect(await world.run(["apply", "-input=false", saved])).toMatchObject({ code: 0 });
    expect(takeWrites(world)).toEqual([`DELETE ${String(id)}`]);
    await expectSettled(world);
  });

  it("is kept if it is changed again after the plan, and the error names the field", async () => {
    await applyBoth();
    const id = await changeByHand("cpu", {}, { trigger: 17 });
    removeCpu();
    const saved = world.folder.file("saved.plan");
    await world.plan(`-out=${saved}`);
    await changeByHand("cpu", {}, { trigger: 18 });
    const refused = await world.run(["apply", "-input=false", saved]);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      `"cpu": The alert (id ${String(id)}) was changed since the plan was made: threshold.trigger from 17 to 18.`,
    );
    expect(takeWrites(world)).toEqual([]);

    await world.apply();
    expect(takeWrites(world)).toEqual([`DELETE ${String(id)}`]);
    await expectSettled(world);
  });

  it("is kept by an apply without a refresh, and deleted by the next apply", async () => {
    await applyBoth();
    const id = await changeByHand("cpu", {}, { trigger: 17 });
    removeCpu();
    const refused = await world.tryApply("-refresh=false");
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("threshold.trigger from 0.9 to 17");
    expect(takeWrites(world)).toEqual([]);
    // The private state of the refused deletion must not approve anything later.
    await changeByHand("cpu", {}, { trigger: 18 });
    expect((await world.tryApply("-refresh=false")).text).toContain("threshold.trigger from 0.9 to 18");
    await world.apply();
    expect(takeWrites(world)).toEqual([`DELETE ${String(id)}`]);
    await expectSettled(world);
  });

  it("is deleted by terraform destroy, with and without its block", async () => {
    await applyBoth();
    await changeByHand("cpu", { annotations: "by hand" }, { trigger: 17 });
    await changeByHand("kept", { name: "renamed" });
    removeCpu();
    const destroyed = await world.run(["destroy", "-auto-approve", "-input=false"]);
    expect(destroyed).toMatchObject({ code: 0 });
    expect(await world.alerts()).toEqual([]);
    expect(idsInState(world)).toEqual({});
  });

  it("is refused at plan if neither its name nor its configuration matches the state", async () => {
    await applyBoth();
    const id = await changeByHand("cpu", { name: "of another team" }, { trigger: 17 });
    removeCpu();
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      `The alert with the id ${String(id)} is named "of another team" in the service`,
    );
    expect(refused.text).toContain("Check that the API token belongs to the right environment.");
  });

  it("causes no warning if it was not changed, even if reads are stale", async () => {
    await world.stop();
    world = await DbmonTerraform.start({ staleReads: true });
    await applyBoth();
    world.pass(61);
    world.configure(provider + kept + alertBlock("cpu", { name: "cpu", trigger: 0.8, policy: 2 }));
    await world.apply();
    removeCpu();
    const applied = await world.apply();
    expect(applied.text).not.toContain("was changed since");
    expect(applied.text).toContain("1 destroyed");
  });
});
