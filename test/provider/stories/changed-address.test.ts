/** Alerts whose resources get another address in Terraform, with and without a moved block. */
import {
  alertBlock,
  alertBlocks,
  applyUntilDone,
  expectSettled,
  idsInService,
  idsInState,
  manyBlocks,
  sequentially,
  provider,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { until } from "../../support/until";

/** Delays the deletion of the old alert until the new resource exists: Terraform destroys `late` before the alert it depended on. */
const deletionAfterCreation = `
resource "terraform_data" "created" {
  input = dbmon_alert.new.id
  provisioner "local-exec" { command = "touch created" }
}
resource "terraform_data" "late" {
  triggers_replace = 2
  provisioner "local-exec" {
    when    = destroy
    command = "until [ -e created ]; do sleep 0.02; done"
  }
}
`;

/** Terraform destroys `late` before the alert that it depended on. The deletion hangs until the file `go` exists. */
const hangingDeletion = `
resource "terraform_data" "late" {
  triggers_replace = 2
  provisioner "local-exec" {
    when    = destroy
    command = "until [ -e go ]; do sleep 0.02; done"
  }
}
`;

describeWithTerraform("a changed address", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  const namesInService = async () => Object.keys(await idsInService(world)).sort();

  it("with a moved block makes no write, and a changed attribute writes only its part of the alert", async () => {
    world.configure(alertBlocks({ old: { name: "a" } }));
    await world.apply();
    takeWrites(world);

    const moved = "moved {\n  from = dbmon_alert.old\n  to = dbmon_alert.new\n}\n";
    world.configure(alertBlocks({ new: { name: "a" } }) + moved);
    await world.apply();
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ new: 1 });

    const again = "moved {\n  from = dbmon_alert.new\n  to = dbmon_alert.newer\n}\n";
    world.configure(alertBlocks({ newer: { name: "a", policy: 2 } }) + moved + again);
    await world.apply();
    expect(takeWrites(world)).toEqual(["PUT 1"]);
    await expectSettled(world);
  });

  it("without a moved block adopts an unchanged alert, does not delete it, and causes a warning", async () => {
    world.configure(
      alertBlocks({ old: { name: "a" } }) +
        'resource "terraform_data" "late" {\n  triggers_replace = 1\n  depends_on = [dbmon_alert.old]\n}\n',
    );
    await world.apply();
    takeWrites(world);

    world.configure(alertBlocks({ new: { name: "a" } }) + deletionAfterCreation);
    const { text } = await world.apply();
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ new: 1 });
    expect(text).toContain('"a": the alert was not deleted, because another resource adopted it');
    await expectSettled(world);
  });

  it("without a moved block converges if terraform was killed after the adoption and before the deletion", async () => {
    const late =
      'resource "terraform_data" "late" {\n  triggers_replace = 1\n  depends_on = [dbmon_alert.old]\n}\n';
    world.configure(alertBlocks({ old: { name: "a" } }) + late);
    await world.apply();
    takeWrites(world);

    world.configure(alertBlocks({ new: { name: "a" } }) + hangingDeletion);
    const { child, ended, output } = world.folder.start(["apply", "-auto-approve"], world.environment);
    const isStored = () => /"name": "new"[^]*\n}\s*$/.test(world.folder.stateText());
    await until(() => isStored() || output().includes("Still destroying"));
    process.kill(-Number(child.pid), "SIGKILL");
    await ended;
    // OpenTofu stores an adoption up to 20 seconds later.
    if (!isStored()) expect((await world.run(["import", "dbmon_alert.new", "1"])).code).toBe(0);
    expect(idsInState(world)).toEqual({ old: 1, new: 1 });

    world.folder.write("go", "");
    const { text } = await world.apply();
    expect(text).toContain('"a": the alert (id 1) is not deleted, because another resource in this state');
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ new: 1 });
    await expectSettled(world);
  });

  it("of an imported alert that another resource manages too removes only one resource from the state", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(alertBlocks({ a: { name: "a" }, b: { name: "a" } }));
    expect((await world.run(["import", "dbmon_alert.b", "1"])).code).toBe(0);
    world.configure(alertBlocks({ b: { name: "a" } }));
    await world.apply();
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ b: 1 });
    await expectSettled(world);
  });

  it.each([
    ["unchanged", 1, []],
    ["changed", 2, []],
    ["unchanged, with parallelism 1", 1, [sequentially]],
    ["changed, with parallelism 1", 2, [sequentially]],
  ])("of 15 alerts (%s) keeps all alerts and duplicates none", async (_, policy, args) => {
    world.configure(alertBlocks(manyBlocks("old", 15, (index) => ({ name: `alert ${String(index)}` }))));
    await world.apply();
    const names = await namesInService();
    takeWrites(world);

    world.configure(
      alertBlocks(manyBlocks("new", 15, (index) => ({ name: `alert ${String(index)}`, policy }))),
    );
    const turns = await applyUntilDone(world, 3, ...args);
    if (policy === 1) expect(turns).toBe(1);
    const writes = takeWrites(world);
    expect(new Set(writes.filter((write) => write !== "POST")).size).toBe(
      writes.filter((write) => write !== "POST").length,
    );
    expect(await namesInService()).toEqual(names);
    await expectSettled(world);
  });

  it("is refused with a moved block in the error if only the new resource is targeted", async () => {
    world.configure(alertBlocks({ old: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(provider + alertBlock("new", { name: "a", policy: 2 }));
    const refused = await world.tryApply("-target=dbmon_alert.new");
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"a": an alert of this name already exists and differs');
    expect(refused.text).toContain("moved { from = dbmon_alert.OLD_NAME to = dbmon_alert.NAME }");
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ old: 1 });
  });
});
