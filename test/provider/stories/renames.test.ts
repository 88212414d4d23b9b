/** Alerts that are renamed to names of other alerts in one apply: chains, cycles, and with a new alert. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  alertBlocks,
  applyUntilDone,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  manyBlocks,
  provider,
  sequentially,
  takeWrites,
} from "../../support/alert-stories";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { providerFile } from "../../support/programs";
import { describeWithTerraform } from "../../support/terraform";
import { until } from "../../support/until";

/** Alerts whose names are numbered from `shift`. An increase of 1 gives each alert the former name of the next. */
const chain = (count: number, shift: number) =>
  alertBlocks(manyBlocks("r", count, (index) => ({ name: `n${String(index + shift)}` })));

describeWithTerraform("renames in one apply", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
  });
  afterEach(async () => {
    await world.stop();
  });

  async function createAlerts(blocks: Record<string, Fields>): Promise<void> {
    world.configure(alertBlocks(blocks));
    await world.apply(sequentially);
    takeWrites(world);
  }

  it("in a chain start with the rename to the free name", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const { x, y, z } = idsInState(world);
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "c" }, z: { name: "d" } }));
    await world.apply();
    expect(takeWrites(world)).toEqual([z, y, x].map((id) => `PUT ${String(id)}`));
    await expectSettled(world);
  });

  it.each([
    ["longer than Terraform's parallelism", 25, []],
    ["with parallelism 1", 5, [sequentially]],
  ])("in a chain %s are complete after at most two applies", async (_, count, args) => {
    world.configure(chain(count, 0));
    await world.apply();
    takeWrites(world);
    world.configure(chain(count, 1));
    const planned = await world.plan(...args);
    expect(planned).toMatchObject({ code: 2 });
    expect(planned.text).not.toContain("already");
    await applyUntilDone(world, 2, ...args);
    const writes = takeWrites(world);
    expect(writes.filter((write) => !write.startsWith("PUT "))).toEqual([]);
    expect(writes.length).toBeLessThan(2 * count);
    await expectSettled(world);
  });

  it("in a count list that loses its first element are complete after at most two applies", async () => {
    const list = (names: readonly string[]) => `${provider}
resource "dbmon_alert" "listed" {
  count  = ${String(names.length)}
  name   = ${JSON.stringify(names)}[count.index]
  policy = 1
  event  = { categories = ["x"] }
}`;
    const names = Array.from({ length: 25 }, (_, index) => `name ${String(index)}`);
    world.configure(list(names));
    await world.apply();
    world.configure(list(names.slice(1)));
    const planned = await world.plan();
    expect(planned).toMatchObject({ code: 2 });
    expect(planned.text).not.toContain("already");
    const first = await world.tryApply();
    if (first.code !== 0) await world.apply();
    expect(Object.keys(await idsInService(world)).sort()).toEqual(names.slice(1).sort());
    takeWrites(world);
    await expectSettled(world);
  });

  it("in a chain with a conflicting depends_on fail, and succeed without depends_on", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" }, z: { name: "c" } });
    const desired = { x: { name: "b" }, y: { name: "c" } };
    world.configure(alertBlocks({ ...desired, z: { name: "d", more: "depends_on = [dbmon_alert.x]" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"b": name: The name is still held by another alert (id ');
    expect(takeWrites(world)).toEqual([]);

    world.configure(alertBlocks({ ...desired, z: { name: "d" } }));
    await world.apply();
    expect(takeWrites(world)).toHaveLength(3);
    await expectSettled(world);
  });

  it.each([
    ["two", { x: "b", y: "a" }],
    ["three", { x: "b", y: "c", z: "a" }],
  ])("in a cycle of %s take one interim name", async (_, to) => {
    const labels = Object.keys(to);
    await createAlerts(
      Object.fromEntries(labels.map((label, index) => [label, { name: "abc".charAt(index) }])),
    );
    const ids = idsInState(world);
    world.configure(
      alertBlocks(Object.fromEntries(Object.entries(to).map(([label, name]) => [label, { name }]))),
    );
    expect(await world.plan()).toMatchObject({ code: 2 });
    await world.apply();
    expect(takeWrites(world)).toHaveLength(labels.length + 1);
    expect(idsInState(world)).toEqual(ids);
    await expectSettled(world);
  });

  it("in a cycle, one after the other, are complete after two applies", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" } });
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "a" } }));
    const first = await world.tryApply(sequentially);
    expect(first.code).toBe(1);
    expect(first.text).toContain("For now, this alert has the interim name");
    await world.apply(sequentially);
    takeWrites(world);
    await expectSettled(world);
  });

  it.each([
    ["equal", 1, []],
    ["different", 2, []],
    ["equal, with parallelism 1", 1, [sequentially]],
    ["different, with parallelism 1", 2, [sequentially]],
  ])("with a new alert of the old name (content: %s) give each alert its own ID", async (_, policy, args) => {
    await createAlerts({ x: { name: "a" } });
    world.configure(alertBlocks({ x: { name: "b" }, y: { name: "a", policy } }));
    await applyUntilDone(world, 2, ...args);
    expect(takeWrites(world).filter((write) => write === "POST")).toHaveLength(1);
    const { x, y } = idsInState(world);
    expect(await idsInService(world)).toEqual({ b: x, a: y });
    await expectSettled(world);
  });

  it("keep their alerts if a new alert of an old name is applied first", async () => {
    await createAlerts({ x: { name: "a" } });
    const { x: id } = idsInState(world);
    const steps = ["first", "second", "third"].map(
      (step, index, all) =>
        `resource "terraform_data" "${step}" {\n  input = ${index === 0 ? '""' : `terraform_data.${String(all[index - 1])}.id`}\n}\n`,
    );
    const last = { more: "depends_on = [terraform_data.third]" };
    world.configure(alertBlocks({ x: { name: "b", ...last }, y: { name: "a" } }) + steps.join(""));
    await applyUntilDone(world, 2, sequentially);
    expect(takeWrites(world).sort()).toEqual(["POST", "PUT 1", "PUT 2/config"]);
    const { x, y } = idsInState(world);
    expect(x).toBe(id);
    expect(await idsInService(world)).toEqual({ b: x, a: y });
    await expectSettled(world);
  });

  it("to the name of an unmanaged alert warn at plan, and fail without a write", async () => {
    await createAlerts({ x: { name: "a" }, y: { name: "b" } });
    expect((await world.run(["state", "rm", "dbmon_alert.y"])).code).toBe(0);
    world.configure(alertBlocks({ x: { name: "b" } }));
    const planned = await world.plan();
    expect(planned).toMatchObject({ code: 2 });
    expect(planned.text).toContain('"b": another alert already has this name (id ');
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("The name is still held by another alert (id ");
    expect(takeWrites(world)).toEqual([]);
  });

  it.each(["a slow resource", "a second provider block"])(
    "succeed after at most two applies if the holder is planned later, because of %s",
    async (reason) => {
      await createAlerts({ a: { name: "A" }, b: { name: "B" } });
      const later =
        reason === "a slow resource"
          ? {
              more: "depends_on = [terraform_data.slow]",
              hcl: `resource "terraform_data" "slow" {\n  provisioner "local-exec" {\n    command = "sleep 2"\n  }\n}\n`,
            }
          : { more: "provider = dbmon.second", hcl: 'provider "dbmon" {\n  alias = "second"\n}\n' };
      world.configure(alertBlocks({ a: { name: "Z", more: later.more }, b: { name: "A" } }) + later.hcl);
      expect(await world.plan()).toMatchObject({ code: 2 });
      await applyUntilDone(world, 2);
      expect(takeWrites(world).sort()).toEqual(["PUT 1", "PUT 2"]);
      expect(Object.keys(await idsInService(world)).sort()).toEqual(["A", "Z"]);
      await expectSettled(world);
    },
  );
});

