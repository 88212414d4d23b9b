/** What Terraform 1.16 and OpenTofu 1.12 added to resources, actions and imports. */
import { mkdirSync } from "node:fs";
import { DbmonTerraform, describeSince } from "../../support/dbmon-terraform";
import { alertBlock, createManually, provider } from "../alert-stories";

let world: DbmonTerraform;
DbmonTerraform.forEachTest((started) => (world = started), { propagationSeconds: 0 });

const names = async () => (await world.alerts()).map(({ name }) => name).sort();
const replace = () => world.tryApply("-replace=dbmon_alert.a");

describeSince({ terraform: "1.16" }, "an action of an alert", () => {
  const configure = (events: string, more = "") => {
    const action = `action "dbmon_event" "event" {\n config {\n type = "alert"\n message = "changed"\n }\n}\n`;
    const trigger = `events = [${events}]\n actions = [action.dbmon_event.event]\n ${more}`;
    const lifecycle = `lifecycle {\n action_trigger {\n ${trigger}\n }\n}`;
    world.configure(provider + action + alertBlock("a", { name: "A", more: lifecycle }));
  };
  const withAgent = (...args: readonly string[]) =>
    world.run([...args, "-auto-approve"], {
      ...world.environment,
      DBMON_AGENT_TOKEN: world.service.agentToken,
    });
  const writes = () => world.writes().map(({ method, path }) => `${method} ${path.replace(/.*\/v2\//, "")}`);

  it("runs before and after the deletion of the alert, but not if its block is gone", async () => {
    configure("before_destroy, after_destroy");
    await world.apply();
    const [{ id } = { id: 0 }] = await world.alerts();
    world.service.requests.clear();
    expect((await withAgent("destroy")).code).toBe(0);
    expect(writes()).toEqual(["POST events", `DELETE config/alerts/${String(id)}`, "POST events"]);
    await world.apply();
    world.configure(provider);
    world.service.requests.clear();
    expect((await withAgent("apply")).code).toBe(0);
    expect(writes()).toEqual([expect.stringMatching(/^DELETE/)]);
  });

  it("that fails after a creation fails the run, or taints the alert, or is a warning", async () => {
    // Only an agent can create events.
    configure("after_create", "on_failure = halt");
    expect((await world.tryApply()).text).toContain('Error: "alert": POST');
    expect((await world.plan()).code).toBe(0);
    await world.run(["destroy", "-auto-approve"]);
    configure("after_create", "on_failure = taint");
    expect((await world.tryApply()).code).toBe(1);
    expect((await world.plan()).stdout).toContain("dbmon_alert.a is tainted, so must be replaced");
    expect((await withAgent("apply")).stdout).toContain(
      "1 added, 0 changed, 1 destroyed. Actions: 1 invoked.",
    );
    expect(await names()).toEqual(["A"]);
    await world.run(["destroy", "-auto-approve"]);
    configure("after_create", "on_failure = continue");
    expect((await world.tryApply()).text).toContain('Warning: "alert": POST');
    expect((await world.plan()).code).toBe(0);
  });

  it("that fails before a deletion prevents a replacement, but not a destroy", async () => {
    configure("before_destroy");
    await world.apply();
    const before = await world.alerts();
    expect((await replace()).code).toBe(1);
    expect(await world.alerts()).toEqual(before);
    configure("before_destroy", "on_failure = continue");
    expect((await replace()).code).toBe(0);
    configure("before_destroy");
    expect((await world.run(["destroy", "-auto-approve"])).code).toBe(0);
    expect(await names()).toEqual([]);
  });
});

describeSince({ terraform: "1.16" }, "an import block in a module", () => {
  it("imports an alert by its name", async () => {
    await createManually(world, { name: "By hand", category: "x" });
    mkdirSync(world.folder.file("team"));
    const required = 'terraform {\n required_providers {\n dbmon = { source = "dbmon/dbmon" }\n }\n}\n';
    const block = 'import {\n to = dbmon_alert.a\n id = "By hand"\n}\n';
    world.folder.write("team/main.tf", required + alertBlock("a", { name: "By hand" }) + block);
    world.configure(`${provider}module "team" {\n source = "./team"\n}\n`);
    await world.run(["get"]);
    world.service.requests.clear();
    expect((await world.apply()).stdout).toContain("1 imported, 0 added, 0 changed, 0 destroyed.");
    expect(world.writes()).toEqual([]);
    expect((await world.plan()).code).toBe(0);
  });
});

