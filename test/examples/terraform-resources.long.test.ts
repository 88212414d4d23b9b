/** The example of each resource and the team example can be applied, and the next plan has no changes. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DbmonTerraform, describeSince } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const examples = resolve(__dirname, "../../examples/terraform");
const read = (...path: string[]) => readFileSync(join(examples, ...path), "utf8");

describeWithTerraform("the resource examples", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  async function expectApplied(name: string): Promise<void> {
    world.folder.write("provider_override.tf", 'provider "dbmon" { propagation_window = "100ms" }\n');
    world.folder.write("main.tf", read(name, "main.tf"));
    const environment = { ...world.environment, DBMON_AGENT_TOKEN: world.service.agentToken };
    const { code, text } = await world.run(["apply", "-auto-approve"], environment);
    expect([code, text]).toEqual([0, expect.stringContaining("Apply complete!")]);
    expect((await world.plan()).code).toBe(0);
  }

  const resources = readdirSync(join(examples, "resources")).map((name) => `resources/${name}`);

  it.each([...resources, "team"])("%s can be applied and is then in sync", expectApplied);

  it("an alert can be imported by id and by name, and is then in sync", async () => {
    await expectApplied("resources/dbmon_alert");
    // Terraform creates alerts in random order, so the id in the example can belong to the other alert.
    const cpuId = (await world.alerts()).find(({ name }) => name === "CPU high")?.id;
    for (const script of ["import.sh", "import-by-name.sh"]) {
      const command = /^terraform import (\S+) "?(.*?)"?$/m.exec(read("resources/dbmon_alert", script));
      const [, address = "", id = ""] = command ?? [];
      await world.run(["state", "rm", "dbmon_alert.cpu_high"]);
      expect((await world.run(["import", address, /^\d+$/.test(id) ? String(cpuId) : id])).code).toBe(0);
      expect((await world.plan()).text).toContain("No changes.");
    }
  });
});

describeSince({ terraform: "1.12", tofu: "1.12" }, "the example of an import by identity", () => {
  it("imports the alert of the resource example, and is then in sync", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.folder.write("main.tf", read("resources/dbmon_alert", "main.tf"));
      await world.apply();
      await world.run(["state", "rm", "dbmon_alert.cpu_high"]);
      world.folder.write("import.tf", read("resources/dbmon_alert", "import-by-identity.tf"));
      expect((await world.apply()).text).toContain("Resources: 1 imported, 0 added, 0 changed, 0 destroyed.");
      expect((await world.plan()).code).toBe(0);
    } finally {
      await world.stop();
    }
  });
});
