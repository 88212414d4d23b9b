/** An alert moves from one stack to another: it keeps its id, and nothing is written to the service. */
import { type TerraformStack } from "cdktf";
import { Alert, AlertConfig, RemovedAlert } from "../../../../src";
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { synthesize } from "../../../support/synthesize-app";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlock,
  applyAdopting,
  createManually,
  expectSettled,
  idsInService,
  idsInState,
  provider,
  takeWrites,
} from "../../alert-stories";

const deploys = alertBlock("deploys", { name: "Deploys" });
const tests = alertBlock("tests", { name: "Load tests" });
const removed = "removed {\n  from = dbmon_alert.deploys\n  lifecycle {\n    destroy = false\n  }\n}\n";
const imported = 'import {\n  to = dbmon_alert.deploys\n  id = "Deploys"\n}\n';

describeWithTerraform("an alert that moves to another stack", () => {
  let oldStack: DbmonTerraform;
  let newStack: DbmonTerraform;
  beforeEach(async () => {
    oldStack = await DbmonTerraform.start();
    newStack = oldStack.colleague();
  });
  afterEach(async () => {
    newStack.folder.remove();
    await oldStack.stop();
  });

  it.each(["the old stack", "the new stack"])(
    "is kept with a removed and an import block, whether %s is applied first",
    async (first) => {
      oldStack.configure(provider + deploys + tests);
      await oldStack.apply();
      takeWrites(oldStack);
      const before = await idsInService(oldStack);
      newStack.configure(provider + deploys + imported);
      oldStack.configure(provider + tests + removed);
      const order = first === "the old stack" ? [oldStack, newStack] : [newStack, oldStack];
      for (const stack of order) await stack.apply();
      expect(takeWrites(oldStack)).toEqual([]);
      expect(await idsInService(oldStack)).toEqual(before);
      expect(idsInState(oldStack)).toEqual({ tests: before["Load tests"] });
      expect(idsInState(newStack)).toEqual({ deploys: before["Deploys"] });
      for (const stack of order) expect((await stack.plan()).code).toBe(0);
    },
  );

  it("is kept with terraform state rm and an import block", async () => {
    oldStack.configure(provider + deploys);
    await oldStack.apply();
    takeWrites(oldStack);
    expect((await oldStack.run(["state", "rm", "dbmon_alert.deploys"])).code).toBe(0);
    newStack.configure(provider + deploys + imported);
    await newStack.apply();
    oldStack.configure(provider);
    await oldStack.apply();
    await expectSettled(newStack);
    expect(await idsInService(newStack)).toEqual({ Deploys: 1 });
  });

  it("is kept with a RemovedAlert in the place of its construct, and importExisting in the new stack", async () => {
    const define = (stack: TerraformStack, importExisting = false) =>
      new Alert(stack, "deploys", {
        name: "Deploys",
        policy: 1,
        config: AlertConfig.event({ categories: ["x"] }),
        importExisting,
      });
    const write = ({ folder }: DbmonTerraform, defineStack: (stack: TerraformStack) => void) => {
      folder.write("main.tf.json", JSON.stringify(synthesize(defineStack)));
    };
    const id = await createManually(oldStack, { name: "Unmanaged", category: "x" });
    write(oldStack, (stack) => {
      define(stack);
      new Alert(stack, "unmanaged", {
        name: "Unmanaged",
        policy: 1,
        config: AlertConfig.event({ categories: ["x"] }),
      });
    });
    await applyAdopting(oldStack);
    takeWrites(oldStack);

    write(newStack, (stack) => define(stack, true));
    await newStack.apply();
    write(oldStack, (stack) => {
      new RemovedAlert(stack, "deploys");
      new RemovedAlert(stack, "other", { address: "dbmon_alert.unmanaged" });
    });
    expect((await oldStack.plan()).text).toContain(
      "dbmon_alert.deploys will no longer be managed by Terraform",
    );
    await oldStack.apply();
    expect(takeWrites(oldStack)).toEqual([]);
    expect(await idsInService(oldStack)).toEqual({ Unmanaged: id, Deploys: id + 1 });
    expect(idsInState(oldStack)).toEqual({});
    expect(idsInState(newStack)).toEqual({ deploys: id + 1 });
  });
});