describeWithTerraform("a new alert under a name that a rename freed within the propagation window", () => {
  it.each(["", 'existing_alerts = "adopt"'])("gets an alert of its own %s", async (argument) => {
    const world = await DbmonTerraform.start({ staleReads: true });
    try {
      await renameAndReuse(world, `provider "dbmon" {\n  ${argument}\n}\n`);
      const lists = () => world.service.requests.list().filter(({ path }) => path.endsWith("/alerts"));
      const log = { TF_LOG_PROVIDER: "info", TF_LOG_PATH: world.folder.file("terraform.log") };
      const applied = world.run(["apply", "-auto-approve"], { ...world.environment, ...log });
      // The plan waits while the list shows the former name.
      await until(() => lists().length > 1);
      world.service.clock.advance(61);
      expect(await applied).toMatchObject({ code: 0 });
      expect(world.folder.read("terraform.log")).toMatch(/waiting until the list shows the new name.*name=B/);
      await expectOwnAlerts(world);
    } finally {
      await world.stop();
    }
  });

  it("is refused by an apply that does not concern the renamed alert", async () => {
    const world = await DbmonTerraform.start({ staleReads: true });
    try {
      await renameAndReuse(world);
      const refused = await world.tryApply("-target=dbmon_alert.b");
      expect(refused.code).toBe(1);
      expect(refused.text).toContain(
        '"B": an alert of this name already exists (id 1), and -target may hide the resource that manages it',
      );
      expect(refused.text).toContain("Run Terraform without these options.");
      expect(idsInState(world)).toEqual({ a: 1 });
      expect(takeWrites(world)).toEqual([]);

      world.pass(61);
      await world.apply("-target=dbmon_alert.b");
      await expectOwnAlerts(world);
    } finally {
      await world.stop();
    }
  });

  it("gets an alert of its own in the next apply, if the provider does not know that the first one is partial", async () => {
    const hidden = hideTerraform();
    const world = await DbmonTerraform.start({ staleReads: true }, hidden);
    try {
      await renameAndReuse(world);
      await world.apply("-target=dbmon_alert.b");
      expect(idsInState(world)).toEqual({ a: 1, b: 1 });
      takeWrites(world);

      world.pass(61);
      expect((await world.plan()).text).toContain("the adopted alert (id 1) belongs to another resource");
      await world.apply();
      await expectOwnAlerts(world);
    } finally {
      await world.stop();
      rmSync(hidden, { recursive: true, force: true });
    }
  });
});

/** Renames the alert of resource a from "B" to "G", and configures a resource b with an equal alert named "B". */
async function renameAndReuse(world: DbmonTerraform, providerBlock = provider): Promise<void> {
  const configure = (blocks: Record<string, Fields>) => {
    world.configure(alertBlocks(blocks).replace(provider, providerBlock));
  };
  configure({ a: { name: "B" } });
  await world.apply();
  world.pass(61);
  configure({ a: { name: "G" } });
  await world.apply();
  takeWrites(world);
  configure({ a: { name: "G" }, b: { name: "B" } });
}

/** Expects that an apply created the alert of resource b. */
async function expectOwnAlerts(world: DbmonTerraform): Promise<void> {
  expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
  world.pass(61);
  expect(await idsInService(world)).toEqual({ G: 1, B: 2 });
  await expectSettled(world);
}

/** @returns a folder with a provider that a shell starts, so that it does not see the command line of Terraform */
function hideTerraform(): string {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-provider-"));
  // With a command after it, the shell stays the parent of the provider.
  const script = `#!/bin/sh\n"${resolve(providerFile)}"\nexit $?\n`;
  writeFileSync(join(folder, "terraform-provider-dbmon"), script, { mode: 0o755 });
  return folder;
}
