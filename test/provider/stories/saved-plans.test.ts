/** Applies of saved plans: an alert that a resource of the state manages is not adopted, although the plan does not change that resource. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  alertBlocks,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  takeWrites,
  withWindow,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { until } from "../../support/until";

/** In seconds. The provider waits in real time, so a slow machine needs enough time before the wait. */
const propagationSeconds = 5;

describeWithTerraform("the apply of a saved plan", () => {
  let world: DbmonTerraform;
  /** The folder for temporary files of each process. */
  let temporary: string;
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), "dbmon-"));
    world = await DbmonTerraform.start({ staleReads: true, propagationSeconds });
    world.service.clock.hold();
    configure({ a: { name: "G" } });
    await world.apply();
    world.pass(propagationSeconds);
    configure({ a: { name: "G" }, b: { name: "B" } });
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
    rmSync(temporary, { recursive: true });
  });

  const configure = (blocks: Record<string, Fields>, user = world) => {
    user.configure(withWindow(alertBlocks(blocks), propagationSeconds));
  };
  const savePlan = async (...args: readonly string[]) => {
    const plan = await world.run(["plan", "-input=false", ...args], environment());
    expect(plan).toMatchObject({ code: 0 });
    world.service.requests.clear();
  };
  const applySaved = () => world.run(["apply", "saved.tfplan"], environment());
  const environment = (folder = temporary) => ({ ...world.environment, TMPDIR: folder });
  const rename = async (name: string) => {
    const [alert] = await world.alerts();
    await world.call("PUT", "/config/alerts/1", { ...alert, name });
  };

  it.each([[["-out=saved.tfplan"]], [["-out", "saved.tfplan", "-parallelism=1"]]])(
    "refuses an alert that was renamed by hand after plan %j",
    async (args) => {
      await savePlan(...args);
      await rename("B");
      world.pass(propagationSeconds);
      takeWrites(world);
      const applied = await applySaved();
      expect(applied.code).toBe(1);
      expect(applied.text).toContain("The name is still held by another alert (id 1).");
      expect(takeWrites(world)).toEqual([]);
      expect(idsInState(world)).toEqual({ a: 1 });
      expect(readdirSync(temporary)).toEqual([]);

      await world.tryApply();
      await world.apply();
      world.pass(propagationSeconds);
      expect(takeWrites(world)).toEqual(["PUT 1", "POST", "PUT 2/config"]);
      expect(await idsInService(world)).toEqual({ G: 1, B: 2 });
      await expectSettled(world);
    },
  );

  it("on another machine, waits before it adopts an alert, because the list may show a former name", async () => {
    await savePlan("-out=saved.tfplan");
    await rename("B");
    world.pass(propagationSeconds);
    await rename("G");
    takeWrites(world);
    expect(Object.keys(await idsInService(world))).toEqual(["B"]);
    world.service.requests.clear();
    const other = join(temporary, "other");
    mkdirSync(other);
    const log = { TF_LOG_PROVIDER: "info", TF_LOG_PATH: world.folder.file("terraform.log") };
    const applied = world.run(["apply", "saved.tfplan"], { ...environment(other), ...log });
    await until(() => world.service.requests.list().length > 0);
    world.service.clock.advance(propagationSeconds);
    expect(await applied).toMatchObject({ code: 0 });
    expect(world.folder.read("terraform.log")).toMatch(/waiting until the list shows.*name=B/);
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    expect(idsInState(world)).toEqual({ a: 1, b: 2 });
    world.pass(propagationSeconds);
    await expectSettled(world);
  });

  it.each([
    ["first", { after: "a" }, "the adopted alert (id 1) belongs to another resource", { a: 1, b: 2 }],
    ["last", { after: "b" }, 'another resource adopted the alert (id 1) under the name "B"', { a: 2, b: 1 }],
  ])(
    "on another machine, adopts an alert that was renamed by hand, and the next apply creates one more if its resource is refreshed %s",
    async (_, { after }, warning, ids) => {
      const dependsOn = (resource: string) =>
        resource === after ? {} : { more: `depends_on = [dbmon_alert.${after}]` };
      configure({ a: { name: "G", ...dependsOn("a") }, b: { name: "B", ...dependsOn("b") } });
      await savePlan("-out=saved.tfplan");
      await rename("B");
      world.pass(propagationSeconds);
      takeWrites(world);
      const other = join(temporary, "other");
      mkdirSync(other);
      const applied = world.run(["apply", "saved.tfplan"], environment(other));
      await until(() => world.service.requests.list().length > 0);
      world.service.clock.advance(propagationSeconds);
      expect(await applied).toMatchObject({ code: 0 });
      expect(takeWrites(world)).toEqual([]);
      expect(idsInState(world)).toEqual({ a: 1, b: 1 });

      world.pass(propagationSeconds);
      expect((await world.plan()).text).toContain(warning);
      await world.apply();
      world.pass(propagationSeconds);
      expect(idsInState(world)).toEqual(ids);
      expect(await idsInService(world)).toEqual({ G: ids.a, B: ids.b });
      takeWrites(world);
      await expectSettled(world);
    },
  );

  it("adopts an unmanaged alert at once", async () => {
    await savePlan("-out=saved.tfplan");
    const colleague = world.colleague();
    configure({ b: { name: "B" } }, colleague);
    await colleague.apply();
    colleague.folder.remove();
    world.pass(propagationSeconds);
    world.service.requests.clear();
    expect(await applySaved()).toMatchObject({ code: 0 });
    expect(world.service.requests.list({ path: /\/alerts$/ })).toMatchObject([{ method: "GET" }]);
    expect(idsInState(world)).toEqual({ a: 1, b: 2 });
  });
});
