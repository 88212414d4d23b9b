/** A run that was killed, or a state that was lost: the next run refuses the name, and after one import block it converges. */
import { rmSync } from "node:fs";
import { type Fault } from "../../../../src/emulator";
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { until } from "../../../support/programs";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlocks,
  applyAdopting,
  expectSettled,
  type Fields,
  idsInState,
  takeWrites,
  withWindow,
} from "../../alert-stories";

const apply = ["apply", "-auto-approve", "-input=false"];
/** Requests of a creation that never get a response: before the first write, between the two writes, and after both. */
const hangs = {
  "before the POST": { method: "POST", answer: "hang" },
  "between POST and PUT": { method: "PUT", path: "*/config", answer: "hang" },
  "after the PUT, before the state": {
    method: "PUT",
    path: "*/config",
    when: "after-commit",
    answer: "hang",
  },
} satisfies Record<string, Fault>;

describeWithTerraform("after kill -9 of a run", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  const configure = (fields: Fields, more = "") => {
    world.configure(withWindow(alertBlocks({ a: fields }), 1) + more);
  };
  /** Kills terraform and its provider as soon as the service received a request of the fault. */
  const applyAndKill = async (fault: Fault) => {
    world.service.requests.clear();
    const added = world.service.faults.add(fault);
    const { child, ended } = world.folder.start(apply, world.environment);
    await until(() => world.service.requests.list(fault).length > 0);
    process.kill(-Number(child.pid), "SIGKILL");
    await ended;
    added.remove();
    rmSync(world.folder.file(".terraform.tfstate.lock.info"), { force: true });
    takeWrites(world);
  };
  /** The recipe of the guide: the import block of the error, without `terraform state rm`, because the state does not have the address. */
  const followError = async (fields: Fields) => {
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(takeWrites(world)).toEqual([]);
    const error = refused.text.slice(refused.text.indexOf("Error: "));
    expect(error).toContain("after terraform state rm ADDRESS");
    const [, id = ""] = /import \{ to = dbmon_alert\.NAME id = "(\d+)" \}/.exec(error) ?? [];
    expect(stateIds()).not.toHaveProperty("a");
    configure(fields, `import {\n  to = dbmon_alert.a\n  id = "${id}"\n}\n`);
    await world.apply();
    return error;
  };
  const stateIds = () => {
    try {
      return idsInState(world);
    } catch {
      return {};
    }
  };

  it("before its first write creates the alert", async () => {
    configure({ name: "a" });
    await applyAndKill(hangs["before the POST"]);
    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 1/config"]);
    await expectSettled(world);
  });

  it.each([
    ["between POST and PUT", "import", "is incomplete", ["PUT 1/config"]],
    ["between POST and PUT", "adopt", "", ["PUT 1/config"]],
    ["after the PUT, before the state", "import", "is identical", []],
    ["after the PUT, before the state", "adopt", "", []],
  ] as const)(
    "%s of a creation converges after one %s, and no second alert is created",
    async (when, how, state, writes) => {
      configure({ name: "a" });
      await applyAndKill(hangs[when]);
      if (how === "import")
        expect(await followError({ name: "a" })).toContain(
          `"a": an alert with this name already exists (id 1) and ${state}`,
        );
      else await applyAdopting(world);
      expect(takeWrites(world)).toEqual(writes);
      expect(idsInState(world)).toEqual({ a: 1 });
      await expectSettled(world);
    },
  );

  it.each([
    ["between POST and PUT", "import", ["PUT 2/config"]],
    ["between POST and PUT", "adopt", ["PUT 2/config"]],
    ["after the PUT, before the state", "import", []],
    ["after the PUT, before the state", "adopt", []],
  ] as const)("%s of a replacement converges after one %s", async (when, how, writes) => {
    configure({ name: "a" });
    await world.apply();
    configure({ name: "a", trigger: 5 });
    await applyAndKill(hangs[when]);
    world.pass(2);
    if (how === "import") await followError({ name: "a", trigger: 5 });
    else await applyAdopting(world);
    expect(takeWrites(world)).toEqual(writes);
    expect(idsInState(world)).toEqual({ a: 2 });
    await expectSettled(world);
  });

  it("with a lost state file refuses each alert, and one apply with DBMON_EXISTING_ALERTS=adopt writes nothing", async () => {
    const blocks = { a: { name: "a" }, b: { name: "b", trigger: 5 } };
    world.configure(alertBlocks(blocks));
    await world.apply();
    const before = idsInState(world);
    rmSync(world.folder.file("terraform.tfstate"));
    takeWrites(world);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    for (const [name, id] of Object.entries(before))
      expect(refused.text).toContain(
        `"${name}": an alert with this name already exists (id ${String(id)}) and is identical`,
      );
    await applyAdopting(world);
    expect(takeWrites(world)).toEqual([]);
    expect(idsInState(world)).toEqual(before);
    await expectSettled(world);
  });

  it.each([
    ["a rename", { name: "b" }, { method: "PUT", path: "*/alerts/1" }, []],
    [
      "an update of both parts",
      { name: "a", policy: 2, category: "y" },
      { method: "PUT", path: "*/alerts/1" },
      ["PUT 1/config"],
    ],
    ["a deletion", undefined, { method: "DELETE" }, []],
  ] as const)(
    "after the first write of %s completes it in the next apply",
    async (_, fields, request, writes) => {
      configure({ name: "a" });
      await world.apply();
      if (fields === undefined) world.configure(withWindow(alertBlocks({}), 1));
      else configure(fields);
      await applyAndKill({ ...request, when: "after-commit", answer: "hang" });
      await world.apply();
      // Terraform can plan the deletion again before it refreshes the alert. To delete an alert that is gone succeeds.
      const repeated = fields === undefined ? "DELETE 1" : undefined;
      expect(takeWrites(world).filter((write) => write !== repeated)).toEqual(writes);
      expect(idsInState(world)).toEqual(fields === undefined ? {} : { a: 1 });
      await expectSettled(world);
    },
  );
});