const keep = "lifecycle {\n destroy = false\n}";

describeSince({ terraform: "1.16", tofu: "1.12" }, "an alert with destroy = false", () => {
  const each = (keys: string) => {
    const block = alertBlock("b", { name: "= each.key", more: `for_each = toset(${keys})\n ${keep}` });
    world.configure(provider + block);
  };

  it("stays if its instance is removed or everything is destroyed, and max_deletes does not count it", async () => {
    each('["x", "y"]');
    await world.apply();
    each('["x"]');
    await world.apply();
    // OpenTofu exits with 1 after a destroy that leaves objects.
    await world.run(["destroy", "-auto-approve"], { ...world.environment, DBMON_MAX_DELETES: "0" });
    expect((await world.run(["state", "list"])).stdout).toBe("");
    expect(await names()).toEqual(["x", "y"]);
  });
});

/** Terraform deletes an alert that is replaced, whatever its lifecycle says. */
describeSince({ tofu: "1.12" }, "an alert with destroy = false that is replaced", () => {
  it("keeps its name, so that its replacement is refused, and is imported again", async () => {
    const configure = (more = "") => {
      const settings = 'provider "dbmon" { propagation_window = "1s" }\n';
      world.configure(settings + more + alertBlock("a", { name: "A", more: keep }));
    };
    configure();
    await world.apply();
    expect((await replace()).text).toContain('"A": an alert with this name already exists (id 1)');
    configure('import {\n to = dbmon_alert.a\n id = "A"\n}\n');
    expect((await world.apply()).stdout).toContain("1 imported, 0 added, 0 changed");
    expect(await names()).toEqual(["A"]);
  });
});

/** OpenTofu keeps the alert, because its state has destroy = false too. */
describeSince({ terraform: "1.16" }, "an alert whose block with destroy = false is deleted", () => {
  it("is deleted", async () => {
    world.configure(provider + alertBlock("a", { name: "A", more: keep }));
    await world.apply();
    world.configure(provider);
    await world.apply();
    expect(await names()).toEqual([]);
  });
});

/** It plans a resource from its unrefreshed state, refreshes those that change, and plans them again in the same process. */
describeSince({ terraform: "1.17" }, "plan -minimal-refresh", () => {
  const configure = (names: readonly string[], policy = 1) => {
    world.configure(
      provider + names.map((name, index) => alertBlock(`r${index}`, { name, policy })).join(""),
    );
  };

  it("plans a change, a rename and a replaced name, and refuses a second owner and a taken name", async () => {
    configure(["A", "B"]);
    await world.apply();
    expect((await world.plan("-minimal-refresh")).code).toBe(0);
    configure(["A", "B"], 2);
    expect((await world.plan("-minimal-refresh")).stdout).toContain("0 to add, 2 to change, 0 to destroy");
    configure(["B", "C"]);
    expect((await world.apply("-minimal-refresh")).stdout).toContain("0 added, 2 changed, 0 destroyed");
    await world.apply();
    expect(await names()).toEqual(["B", "C"]);
    configure(["C", "C"]);
    const twice = await world.plan("-minimal-refresh");
    expect(twice.code).toBe(1);
    expect(twice.text).toContain("two resources are planned to have this name");
    await createManually(world, { name: "By hand", category: "x" });
    configure(["B", "By hand"]);
    const taken = await world.plan("-minimal-refresh");
    expect(taken.code).toBe(1);
    expect(taken.text).toContain('"By hand": another alert has this name');
    world.configure(
      provider + ["B", "C", "D"].map((name, index) => alertBlock(`r${index}`, { name })).join(""),
    );
    await world.run(["import", "dbmon_alert.r2", "1"]);
    const owned = await world.plan("-minimal-refresh");
    expect(owned.code).toBe(1);
    expect(owned.text).toContain("two resources in this state manage the alert with the id 1");
  });
});
