/** Alerts with `muted`: disabled until that time, and enabled by the first apply after it. Until then, plans show no difference. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import {
  alertBlock,
  applyAdopting,
  createManually,
  idsInService,
  idsInState,
  provider,
  takeWrites,
} from "../alert-stories";

const hour = 3600;
const day = 24 * hour;

describeWithTerraform("an alert with muted", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  /** RFC 3339, without milliseconds. */
  const timeIn = (seconds: number) =>
    new Date(world.service.clock.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
  const muted = (until: string, more = "") =>
    provider + alertBlock("cpu", { name: "cpu", more: `muted = { until = "${until}" }\n${more}` });
  const isDisabled = async () => (await world.alerts()).map(({ disabled }) => disabled);
  const editByHand = async (changes: object) => {
    const [alert] = await world.alerts();
    await world.call("PUT", `/config/alerts/${String(alert?.id)}`, { ...alert, ...changes });
    world.service.requests.clear();
  };
  const expectClean = async (...args: string[]) => {
    const plan = await world.plan(...args);
    expect({ code: plan.code, text: plan.code === 0 ? "" : plan.text }).toEqual({ code: 0, text: "" });
  };

  it("is created disabled, has no difference while it is muted, and is enabled by the first apply after the end", async () => {
    const until = timeIn(3 * day);
    world.configure(muted(until));
    const created = await world.apply();
    expect(created.text).toContain(`"cpu": muted until ${until.replace(":00Z", "Z")} (3 days)`);
    expect(await isDisabled()).toEqual([1]);
    world.pass(2 * 60);
    await expectClean();
    await expectClean("-refresh-only");

    world.pass(3 * day);
    await expectClean("-refresh-only");
    const plan = await world.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toMatch(/~ disabled += true -> false/);
    expect(plan.text).toContain(`"cpu": mute ended at ${until.replace(":00Z", "Z")}`);
    takeWrites(world);
    await world.apply();
    expect(takeWrites(world)).toEqual([`PUT ${String(idsInState(world)["cpu"])}`]);
    expect(await isDisabled()).toEqual([0]);
    world.pass(2 * 60);
    await expectClean();
    await expectClean("-refresh-only");
  });

  it("shows a mute that someone lifts by hand as drift, and mutes the alert again", async () => {
    world.configure(muted(timeIn(day)));
    await world.apply();
    world.pass(2 * 60);
    await editByHand({ disabled: 0 });
    const drift = await world.plan("-refresh-only");
    expect(drift.code).toBe(2);
    expect(drift.text).toMatch(/~ disabled += true -> false/);
    expect((await world.plan()).code).toBe(2);
    await world.apply();
    expect(await isDisabled()).toEqual([1]);
    world.pass(2 * 60);
    await expectClean();
  });

  it("can change other attributes while it is muted, and changes and removals of the mute", async () => {
    const until = timeIn(day);
    world.configure(muted(until));
    await world.apply();
    world.configure(muted(until, 'annotations = "changed"'));
    await world.apply();
    expect(await isDisabled()).toEqual([1]);
    await expectClean();
    world.configure(muted(timeIn(2 * day)));
    await world.apply();
    expect(await isDisabled()).toEqual([1]);
    await expectClean();
    world.configure(provider + alertBlock("cpu", { name: "cpu" }));
    await world.apply();
    expect(await isDisabled()).toEqual([0]);
    await expectClean();
    world.configure(provider + alertBlock("cpu", { name: "cpu", more: "disabled = true" }));
    await world.apply();
    expect(await isDisabled()).toEqual([1]);
    await expectClean();
  });

  it("is applied as enabled if the mute ends between the plan and the apply", async () => {
    world.configure(muted(timeIn(hour)));
    expect((await world.plan("-out=created.tfplan")).code).toBe(2);
    world.pass(2 * hour);
    await world.apply("created.tfplan");
    expect(await isDisabled()).toEqual([0]);
    await expectClean();

    // Muted again, lifted by hand, and changed: each is planned while the mute runs and applied after its end.
    const until = timeIn(hour);
    world.configure(muted(until));
    await world.apply();
    expect(await isDisabled()).toEqual([1]);
    world.pass(2 * 60);
    await editByHand({ disabled: 0 });
    expect((await world.plan("-out=muted.tfplan")).code).toBe(2);
    await editByHand({ disabled: 1 });
    world.configure(muted(until, 'annotations = "changed"'));
    expect((await world.plan("-out=changed.tfplan")).code).toBe(2);
    world.pass(2 * hour);
    await world.apply("changed.tfplan");
    expect(await isDisabled()).toEqual([0]);
    await expectClean();
  });

  it("lets an update become no change if the mute ends before it is applied", async () => {
    const until = timeIn(hour);
    world.configure(muted(until));
    await world.apply();
    world.pass(2 * 60);
    await editByHand({ disabled: 0 });
    expect((await world.plan("-out=muted.tfplan")).code).toBe(2);
    world.pass(2 * hour);
    takeWrites(world);
    await world.apply("muted.tfplan");
    expect(takeWrites(world)).toEqual([]);
    expect(await isDisabled()).toEqual([0]);
    await expectClean();
  });

  it("can be imported: the first apply records the mute and writes nothing", async () => {
    const id = await createManually(world, { name: "cpu", category: "x" });
    await editByHand({ disabled: 1 });
    world.configure(`${muted(timeIn(day))}import {\n  to = dbmon_alert.cpu\n  id = "${String(id)}"\n}\n`);
    const plan = await world.plan();
    expect(plan.text).toContain("1 to import");
    await world.apply();
    expect(takeWrites(world)).toEqual([]);
    expect(await isDisabled()).toEqual([1]);
    await expectClean();
    await expectClean("-refresh-only");
  });

  it("imports a disabled alert without inventing a mute", async () => {
    const id = await createManually(world, { name: "cpu", category: "x" });
    await editByHand({ disabled: 1 });
    world.configure(provider + alertBlock("cpu", { name: "cpu", more: "disabled = true" }));
    await world.run(["import", "dbmon_alert.cpu", String(id)]);
    await expectClean();
    expect(world.folder.stateText()).toContain('"muted": null');
  });

  it("adopts a live alert that is disabled like the muted one, without a write", async () => {
    const id = await createManually(world, { name: "cpu", category: "x" });
    await editByHand({ disabled: 1 });
    world.configure(muted(timeIn(day)));
    const run = await applyAdopting(world);
    expect(run.text).toContain("with identical content");
    expect(takeWrites(world)).toEqual([]);
    expect(await idsInService(world)).toEqual({ cpu: id });
    await expectClean();
  });

  it("refuses disabled beside it, and times without a zone, and warns about more than 90 days", async () => {
    for (const value of ["true", "false"]) {
      world.configure(muted(timeIn(day), `disabled = ${value}`));
      const run = await world.plan();
      expect(run.code).toBe(1);
      expect(run.text).toContain('"cpu": The alert has both disabled and a mute');
    }
    world.configure(muted("2026-12-24T08:00:00"));
    expect((await world.plan()).text).toContain("Add the zone: 2026-12-24T08:00:00Z for UTC");
    world.configure(muted("2026-02-30T08:00:00Z"));
    expect((await world.plan()).code).toBe(1);
    world.configure(muted(timeIn(91 * day)));
    const long = await world.plan();
    expect(long.code).toBe(2);
    expect(long.text).toContain("The alert is muted for more than 90 days");
  });

  it("plans a mute whose end is known only after the apply", async () => {
    const until = timeIn(day);
    world.configure(
      `${provider}resource "terraform_data" "end" {\n  input = "${until}"\n}\n` +
        alertBlock("cpu", { name: "cpu", more: "muted = { until = terraform_data.end.output }" }),
    );
    await world.apply();
    expect(await isDisabled()).toEqual([1]);
    await expectClean();
  });

  it("warns that ignore_changes of disabled prevents the end of the mute", async () => {
    world.configure(muted(timeIn(hour), "lifecycle { ignore_changes = [disabled] }"));
    await world.apply();
    world.pass(2 * hour);
    const plan = await world.plan();
    expect(plan.text).toContain("muted has no effect, because ignore_changes contains disabled");
    expect(plan.code).toBe(0);
  });
});
