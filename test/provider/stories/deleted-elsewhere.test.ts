/** Alerts that were deleted outside Terraform, and responses that omit existing alerts. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  alertBlocks,
  expectSettled,
  type Fields,
  idsInState,
  sequentially,
  takeWrites,
  withoutWindow,
  withWindow,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { until } from "../../support/until";

const list = /\/config\/alerts$/;

describeWithTerraform("an alert", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    configure();
    await world.apply();
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
  });

  function configure(policy = 1): void {
    world.configure(withoutWindow(alertBlocks({ a: { name: "a", policy } })));
  }

  async function deleteManually(): Promise<void> {
    await world.call("DELETE", "/config/alerts/1");
    takeWrites(world);
  }

  it("deleted outside Terraform is planned to be created again, and is created once", async () => {
    await deleteManually();
    const plan = await world.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toContain("1 to add, 0 to change, 0 to destroy");
    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("deleted after the plan was made is not updated, and the next apply creates it again", async () => {
    configure(2);
    const saved = world.folder.file("saved.plan");
    expect((await world.plan(`-out=${saved}`)).code).toBe(2);
    await deleteManually();
    const refused = await world.run(["apply", "-input=false", saved]);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"a": The alert (id 1) was deleted since the plan was made. ');
    const withoutRefresh = await world.tryApply("-refresh=false");
    expect(withoutRefresh.code).toBe(1);
    expect(withoutRefresh.text).toContain("was deleted since the plan was made");
    expect(takeWrites(world)).toEqual([]);

    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("deleted after a destroy plan was made counts as destroyed", async () => {
    const saved = world.folder.file("saved.plan");
    expect((await world.plan("-destroy", `-out=${saved}`)).code).toBe(2);
    await deleteManually();
    expect((await world.run(["apply", "-input=false", saved])).code).toBe(0);
    expect(idsInState(world)).toEqual({});
    expect(await world.alerts()).toEqual([]);
  });

  it("omitted only from the list causes an error, and nothing is written", async () => {
    world.service.faults.add({ method: "GET", path: list, answer: { keep: 0 } });
    for (const refused of [
      await world.plan(),
      await world.tryApply(),
      await world.run(["destroy", "-auto-approve"]),
    ]) {
      expect(refused.code).toBe(1);
      expect(refused.text).toContain(
        '"a": The list of alerts does not contain the alert (id 1), but its configuration can be read.',
      );
    }
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ a: 1 });
  });

  it.each([
    ["that is truncated", { status: 200, headers: { "x-vc-meta-more": "true" }, body: { data: [] } }],
    ["that is not a list", { status: 200, body: { data: null } }],
    ["of a proxy", { status: 404, body: "<html>not found</html>" }],
  ])("omitted from a response %s is not planned to be created again", async (_, answer) => {
    world.service.faults.add({ method: "GET", path: list, answer });
    for (const refused of [
      await world.plan(),
      await world.tryApply("-refresh=false", "-replace=dbmon_alert.a"),
    ]) {
      expect(refused.code).toBe(1);
      expect(refused.text).not.toContain("to add");
    }
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual({ a: 1 });
  });
});

describeWithTerraform("a deleted alert that the service still lists", () => {
  /** In seconds. The provider waits in real time. */
  const propagationSeconds = 5;
  let world: DbmonTerraform;
  /** The folder for temporary files of each process. */
  let temporary: string;
  beforeEach(async () => {
    temporary = mkdtempSync(join(tmpdir(), "dbmon-"));
    world = await DbmonTerraform.start({ staleReads: true, propagationSeconds });
    world.service.clock.hold();
    configure({ name: "a" });
    await world.apply();
    world.pass(propagationSeconds);
    takeWrites(world);
  });
  afterEach(async () => {
    await world.stop();
    rmSync(temporary, { recursive: true });
  });

  function configure(fields: Fields): void {
    world.configure(withWindow(alertBlocks({ a: fields }), propagationSeconds));
  }

  const apply = (...args: readonly string[]) =>
    world.run(["apply", "-auto-approve", "-input=false", ...args], {
      ...world.environment,
      TMPDIR: temporary,
    });

  it.each([
    ["event", {}, []],
    ["threshold", { trigger: 5 }, [sequentially]],
  ])("without its configuration does not prevent a creation: %s %j %j", async (_, fields, args) => {
    await world.call("DELETE", "/config/alerts/1");
    world.service.faults.add({ method: "GET", path: /alerts\/1\/config$/, answer: { status: 404 } });
    world.folder.write("terraform.tfstate", "");
    configure({ name: "a", policy: 2, ...fields });
    takeWrites(world);
    const plan = await world.plan(...args);
    expect(plan.text).toContain("so it was probably deleted less than a minute ago");
    expect(plan.code).toBe(2);

    const applied = apply(...args);
    await until(() => world.service.requests.list({ path: /config$/ }).length > 1);
    world.service.clock.advance(propagationSeconds);
    expect(await applied).toMatchObject({ code: 0 });
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    world.pass(propagationSeconds);
    await expectSettled(world);
  });

  it("does not prevent the next apply from replacing it, if its replacement failed", async () => {
    world.service.faults.add({ method: "POST", path: list, times: 1, answer: { status: 403 } });
    configure({ name: "a", trigger: 5 });
    expect(await apply()).toMatchObject({ code: 1 });
    expect(idsInState(world)).toEqual({});
    takeWrites(world);

    expect(await apply()).toMatchObject({ code: 0 });
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    expect(readdirSync(temporary)).toEqual([]);
    world.pass(propagationSeconds);
    await expectSettled(world);
  });
});
